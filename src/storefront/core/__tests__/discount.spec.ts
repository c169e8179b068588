import { discountedPrice, discountText, priceTexts } from "../discount"
import { en } from "../texts/en"
import { ptBR } from "../texts/pt-br"
import type { MethodOption } from "../types"

const plain = (text: string) => text.replace(/\s/g, " ")
const methods: MethodOption[] = [
  { provider_id: "pp_pix_fatura", method: "pix", available: true, discount: { type: "percent", value: 5 } },
  { provider_id: "pp_boleto_fatura", method: "boleto", available: false, discount: { type: "fixed", value: 3 } },
  { provider_id: "pp_card_fatura", method: "card", available: true, installments: [{ count: 1, amount: 58.9, total: 58.9 }, { count: 6, amount: 9.82, total: 58.9 }] },
]

describe("a discount by method", () => {
  it("is named in percent or in money", () => {
    expect(plain(discountText({ type: "percent", value: 7.5 }, ptBR))).toBe("7,5% de desconto")
    expect(plain(discountText({ type: "fixed", value: 10 }, ptBR))).toBe("R$ 10,00 de desconto")
    expect(plain(discountText({ type: "percent", value: 5 }, en))).toBe("5% off")
  })

  it.each([
    [58.9, { type: "percent", value: 5 }, 55.96],
    [100, { type: "percent", value: 33 }, 67],
    [58.9, { type: "fixed", value: 10 }, 48.9],
    [5, { type: "fixed", value: 10 }, 0],
  ] as const)("makes of %d with %j %d", (price, discount, expected) => expect(discountedPrice(price, discount)).toBe(expected))

  it("stands with the installments below a price, of the methods that can be used", () => {
    expect(priceTexts(58.9, methods, ptBR).map(plain)).toEqual(["R$ 55,96 no Pix (5% de desconto)", "Até 6× de R$ 9,82 sem juros"])
    expect(priceTexts(58.9, [], ptBR)).toEqual([])
  })
})
