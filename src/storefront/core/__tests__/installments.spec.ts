import { mostInstallmentsText, planFor, planText } from "../installments"
import { en } from "../texts/en"
import { ptBR } from "../texts/pt-br"

const plans = [{ count: 1, amount: 99.9, total: 99.9 }, { count: 3, amount: 33.3, total: 99.9 }]
const plain = (text: string) => text.replace(/\s/g, " ")

it("says value and number of the installments", () => {
  expect(plain(planText(plans[1]!, ptBR))).toBe("3× de R$ 33,30 sem juros")
  expect(plain(planText(plans[0]!, ptBR))).toBe("À vista: R$ 99,90")
  expect(plain(planText(plans[1]!, en))).toBe("3× R$33.30 without interest")
})

it("falls back to payment at once when the total became too small for the wish", () => {
  expect(planFor(plans, 3)).toBe(plans[1])
  expect(planFor(plans, 12)).toBe(plans[0])
  expect(planFor([], 1)).toBeUndefined()
})

it("tells the most installments, and nothing where there is one", () => {
  expect(plain(mostInstallmentsText(plans, ptBR))).toBe("Até 3× de R$ 33,30 sem juros")
  expect(mostInstallmentsText(plans.slice(0, 1), ptBR)).toBe("")
  expect(mostInstallmentsText([], ptBR)).toBe("")
})
