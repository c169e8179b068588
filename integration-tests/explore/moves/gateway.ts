import type { ChangeOptions, GatewayAction, GatewayInvoice } from "../../support"
import { pause } from "../../chaos/stories/patience"
import { rowOf } from "../story/facts"
import { reais, type Scene } from "../story/scene"
import { partOf, pickOf, type Choice, type Move } from "./move"

const code = ({ status }: GatewayInvoice): number => Number(status.code)
const unpaid = (scene: Scene): GatewayInvoice[] => scene.facts.invoices.filter(({ _sandbox }) => _sandbox.paid_cents === 0)
const open = (scene: Scene): GatewayInvoice[] => unpaid(scene).filter(({ _sandbox }) => _sandbox.payable)
const ended = (scene: Scene): GatewayInvoice[] => unpaid(scene).filter((invoice) => [6, 12, 15, 16].includes(code(invoice)))
const kept = (scene: Scene): GatewayInvoice[] => scene.facts.invoices.filter(({ _sandbox }) => _sandbox.paid_cents > _sandbox.refunded_cents)
const leftOf = ({ _sandbox }: GatewayInvoice): number => _sandbox.paid_cents - _sandbox.refunded_cents
const ofKind = (invoices: GatewayInvoice[], ...kinds: string[]): GatewayInvoice[] => invoices.filter(({ _sandbox }) => kinds.includes(_sandbox.kind))

/** An invoice as a story names it. */
const named = (scene: Scene, invoice: GatewayInvoice): string => `${invoice._sandbox.kind} ${scene.facts.invoices.indexOf(invoice) + 1} of ${reais(invoice._sandbox.due_cents)}`

async function happens(scene: Scene, invoice: GatewayInvoice, action: GatewayAction, { loud, calm }: Choice, amount_cents?: number): Promise<void> {
  scene.say("gateway", `${action} of ${named(scene, invoice)}${amount_cents === undefined ? "" : ` with ${reais(amount_cents)}`}${loud ? "" : ", telling nobody"}`)
  if (!loud) scene.isSilent = true
  const options: ChangeOptions = { amount_cents, notify: loud, wait: loud && calm }
  const done = await scene.world.gateway.act(invoice.id, action, options).catch((error: Error) => scene.andThen(`the gateway refuses: ${error.message.slice(0, 120)}`))
  if (done && action === "pay" && options.wait) await isHeard(scene, invoice)
}

const HEARD_WITHIN_MS = 20_000

/** A payment that was told of is known without anybody's asking: nothing is hastened, and nothing is due so soon. */
async function isHeard(scene: Scene, invoice: GatewayInvoice): Promise<void> {
  if (scene.undo.length || scene.isDown) return
  const limit = Date.now() + HEARD_WITHIN_MS
  do {
    await scene.look()
    const row = rowOf(scene.facts, invoice)
    if (!row || !["awaiting_payment", "overdue", "processing", "scheduled", "authorized", null].includes(row.status)) return
    await pause(100)
  } while (Date.now() < limit)
  scene.find("not_heard", `the webhook of a payment by ${invoice._sandbox.kind} was answered, and the ledger still says ${rowOf(scene.facts, invoice)?.status}`)
}

/** One action of the gateway on one of some invoices. */
function on(name: GatewayAction, weight: number, among: (scene: Scene) => GatewayInvoice[], amount?: (invoice: GatewayInvoice, choice: Choice) => number): Move {
  return {
    name: `gateway ${name}`,
    weight,
    can: (scene) => among(scene).length > 0,
    act: async (scene, choice) => {
      const invoice = pickOf(among(scene), choice)
      await happens(scene, invoice, name, choice, amount?.(invoice, choice))
    },
  }
}

const dueOf = (invoice: GatewayInvoice, choice: Choice): number => partOf(invoice._sandbox.due_cents, choice.part)
const refundOf = (invoice: GatewayInvoice, { part }: Choice): number => partOf(leftOf(invoice), part === "over" ? "all" : part)

/** Webhooks in shapes that no well-behaved gateway sends, and that come nevertheless. */
const ODD_BODIES: ((invoice: GatewayInvoice, body: Body) => [string, Body])[] = [
  (_invoice, body) => ["a total of 0.00", withPrices(body, { total: "0.00" })],
  (_invoice, body) => ["a negative total", withPrices(body, { total: "-5.00" })],
  (_invoice, body) => ["no total", withPrices(body, { total: null })],
  (_invoice, body) => ["a total of R$ 25,000,000.00", withPrices(body, { total: "25000000.00" })],
  (_invoice, body) => ["a payId with a NUL character", { ...body, invoices: { ...body.invoices, payment: { ...body.invoices.payment, payId: "E00\u0000A" } } }],
  (_invoice, body) => ["an id that nobody knows", { ...body, invoices: { ...body.invoices, id: "990000000001" } }],
]

type Body = { event: unknown; invoices: { id: unknown; prices: Record<string, unknown>; payment: Record<string, unknown> } & Record<string, unknown> }
const withPrices = (body: Body, prices: Record<string, unknown>): Body => ({ ...body, invoices: { ...body.invoices, prices: { ...body.invoices.prices, ...prices } } })

/** A body as the stand-in itself would write it (spec 6). */
function paidBody(invoice: GatewayInvoice): Body {
  return {
    event: { type: "invoice.update", date: "2026-11-20 10:00:00" },
    invoices: {
      id: invoice.invoice_id,
      external_id: invoice._sandbox.external_id,
      token: null,
      status: { code: 5, title: "Pago", description: "Pago" },
      prices: { total: (invoice._sandbox.due_cents / 100).toFixed(2), discount: "0.00", taxs: { others: 0 }, refound: null },
      type: invoice._sandbox.kind === "pix" ? "PIX" : invoice._sandbox.kind === "boleto" ? "BOLETO" : "CREDIT_CARD",
      payment: { gateway: "GW", date: "2026-11-20 10:00:00", due: null, card: null, payId: null, payDate: "2026-11-20 10:00:00", details: null },
    },
  }
}

const paysOddly: Move = {
  name: "gateway pays and tells it oddly",
  weight: 2,
  can: (scene) => ofKind(open(scene), "pix", "boleto").length > 0,
  act: async (scene, choice) => {
    const invoice = pickOf(ofKind(open(scene), "pix", "boleto"), choice)
    const [words, body] = pickOf(ODD_BODIES, choice)(invoice, paidBody(invoice))
    scene.say("gateway", `pay of ${named(scene, invoice)}, and the webhook has ${words}`)
    await scene.world.gateway.act(invoice.id, "pay", { notify: false })
    await scene.world.gateway.sendNotice({ invoice_id: invoice.id, body }).catch((error: Error) => scene.andThen(error.message.slice(0, 100)))
    await isHeard(scene, invoice)
  },
}

const tellsAgain: Move = {
  name: "gateway tells an old thing again",
  weight: 2,
  can: (scene) => scene.facts.invoices.some(({ _sandbox }) => _sandbox.history.length > 1),
  act: async (scene, choice) => {
    const invoice = pickOf(scene.facts.invoices.filter(({ _sandbox }) => _sandbox.history.length > 1), choice)
    const old = invoice._sandbox.history.at(-2)!.code
    scene.say("gateway", `an old webhook (code ${String(old)}) of ${named(scene, invoice)} comes late`)
    await scene.world.gateway.sendNotice({ invoice_id: invoice.id, code: old }).catch((error: Error) => scene.andThen(error.message.slice(0, 100)))
  },
}

const returnsWithoutAmount: Move = {
  name: "gateway tells of a refund without its amount",
  weight: 1,
  can: (scene) => kept(scene).length > 0,
  act: async (scene, choice) => {
    const invoice = pickOf(kept(scene), choice)
    const cents = refundOf(invoice, choice)
    scene.say("gateway", `refund of ${reais(cents)} of ${named(scene, invoice)}, and the webhook says refound 0`)
    const after = await scene.world.gateway.act(invoice.id, "refund", { amount_cents: cents, notify: false })
    await scene.world.gateway.sendNotice({ invoice_id: invoice.id, refunded_cents: 0, code: after.status.code })
  },
}

const setsCode: Move = {
  name: "gateway sets a code that nobody knows",
  weight: 1,
  can: (scene) => scene.facts.invoices.length > 0,
  act: async (scene, choice) => {
    const invoice = pickOf(scene.facts.invoices, choice)
    const strange = [11, 13, 14, 99, "5a", null][choice.pick % 6]
    const before = invoice.status.code
    scene.say("gateway", `code ${String(strange)} for ${named(scene, invoice)}, and code ${String(before)} again`)
    await scene.world.gateway.setStatus(invoice.id, strange, { notify: choice.loud, wait: true })
    await scene.world.gateway.setStatus(invoice.id, before, { notify: choice.calm, wait: true })
    if (!choice.calm) scene.isSilent = true
  },
}

const revives: Move = {
  name: "gateway revives",
  weight: 2,
  can: (scene) => ofKind(ended(scene), "pix", "boleto").length > 0,
  act: async (scene, choice) => {
    const invoice = pickOf(ofKind(ended(scene), "pix", "boleto"), choice)
    scene.say("gateway", `${named(scene, invoice)} can be paid again${choice.loud ? "" : ", telling nobody"}`)
    if (!choice.loud) scene.isSilent = true
    await scene.world.gateway.setStatus(invoice.id, 1, { notify: choice.loud, wait: choice.loud && choice.calm })
  },
}

export const GATEWAY_MOVES: Move[] = [
  on("pay", 14, open, dueOf),
  on("pay", 6, (scene) => ofKind(ended(scene), "pix", "boleto"), dueOf),
  on("process", 1, (scene) => ofKind(open(scene), "boleto", "card")),
  on("schedule", 1, (scene) => ofKind(open(scene), "pix", "boleto")),
  on("authorize", 1, (scene) => ofKind(open(scene), "card")),
  on("deny", 2, (scene) => ofKind(open(scene), "card")),
  on("fail", 1, (scene) => ofKind(open(scene), "card")),
  on("overdue", 2, (scene) => ofKind(open(scene), "boleto")),
  on("expire", 2, (scene) => ofKind(open(scene), "pix", "boleto")),
  on("cancel", 1, open),
  on("refund", 5, kept, refundOf),
  on("refund-pending", 2, kept, refundOf),
  on("refund-fail", 2, (scene) => scene.facts.invoices.filter((invoice) => code(invoice) === 7)),
  on("refund", 2, (scene) => kept(scene).filter((invoice) => code(invoice) === 7), (invoice, choice) => refundOf(invoice, choice)),
  on("dispute", 2, (scene) => kept(scene).filter((invoice) => [5, 8].includes(code(invoice)))),
  on("dispute-won", 3, (scene) => scene.facts.invoices.filter((invoice) => code(invoice) === 10)),
  paysOddly,
  tellsAgain,
  returnsWithoutAmount,
  setsCode,
  revives,
]
