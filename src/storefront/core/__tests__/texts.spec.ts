import { FaturaError } from "../error"
import { paceOfStatus, toneOf } from "../status-facts"
import { en } from "../texts/en"
import { ptBR } from "../texts/pt-br"
import { errorText, statusText } from "../texts/words"
import { SESSION_STATUSES } from "../types"

/** Every text with its path, "pix.steps" for example. */
const flat = (texts: object, path = ""): Record<string, string> =>
  Object.assign({}, ...Object.entries(texts).map(([key, value]) => (typeof value === "string" ? { [path + key]: value } : flat(value as object, `${path}${key}.`))))

describe("the texts", () => {
  it("say the same things in both languages, with the same values to fill in", () => {
    const [portuguese, english] = [flat(ptBR), flat(en)]
    expect(Object.keys(english).sort()).toEqual(Object.keys(portuguese).sort())
    const values = (text: string) => (text.match(/\{\w+\}/g) ?? []).sort()
    for (const [key, text] of Object.entries(portuguese)) {
      expect([key, values(english[key]!)]).toEqual([key, values(text)])
      expect([key, english[key]!.split("**").length % 2, text.split("**").length % 2]).toEqual([key, 1, 1])
      expect(text.trim()).not.toBe("")
    }
  })

  it("have words for every status", () => {
    for (const status of SESSION_STATUSES) expect(statusText(ptBR, status).title).not.toBe("")
  })

  it("treat a status of a newer server as unknown", () => {
    expect(statusText(ptBR, "something_new", "card")).toEqual(ptBR.status.unknown)
    expect(statusText(ptBR, "paid", "new_method")).toEqual(ptBR.status.paid)
    expect(toneOf("something_new")).toBe("neutral")
  })

  it("speak of the method where that matters, and keep the rest", () => {
    expect(statusText(ptBR, "denied", "card").title).toBe("Cartão não aprovado")
    expect(statusText(ptBR, "paid", "card")).toEqual(ptBR.status.paid)
  })
})

describe("paceOfStatus", () => {
  it.each([
    ["awaiting_payment", "pix", "fast"],
    ["awaiting_payment", "boleto", "slow"],
    ["expired", "pix", "slow"],
    ["paid", "boleto", "stop"],
    ["something_new", "pix", "slow"],
  ])("%s of a %s: %s", (status, method, pace) => {
    expect(paceOfStatus(status, method)).toBe(pace)
  })
})

describe("errorText", () => {
  const http = (status: number, message = "", code = "") => new FaturaError("http", message, status, code)

  it.each<[unknown, string]>([
    [new FaturaError("network", ""), "Não conseguimos falar com a loja. Confira sua conexão e tente de novo."],
    [new FaturaError("timeout", ""), "A loja está demorando para responder. Tente de novo em instantes."],
    [new TypeError("x is undefined"), "Algo não saiu como esperado. Tente de novo."],
    [http(422, "O cartão não foi aprovado.", "card_denied"), "O cartão não foi aprovado."],
    [http(400, "Some variant does not have the required inventory"), "Um dos produtos acabou de esgotar. Ajuste a quantidade no carrinho."],
    [http(200, "Payment authorization failed"), "O pagamento não foi autorizado. Tente de novo em instantes."],
    [http(409, "The request conflicted with another request.", "invalid_state_error"), "A loja está demorando para responder. Tente de novo em instantes."],
    [http(500, "relation does not exist"), "A loja teve um problema. Tente de novo em instantes."],
    [http(429, "Too many requests"), "Muitas tentativas seguidas. Espere um minuto e tente de novo."],
    [http(400), "Algo não saiu como esperado. Tente de novo."],
  ])("%s", (error, words) => {
    expect(errorText(error, ptBR)).toBe(words)
  })
})
