import { INVOICE_STATUSES, type InvoiceStatus } from "../../../domain/invoice-status"
import { EMAIL_KINDS, type EmailData, type EmailKind } from "../emails/email"
import { renderEmail } from "../emails/render-email"
import { type Situation, whyDropped } from "../emails/still-true"
import { endingOf, toldOfCapture, toldOfChange } from "../emails/what-is-told"
import type { InvoiceRow } from "../ledger/row"

const now = new Date("2026-12-22T15:00:00Z")
const before = new Date("2026-12-22T14:00:00Z")
const after = new Date("2026-12-22T16:00:00Z")

const row = (given: Partial<InvoiceRow>) =>
  ({ method: "pix", status: "awaiting_payment", amount_cents: 12_330, interest_cents: 0, paid_cents: null, refunded_cents: 0, external_refunded_cents: 0, due_on: "2026-12-23", expires_at: after, cancel_reason: null, authorized_at: null, ...given }) as InvoiceRow

describe("what a change of the invoice is told as", () => {
  const told = (given: Partial<InvoiceRow>, toldRefundCents = 0) => toldOfChange({ row: row(given), toldRefundCents, now })

  const OF_STATUS: Record<InvoiceStatus, string | null> = {
    awaiting_payment: null, processing: null, scheduled: null, authorized: null, paid: null, canceled: "expired", refund_pending: null,
    partially_refunded: "refunded", refunded: "refunded", disputed: null, denied: null, overdue: null, failed: null, unknown: null,
  }
  it.each(INVOICE_STATUSES)("%s", (status) => {
    expect(told({ status, refunded_cents: 1_000, paid_cents: 12_330 })?.kind ?? null).toBe(OF_STATUS[status])
  })

  it.each([["replaced"], ["order_canceled"], ["session_deleted"], ["staff"], ["amount_mismatch"], ["unusable_code"]] as const)("a cancel because of %s is told by who asked for it", (cancel_reason) => {
    expect(told({ status: "canceled", cancel_reason })).toBeNull()
  })

  it("each refund with its own amount and the total so far, once", () => {
    expect(told({ status: "partially_refunded", refunded_cents: 1_000 })).toMatchObject({ cause: ":1000", facts: { refund_cents: 1_000, refunded_cents: 1_000 } })
    expect(told({ status: "refunded", refunded_cents: 12_330 }, 1_000)).toMatchObject({ cause: ":12330", facts: { refund_cents: 11_330, refunded_cents: 12_330 } })
    expect(told({ status: "refunded", refunded_cents: 12_330 }, 12_330)).toBeNull()
    expect(told({ status: "refunded", refunded_cents: 0 })).toBeNull()
  })

  it("what was returned outside the gateway is told too, and what is on its way or disputed is not", () => {
    expect(told({ status: "paid", external_refunded_cents: 5_000 })).toMatchObject({ kind: "refunded", cause: ":5000", facts: { refund_cents: 5_000, refunded_cents: 5_000 } })
    expect(told({ status: "partially_refunded", refunded_cents: 3_000, external_refunded_cents: 5_000 }, 5_000)).toMatchObject({ cause: ":8000", facts: { refund_cents: 3_000, refunded_cents: 8_000 } })
    expect(told({ status: "refund_pending", refunded_cents: 3_000, external_refunded_cents: 5_000 }, 5_000)).toBeNull()
    expect(told({ status: "disputed", refunded_cents: 3_000 })).toBeNull()
  })

  it("what a new due date added is part of what was due", () => {
    expect(toldOfCapture(row({ status: "paid", paid_cents: 12_500, interest_cents: 170 }))).toMatchObject({ facts: { amount_cents: 12_500, paid_cents: 12_500 } })
  })

  it.each([
    [12_330, 12_330], [1_000, 1_000], [12_500, 12_500], [null, null], [0, null], [-100, null],
  ])("a capture of an invoice for 12330 that was paid with %p tells of %p", (paid_cents, told) => {
    expect(toldOfCapture(row({ status: "paid", paid_cents }))).toMatchObject({ kind: "paid", facts: { amount_cents: 12_330, paid_cents: told } })
  })

  it.each([
    ["a PIX code whose minute is over", { cancel_reason: "expired", expires_at: before }, "expired"],
    ["a PIX code that the gateway ended after its minute", { expires_at: before }, "expired"],
    ["a PIX code that was closed at the gateway before its minute", { expires_at: after }, "closed"],
    ["a boleto whose day is over", { method: "boleto", expires_at: null, due_on: "2026-12-21" }, "expired"],
    ["a boleto that was closed at the gateway on its day", { method: "boleto", expires_at: null, due_on: "2026-12-22" }, "closed"],
    ["a boleto due on a Saturday, closed on Monday, when banks still take it", { method: "boleto", expires_at: null, due_on: "2026-12-19" }, "expired"],
    ["a card that was not finished", { method: "card", expires_at: null, due_on: null }, "card_closed"],
    ["a card that was not finished in time", { method: "card", cancel_reason: "expired" }, "card_closed"],
    ["a card that was approved, and closed by the gateway", { method: "card", authorized_at: before }, "card_released"],
  ] as [string, Partial<InvoiceRow>, string][])("%s is told as what it is", (_what, given, ending) => {
    expect(endingOf(row(given), now)).toBe(ending)
  })

  it("a boleto due on a Saturday is not over before the banking day after it is", () => {
    expect(endingOf(row({ method: "boleto", expires_at: null, due_on: "2026-12-19" }), new Date("2026-12-21T15:00:00Z"))).toBe("closed")
  })
})

describe("what may still be sent, by what became of the invoice since", () => {
  const facts = { amount_cents: 12_330, paid_cents: 12_330, refunded_cents: 1_000, refund_cents: 1_000, due_on: null, expires_at: null, ended: null }
  const situation = (given: Partial<Omit<Situation, "invoice">> & { invoice?: Partial<Situation["invoice"]> } = {}): Situation =>
    ({ facts, staleAt: after, isPayable: false, orderIsCanceled: false, hasOtherCode: false, now, ...given, invoice: { method: "pix", status: "paid", due_on: null, refunded_cents: 1_000, external_refunded_cents: 0, ...given.invoice } })
  const OPEN: InvoiceStatus[] = ["awaiting_payment", "overdue"]

  /** The statuses in which each kind is still true, of an order that stands. */
  const SENT_IN: Record<EmailKind, InvoiceStatus[]> = {
    instructions: OPEN,
    reminder: OPEN,
    paid: ["paid", "refund_pending", "partially_refunded"],
    expired: ["canceled"],
    refunded: [...INVOICE_STATUSES],
  }
  const every = EMAIL_KINDS.flatMap((kind) => INVOICE_STATUSES.map((status) => [kind, status] as const))
  it.each(every)("%s, of one that is %s", (kind, status) => {
    expect(whyDropped(kind, situation({ isPayable: OPEN.includes(status), invoice: { status } })) === null).toBe(SENT_IN[kind].includes(status))
  })

  it.each([
    ["instructions", "whose order was cancelled", { isPayable: true, orderIsCanceled: true, invoice: { status: "awaiting_payment" } }, "untrue"],
    ["instructions", "whose code was replaced or is over", { isPayable: false, invoice: { status: "awaiting_payment" } }, "untrue"],
    ["reminder", "of a boleto whose day is over, though it may still clear", { isPayable: true, invoice: { method: "boleto", status: "overdue", due_on: "2026-12-21" } }, "untrue"],
    ["reminder", "of a boleto that is due today", { isPayable: true, invoice: { method: "boleto", status: "awaiting_payment", due_on: "2026-12-22" } }, null],
    ["paid", "whose order was cancelled since", { orderIsCanceled: true }, "untrue"],
    ["expired", "after which another code was issued or paid", { hasOtherCode: true, invoice: { status: "canceled" } }, "untrue"],
    ["expired", "whose order was cancelled with it", { orderIsCanceled: true, invoice: { status: "canceled" } }, null],
    ["refunded", "of a cancelled order", { orderIsCanceled: true, invoice: { status: "refunded" } }, null],
    ["paid", "that waited for days, as while e-mails were off", { staleAt: before }, "late"],
    ["expired", "that waited for days", { staleAt: before, invoice: { status: "canceled" } }, "late"],
    ["refunded", "that waited for days", { staleAt: before }, "late"],
  ] as [EmailKind, string, Parameters<typeof situation>[0], string | null][])("%s %s: %s", (kind, _when, given, why) => {
    expect(whyDropped(kind, situation(given))).toBe(why)
  })
})

describe("the words", () => {
  const data: EmailData = {
    kind: "paid", language: "pt-BR", id: "finv_1", invoice_id: "77", session_id: "payses_1", order_id: "order_1", order_display_id: 12, method: "pix",
    amount: 123.3, amount_text: "R$ 123,30", currency_code: "brl", paid_amount: 123.3, paid_amount_text: "R$ 123,30",
    refund_amount: 0, refund_amount_text: "R$ 0,00", refunded_amount: 0, refunded_amount_text: "R$ 0,00", ended: null, is_difference: false,
    due_on: null, due_on_text: null, expires_at: null, expires_at_text: null, pix: null, boleto: null, action_url: null, pay_url: null, payee_name: null, payee_document_masked: null,
  }
  const refunds = { refund_amount: 64.8, refund_amount_text: "R$ 64,80", refunded_amount: 74.8, refunded_amount_text: "R$ 74,80" }

  it.each([
    [{ kind: "paid", paid_amount: 10, paid_amount_text: "R$ 10,00" }, "Pagamento do pedido #12 confirmado", "Recebemos R$ 10,00 pelo pedido #12. Obrigado!"],
    [{ kind: "paid", paid_amount: null, paid_amount_text: null }, "Pagamento do pedido #12 confirmado", "O pagamento do pedido #12 foi confirmado. Obrigado!"],
    [{ kind: "paid", is_difference: true, paid_amount: 31.5, paid_amount_text: "R$ 31,50" }, "Pagamento da diferença do pedido #12 confirmado", "Recebemos R$ 31,50 pela diferença do pedido #12. Obrigado!"],
    [{ kind: "expired", ended: "expired" }, "O código do pedido #12 venceu", "O código de R$ 123,30 do pedido #12 venceu sem pagamento e não deve mais ser pago. Nada foi cobrado por ele."],
    [{ kind: "expired", ended: "closed" }, "O código do pedido #12 foi cancelado", "O código de R$ 123,30 do pedido #12 foi cancelado sem pagamento e não deve mais ser pago. Nada foi cobrado por ele."],
    [{ kind: "expired", ended: "card_closed" }, "O pagamento do pedido #12 não foi concluído", "O pagamento de R$ 123,30 do pedido #12 com cartão não foi concluído e está encerrado. Nada foi cobrado por ele."],
    [{ kind: "expired", ended: "expired", is_difference: true }, "O código do pedido #12 venceu", "O que já tinha sido pago pelo pedido não muda: só a diferença ficou sem pagamento."],
    [{ kind: "refunded", ...refunds, refunded_amount: 64.8 }, "Devolução do pedido #12: R$ 64,80", "Do pagamento do pedido #12 foram devolvidos R$ 64,80."],
    [{ kind: "refunded", ...refunds }, "Devolução do pedido #12: R$ 64,80", "Do pagamento do pedido #12 foram devolvidos mais R$ 64,80. Ao todo, já são R$ 74,80."],
    [{ kind: "instructions", is_difference: true, amount_text: "R$ 31,50" }, "Falta a diferença do pedido #12: R$ 31,50", "O pedido #12 mudou, e falta pagar a diferença de R$ 31,50."],
    [{ kind: "reminder", is_difference: true, amount_text: "R$ 31,50" }, "A diferença do pedido #12 vence em breve", "Ainda falta pagar a diferença de R$ 31,50 do pedido #12."],
  ] as [Partial<EmailData>, string, string][])("%j", (given, subject, said) => {
    const rendered = renderEmail({ ...data, ...given })
    expect(rendered.subject).toBe(subject)
    expect(rendered.text).toContain(said)
    expect(rendered.text + rendered.html + rendered.subject).not.toMatch(/\{|undefined|null/)
    const { subject: english, text } = renderEmail({ ...data, ...given, language: "en" })
    expect(english + text).not.toMatch(/\{|undefined|null|pedido/)
  })

  it("a card that ended is called no code, and an approved one is not said to have been nothing", () => {
    for (const ended of ["card_closed", "card_released"] as const) {
      expect(renderEmail({ ...data, kind: "expired", method: "card", ended }).text).not.toMatch(/código|venceu/)
    }
    expect(renderEmail({ ...data, kind: "expired", method: "card", ended: "card_released" }).text).toContain("O valor reservado volta ao limite do cartão")
  })
})
