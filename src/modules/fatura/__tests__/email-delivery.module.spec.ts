import { cents } from "../../../domain/money"
import type { Gateway } from "../../../../integration-tests/support/gateway"
import { type Database, tables } from "../database"
import type { InvoiceRow } from "../ledger/row"
import { recordExternalRefund } from "../refunds/external-refund"
import { type MailHouse, mailHouse } from "./support/mail-house"
import { insertInvoice } from "./support/rows"
import { useShop } from "./support/use-shop"
import { openKinds } from "./support/watching"

let db: Database
let gateway: Gateway
let house: MailHouse
let invoice: InvoiceRow

useShop((shop) => ({ db, gateway } = shop))
beforeAll(async () => (house = await mailHouse(db, gateway.url)))
beforeEach(async () => {
  house.reset()
  await db("notification").delete()
  await house.parts.accounts.all()
  invoice = await insertInvoice(db, { expires_at: new Date(Date.now() + 3_600_000), instructions: JSON.stringify({ pix: { payload: "00020126" } }) as never })
  await house.emails.again(invoice)
})

const fails = (message: string) => async () => {
  throw new Error(message)
}
const state = async () => (await db(tables.email).pluck("state")).join()
const timeline = () => db(tables.event).where({ fatura_invoice_id: invoice.id }).orderBy("id").pluck("kind")
const handedLongAgo = () => db(tables.email).update({ handed_at: db.raw("now() - interval '11 minutes'") })
/** A process that was killed leaves its claim behind until it ends. */
const claimsEnd = () => db(tables.email).update({ lease_until: db.raw("now() - interval '1 second'") })

describe("a provider that refuses", () => {
  it("is asked again, and its first yes is the last time: one copy", async () => {
    house.willDo(fails("550 over quota"), fails("503 unavailable"))
    for (let run = 0; run < 10; run++) await house.run()
    expect(house.askedOfProvider()).toBe(3)
    expect(house.taken).toHaveLength(1)
    expect(await state()).toBe("sent")
    expect(await timeline()).toEqual(["email_sent"])
    expect(await openKinds(db)).toEqual([])
  })

  it("is given up after twenty tries, which staff are told of; a message that goes out ends the problem", async () => {
    house.willDo(...Array.from({ length: 20 }, () => fails("401 wrong key of joana@shopper.example")))
    for (let run = 0; run < 25; run++) await house.run()
    expect(house.askedOfProvider()).toBe(20)
    expect(await state()).toBe("failed")
    expect(await timeline()).toEqual(["email_failed"])
    expect(await openKinds(db)).toEqual(["email_not_delivered"])
    expect(await db(tables.email).pluck("last_error")).toEqual([expect.stringMatching(/^[a-z_ ]+ at [\w.-]+:\d+ \(status 401\)$/)])
    await house.emails.again(invoice)
    await house.run()
    expect(house.taken).toHaveLength(1)
    expect(await openKinds(db)).toEqual([])
  })

  it("is none at all: nothing is said to be sent", async () => {
    const { notificationProviderService_ } = house.notifications as never as { notificationProviderService_: { getProviderForChannels(): Promise<unknown[]> } }
    jest.spyOn(notificationProviderService_, "getProviderForChannels").mockResolvedValueOnce([])
    await house.run()
    expect(await state()).toBe("pending")
    expect(await timeline()).toEqual([])
    await house.run()
    expect(house.taken).toHaveLength(1)
  })
})

describe("a code whose order was never made", () => {
  beforeEach(() => void (house.order.exists = false))

  it("is told of as soon as there is an order", async () => {
    for (let run = 0; run < 3; run++) await house.run()
    expect(await state()).toBe("pending")
    house.order.exists = true
    await house.run()
    expect(house.taken).toHaveLength(1)
  })

  it("is told of to nobody once it can be paid no more, and that is no problem", async () => {
    await house.run()
    await house.parts.ledger.update(invoice.id, { cancel_reason: "expired" })
    await house.parts.changes.take(invoice.id, { status: "canceled", refundedCents: null, paidCents: null }, "own_call")
    for (let run = 0; run < 25; run++) await house.run()
    expect(await db(tables.email).orderBy("kind").select("kind", "state")).toEqual([{ kind: "expired", state: "skipped" }, { kind: "instructions", state: "skipped" }])
    expect(house.askedOfProvider()).toBe(0)
    expect(await openKinds(db)).toEqual([])
  })
})

describe("an order without an e-mail address", () => {
  it("is told to staff, also when its code can be paid no more", async () => {
    house.order.email = ""
    await db(tables.invoice).update({ expires_at: new Date(Date.now() - 1_000) })
    for (let run = 0; run < 25; run++) await house.run()
    expect(await openKinds(db)).toEqual(["email_not_delivered"])
  })
})

describe("a provider whose answer is lost", () => {
  it.each(["connect failed: socket hang up", "Request timed out", "504 Gateway Timeout", "read ECONNRESET", "fetch failed", "This operation was aborted"])("after it took the message (%s): no second copy, and staff know", async (words) => {
    house.willDo(async (_message, take) => {
      take()
      throw new Error(words)
    })
    for (let run = 0; run < 5; run++) await house.run()
    expect(house.askedOfProvider()).toBe(1)
    expect(await state()).toBe("unknown")
    expect(await timeline()).toEqual(["email_unknown"])
    expect(await openKinds(db)).toEqual(["email_not_delivered"])
  })

  it.each(["connect ECONNREFUSED 127.0.0.1:25", "getaddrinfo ENOTFOUND smtp.example", "connect ETIMEDOUT 10.0.0.1:25"])("before it could be reached (%s): it is tried again", async (words) => {
    house.willDo(fails(words))
    for (let run = 0; run < 5; run++) await house.run()
    expect(house.taken).toHaveLength(1)
    expect(await state()).toBe("sent")
  })

  it("is no longer of interest when the invoice's status has changed", async () => {
    house.willDo(fails("Request timed out"))
    await house.run()
    expect(await openKinds(db)).toEqual(["email_not_delivered"])
    await house.parts.changes.take(invoice.id, { status: "paid", refundedCents: null, paidCents: 10_580 }, "notice")
    expect(await openKinds(db)).toEqual([])
  })
})

describe("a provider that is slow, and a process that is killed", () => {
  /** Takes the message, and answers when it is let go. */
  const slow = () => {
    let letGo!: () => void
    const held = new Promise<void>((resolve) => (letGo = resolve))
    house.willDo(async (_message, take) => {
      take()
      await held
    })
    return letGo
  }

  it("while it is with the provider nobody else sends it or says that it was sent; afterwards it is said once", async () => {
    const answer = slow()
    const first = house.run()
    await until(() => house.taken.length === 1)
    await claimsEnd()
    for (let run = 0; run < 3; run++) {
      await house.run()
      await claimsEnd()
      expect(await state()).toBe("pending")
    }
    expect(await timeline()).toEqual([])
    answer()
    await first
    await claimsEnd()
    await house.run()
    expect(house.askedOfProvider()).toBe(1)
    expect(await state()).toBe("sent")
    expect((await timeline()).at(-1)).toBe("email_sent")
  })

  it("killed while it was with the provider: neither a second copy nor silence", async () => {
    const answer = slow()
    const killed = house.run()
    await until(() => house.taken.length === 1)
    await handedLongAgo()
    await claimsEnd()
    await house.run()
    expect(house.askedOfProvider()).toBe(1)
    expect(await state()).toBe("unknown")
    expect(await timeline()).toEqual(["email_unknown"])
    expect(await openKinds(db)).toEqual(["email_not_delivered"])
    answer()
    await killed
  })

  it("killed before Medusa had it: it goes out, once", async () => {
    await db(tables.email).update({ due_at: db.raw("now() - interval '1 second'") })
    await house.emails.markHanded((await house.emails.claim())!)
    await handedLongAgo()
    await claimsEnd()
    for (let run = 0; run < 3; run++) await house.run()
    expect(house.taken).toHaveLength(1)
    expect(await state()).toBe("sent")
  })

  it("killed after it had gone out and before that was written down: it is said to be sent, and goes out no more", async () => {
    const spy = jest.spyOn(house.parts.ledger, "addEvent").mockRejectedValueOnce(new Error("killed"))
    const end = jest.spyOn(house.emails.constructor.prototype, "end").mockRejectedValueOnce(new Error("killed"))
    await house.run()
    spy.mockRestore()
    end.mockRestore()
    await claimsEnd()
    for (let run = 0; run < 3; run++) await house.run()
    expect(house.askedOfProvider()).toBe(1)
    expect(await state()).toBe("sent")
    expect(await timeline()).toEqual(["email_sent"])
  })

  it("in a retry after a refusal: the refusal of the first time says nothing of the second", async () => {
    house.willDo(fails("503 unavailable"))
    await house.run()
    const answer = slow()
    const killed = house.run()
    await until(() => house.taken.length === 1)
    await handedLongAgo()
    await claimsEnd()
    await house.run()
    expect(house.taken).toHaveLength(1)
    expect(await state()).toBe("unknown")
    answer()
    await killed
  })

  it("Medusa can't write down that it was sent: it goes out no second time", async () => {
    const update = jest.spyOn((house.notifications as never as { notificationService_: { update(): Promise<unknown> } }).notificationService_, "update").mockRejectedValueOnce(new Error("database gone"))
    await house.run()
    update.mockRestore()
    for (let run = 0; run < 3; run++) await house.run()
    expect(house.askedOfProvider()).toBe(1)
    expect(await state()).toBe("pending")
    await handedLongAgo()
    await house.run()
    expect(await state()).toBe("unknown")
    expect(house.askedOfProvider()).toBe(1)
  })
})

describe("what waited is told as it was, or not at all", () => {
  const subjects = () => house.taken.map(({ content }) => content!.subject.replace(/\s/g, " "))
  const told = (status: InvoiceRow["status"], seen: { refundedCents?: number; paidCents?: number } = {}) =>
    house.parts.changes.take(invoice.id, { status: status!, refundedCents: seen.refundedCents ?? null, paidCents: seen.paidCents ?? null }, "notice")
  const captured = (emails = house.emails) => house.parts.ledger.markCaptured(invoice, "order_1", cents(10_580), (row, trx) => emails.afterCapture(row, trx))
  beforeEach(() => db(tables.email).delete())

  it("two refunds that wait together are two messages, each with its own amount", async () => {
    await told("paid", { paidCents: 10_580 })
    await told("partially_refunded", { refundedCents: 1_000 })
    await told("refunded", { refundedCents: 10_580 })
    await house.run()
    expect(subjects().sort()).toEqual(["Devolução do pedido #12: R$ 10,00", "Devolução do pedido #12: R$ 95,80"])
  })

  it("a refund that staff recorded as made elsewhere is told, and not again with one of the gateway", async () => {
    await told("paid", { paidCents: 10_580 })
    await recordExternalRefund({ ...house.parts, emails: house.emails }, invoice.id, cents(5_000), { reason: "transfer", actor: "user_1" })
    await told("partially_refunded", { refundedCents: 1_000 })
    await house.run()
    expect(subjects().sort()).toEqual(["Devolução do pedido #12: R$ 10,00", "Devolução do pedido #12: R$ 50,00"])
  })

  it("a refund that staff recorded while e-mails are off is told of by nobody", async () => {
    await told("paid", { paidCents: 10_580 })
    await recordExternalRefund({ ...house.parts, emails: house.offEmails }, invoice.id, cents(5_000), { reason: "transfer", actor: "user_1" })
    await house.run()
    expect(house.taken).toEqual([])
  })

  it("what was paid is told, not what was due, also when some of it went back before it was told", async () => {
    await told("paid", { paidCents: 10_000 })
    await captured()
    await told("partially_refunded", { refundedCents: 1_000 })
    await house.run()
    const paid = house.taken.find(({ template }) => template === "fatura-paid")!
    expect(paid.content!.text.replace(/\s/g, " ")).toContain("Recebemos R$ 100,00 pelo pedido #12.")
    expect(paid.data).toMatchObject({ amount: 105.8, paid_amount: 100, refunded_amount: 0 })
  })

  it("what waited while e-mails were off is not sent months later, and the timeline says so", async () => {
    await told("paid", { paidCents: 10_580 })
    await captured()
    await house.run(false)
    expect(house.askedOfProvider()).toBe(0)
    await db(tables.email).update({ stale_at: db.raw("stale_at - interval '60 days'") })
    await house.run()
    expect(house.askedOfProvider()).toBe(0)
    expect(await state()).toBe("skipped")
    expect((await timeline()).at(-1)).toBe("email_dropped")
  })

  it("a payment that was taken while they were off is not told of when its dispute is won", async () => {
    await told("paid", { paidCents: 10_580 })
    await captured(house.offEmails)
    await told("disputed")
    await told("paid")
    await house.run()
    expect(house.taken).toEqual([])
  })

  it("a difference that expired does not take back what was paid before", async () => {
    house.order.paidBefore = true
    await house.parts.ledger.update(invoice.id, { cancel_reason: "expired", cancel_requested_at: new Date() })
    await told("canceled")
    await house.run()
    expect(subjects()).toEqual(["O código do pedido #12 venceu"])
    expect(house.taken[0]!.content!.text).toContain("O que já tinha sido pago pelo pedido não muda")
    expect(house.taken[0]!.data).toMatchObject({ is_difference: true, ended: "expired", pix: null })
  })

  it("a code of a cancelled order is not asked to be paid, and staff who asked for it can see that", async () => {
    house.order.status = "canceled"
    await house.emails.again(invoice)
    await house.run()
    expect(house.taken).toEqual([])
    expect(await timeline()).toEqual(["email_dropped"])
  })
})

async function until(true_: () => boolean): Promise<void> {
  while (!true_()) await new Promise((resolve) => setTimeout(resolve, 10))
}
