import { ContainerRegistrationKeys, Modules } from "@medusajs/framework/utils"
import type { MedusaContainer } from "@medusajs/framework/types"
import { FATURA_MODULE } from "../../modules/fatura"
import { tellChanges } from "../staff/tell-changes"

type Broken = "event" | "feed" | "email"

/** A store in which some ways of telling fail, and one change that is to be told; what was told stays marked. */
function store({ broken = [] as Broken[], ownerEmail = "owner@example.com" as string | null, admin = { path: "/painel" } as { path?: `/${string}`; disable?: boolean } } = {}) {
  const told: string[] = []
  const warnings: string[] = []
  const texts: { title: string; description: string }[] = []
  const mails: string[] = []
  const change: Record<string, unknown> = {
    id: "fchg_1", action: "account_changed", subject: "facc_1", actor: "user_1", undoes: null, emitted_at: null, fed_at: null, mailed_at: null, tell_attempts: 0,
    changes: { secret_key: "changed", base_url: { from: "https://a.example", to: "https://b.example" } }, created_at: new Date("2026-11-29T12:00:00Z"),
  }
  let due = true
  const sensitive = {
    claimTelling: async () => (due ? ((due = false), { ...change, tell_attempts: ((change.tell_attempts as number) += 1) }) : null),
    markTold: async (_id: string, way: string) => void (change[way] = new Date()),
    endTelling: async () => void (change.ended = true),
    tellLater: async () => true,
  }
  const rows: { idempotency_key: string; status: string }[] = []
  const notifications = {
    createNotifications: async ({ channel, idempotency_key, data, content }: { channel: Broken; idempotency_key: string; data: { title: string; description: string }; content?: { text: string } }) => {
      const fails = broken.includes(channel)
      rows.push({ idempotency_key, status: fails ? "failure" : "success" })
      if (fails) {
        throw new Error(`the provider of ${channel} refused to write to ana@loja.example`)
      }
      told.push(channel)
      texts.push({ title: data.title, description: data.description })
      mails.push(...(content ? [content.text] : []))
    },
    listNotifications: async ({ idempotency_key }: { idempotency_key: string }) => rows.filter((row) => row.idempotency_key === idempotency_key).slice(-1),
  }
  const bus = {
    emit: async (event: unknown) => {
      if (broken.includes("event")) {
        throw new Error("no bus")
      }
      told.push("event")
      events.push(event)
    },
  }
  const events: unknown[] = []
  const parts: Record<string, unknown> = {
    [FATURA_MODULE]: { options: { ownerEmail, staffLanguage: "en", emails: {}, backendUrl: "https://api.loja.example" }, staffDesk: { sensitive, accountName: async () => "Matriz\nFilial" } },
    [ContainerRegistrationKeys.LOGGER]: { warn: (words: string) => warnings.push(words) },
    [ContainerRegistrationKeys.QUERY]: { graph: async () => ({ data: [{ id: "user_1", email: "ana@loja.example" }] }) },
    [Modules.NOTIFICATION]: notifications,
    [Modules.EVENT_BUS]: bus,
    [ContainerRegistrationKeys.CONFIG_MODULE]: { admin },
  }
  const container = { resolve: (name: string) => parts[name] } as unknown as MedusaContainer
  const run = async () => {
    due = true
    await tellChanges(container)
  }
  return { run, told, warnings, texts, mails, events, change, broken }
}

it("tells by event, feed and e-mail who changed which fields", async () => {
  const shop = store()
  await shop.run()
  expect(shop.told).toEqual(["event", "feed", "email"])
  expect(shop.texts[1]).toEqual({
    title: "Fatura: Account changed (Matriz Filial) by ana@loja.example",
    description: "11/29/26, 9:00 AM. Fields: secret_key, base_url. This decides where the store's money goes. If it was not agreed on, look in Settings > Fatura > Security, where it can be undone for 14 days, and change that person's password.",
  })
  expect(shop.events).toEqual([{
    name: "fatura.sensitive.changed",
    data: {
      id: "fchg_1", action: "account_changed", subject: "facc_1", actor_id: "user_1", actor_email: "ana@loja.example", undoes: null, changed_at: "2026-11-29T12:00:00.000Z",
      changes: { secret_key: "changed", base_url: { from: "https://a.example", to: "https://b.example" } },
    },
  }])
  expect([shop.change.ended, shop.warnings]).toEqual([true, []])
})

it.each([
  ["with a link to where it is undone", { path: "/painel" }, "\n\nhttps://api.loja.example/painel/settings/fatura?tab=security"],
  ["at Medusa's own address of the dashboard", {}, "\n\nhttps://api.loja.example/app/settings/fatura?tab=security"],
  ["in words alone where this server has no dashboard", { disable: true }, "change that person's password."],
] as const)("writes %s", async (_name, admin, end) => {
  const shop = store({ admin })
  await shop.run()
  expect(shop.mails.map((text) => text.endsWith(end))).toEqual([true])
})

it("does not say of an undo that it can be undone", async () => {
  const shop = store()
  shop.change.undoes = "fchg_0"
  await shop.run()
  expect(shop.texts[1]!.description).toBe(
    "11/29/26, 9:00 AM. Fields: secret_key, base_url. This change takes an earlier one back. This decides where the store's money goes. If it was not agreed on, look in Settings > Fatura > Security, and change that person's password.",
  )
})

it("writes nobody where no address is given", async () => {
  const shop = store({ ownerEmail: null, broken: ["email"] })
  await shop.run()
  expect([shop.told, shop.change.ended]).toEqual([["event", "feed"], true])
})

it.each([["event"], ["feed"], ["email"]] as [Broken][])("says it in the log when the %s fails, and tries that one alone again", async (way) => {
  const shop = store({ broken: [way] })
  await shop.run()
  expect(shop.told).toEqual(["event", "feed", "email"].filter((name) => name !== way))
  expect(shop.change.ended).toBeUndefined()
  expect(shop.warnings).toEqual([expect.stringContaining("was not told of the change fchg_1 in every way, which is tried again")])
  expect(shop.warnings[0]).not.toContain("ana@")
  shop.broken.length = 0
  await shop.run()
  expect([...shop.told].sort()).toEqual(["email", "event", "feed"])
  expect(shop.change.ended).toBe(true)
})
