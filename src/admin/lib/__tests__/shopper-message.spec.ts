import { shopperMessage } from "../shopper-message"

const invoice = { method: "pix" as const, amount: 1058.9, order_display_id: 42, payer_name: " Rita  Quaresma", due_on: "2026-11-30", expires_at: "2026-11-29T02:30:00.000Z", instructions: { pix: { payload: "00020126580014BR.GOV.BCB.PIX6304ABCD" } } }
/** Intl puts a space that does not break between sign and number. */
const plain = (text: string | null) => text?.replaceAll("\u00a0", " ")

describe("the message for the shopper", () => {
  it("holds the PIX code on a line of its own, and until when it can be paid", () => {
    expect(plain(shopperMessage(invoice))).toBe(
      "Olá, Rita! Este é o PIX do seu pedido *#42*, no valor de *R$ 1.058,90*.\n\n" +
        "Copie o código abaixo e cole no app do seu banco, em PIX copia e cola:\n\n00020126580014BR.GOV.BCB.PIX6304ABCD\n\n" +
        "Válido até *28/11/2026 às 23:30* (horário de Brasília)."
    )
  })

  it("holds the boleto's line, its document and its due date", () => {
    const boleto = { line: "23793.38128 60000.000003 00000.000400 1 84340000012345", url: "https://gateway.example/boleto/7" }
    expect(plain(shopperMessage({ ...invoice, method: "boleto", instructions: { boleto } }))).toBe(
      "Olá, Rita! Este é o boleto do seu pedido *#42*, no valor de *R$ 1.058,90*.\n\n" +
        "Copie a linha digitável abaixo e pague no app do seu banco:\n\n23793.38128 60000.000003 00000.000400 1 84340000012345\n\n" +
        "Boleto em PDF: https://gateway.example/boleto/7\n\nVencimento: *30/11/2026*."
    )
  })

  it("does without what is not known", () => {
    const bare = { ...invoice, order_display_id: null, payer_name: null, expires_at: null }
    expect(plain(shopperMessage(bare))).toMatch(/^Olá! Este é o PIX do seu pedido, no valor/)
    expect(shopperMessage(bare)).not.toContain("Válido")
    expect(shopperMessage({ ...invoice, instructions: null })).toBeNull()
    expect(shopperMessage({ ...invoice, method: "card", instructions: {} })).toBeNull()
  })
})
