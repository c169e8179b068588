import type { EmailData } from "../emails/email"
import { renderEmail } from "../emails/render-email"
import { reminderAt } from "../emails/when"

const data: EmailData = {
  kind: "instructions", language: "pt-BR", id: "finv_1", invoice_id: "77", session_id: "payses_1", order_id: "order_1", order_display_id: 12, method: "pix",
  amount: 58.9, amount_text: "R$ 58,90", currency_code: "brl", paid_amount: null, paid_amount_text: null,
  refund_amount: 0, refund_amount_text: "R$ 0,00", refunded_amount: 0, refunded_amount_text: "R$ 0,00", ended: null, is_difference: false,
  due_on: "2026-12-26", due_on_text: "26/12/2026", expires_at: "2026-12-25T21:30:00.000Z", expires_at_text: "25/12/2026, 18:30",
  pix: { payload: "00020126<&>" }, boleto: null, action_url: null, pay_url: "https://loja.example/pedido/payses_1", payee_name: "Loja Exemplo", payee_document_masked: "**.***.***/0001-**",
}

describe("the plain message", () => {
  it("says how to pay a PIX: code, time, payee and the page's address", () => {
    const { subject, text, html } = renderEmail(data)
    expect(subject).toBe("Pague o pedido #12: R$ 58,90")
    expect(text).toContain("Pague até 25/12/2026, 18:30\n")
    expect(text).toContain("PIX copia e cola:\n00020126<&>\n")
    expect(text).toContain("Quem recebe: Loja Exemplo, **.***.***/0001-**")
    expect(html).toContain("00020126&#60;&#38;&#62;")
    expect(html).toContain('href="https://loja.example/pedido/payses_1"')
    expect(html).toContain('lang="pt-BR"')
    expect(html).not.toMatch(/<img|<script|src=|@import/)
  })

  it("says how to pay a boleto, in English, and that it may still be registered", () => {
    const boleto = { line: "34191", barcode: "3419", url: "https://gateway.example/boleto.pdf" }
    const { text, html } = renderEmail({ ...data, language: "en", kind: "reminder", method: "boleto", pix: null, boleto })
    expect(text).toContain("Pay until 26/12/2026")
    expect(text).toContain("Boleto line:\n34191")
    expect(text).toContain("up to 3 banking days")
    expect(html).toContain('href="https://gateway.example/boleto.pdf"')
  })

  it("makes no link of an address that is none", () => {
    expect(renderEmail({ ...data, pay_url: "javascript:alert(1)" }).html).not.toContain("href")
  })
})

describe("when a reminder comes", () => {
  const options = { pixReminderMinutes: 15, boletoReminderDays: 1 }
  it("a quarter of an hour before a PIX code ceases, at nine in São Paulo a day before a boleto is due", () => {
    expect(reminderAt({ method: "pix", expires_at: new Date("2026-12-25T21:30:00Z"), due_on: "2026-12-26" }, options)).toEqual(new Date("2026-12-25T21:15:00Z"))
    expect(reminderAt({ method: "boleto", expires_at: null, due_on: "2026-12-26" }, options)).toEqual(new Date("2026-12-25T12:00:00Z"))
  })
  it("never for a card, or where it is switched off", () => {
    expect(reminderAt({ method: "card", expires_at: null, due_on: null }, options)).toBeNull()
    expect(reminderAt({ method: "pix", expires_at: new Date(), due_on: null }, { ...options, pixReminderMinutes: 0 })).toBeNull()
  })
})
