/** @jest-environment @happy-dom/jest-environment */
import { act, cleanup, screen, waitFor } from "@testing-library/react"
import type { CheckoutOptions } from "../../core/types"
import { PriceHints } from "../price-hints"
import { clientWith, options, plain, show } from "./fixtures"

afterEach(cleanup)

/** What the store answers for a price: 5% off by PIX, R$ 3,00 off by boleto, three installments. */
const answerFor = (amount: number): CheckoutOptions => ({
  ...options,
  amount,
  methods: [
    { provider_id: "pp_pix_fatura", method: "pix", available: true, discount: { type: "percent", value: 5 } },
    { provider_id: "pp_card_fatura", method: "card", available: true, installments: [{ count: 1, amount, total: amount }, { count: 3, amount: 33.3, total: amount }] },
    { provider_id: "pp_boleto_fatura", method: "boleto", available: true, discount: { type: "fixed", value: 3 } },
  ],
})
const lines = () => screen.queryAllByRole("listitem").map(({ textContent }) => plain(textContent))

describe("PriceHints", () => {
  it("writes what a price is by each method with a discount, and in how many installments", async () => {
    const checkoutOptions = jest.fn(async () => answerFor(99.9))
    show(<PriceHints price={99.9} regionId="reg_1" className="mine" />, clientWith({ checkoutOptions }))
    expect(lines()).toEqual([])
    await waitFor(() => expect(lines()).toEqual(["R$ 94,91 no Pix (5% de desconto)", "R$ 96,90 no Boleto (R$ 3,00 de desconto)", "Até 3× de R$ 33,30 sem juros"]))
    expect(screen.getByTestId("price-hints").className).toBe("fatura fatura-price-hints mine")
    expect(checkoutOptions.mock.calls).toEqual([[{ amount: 99.9, regionId: "reg_1" }]])
  })

  it("tells of no method that can't be used at that price, and nothing where there is nothing to tell", async () => {
    const answer = answerFor(99.9)
    const [pix, card, boleto] = answer.methods
    const checkoutOptions = async () => ({ ...answer, methods: [{ ...pix!, available: false }, { ...card!, installments: [] }, { ...boleto!, discount: undefined }] })
    show(<PriceHints price={99.9} />, clientWith({ checkoutOptions }))
    await act(async () => undefined)
    expect(lines()).toEqual([])
  })

  it("never shows the hints of another variant's price", async () => {
    const waiting: ((answer: CheckoutOptions) => void)[] = []
    const checkoutOptions = () => new Promise<CheckoutOptions>((resolve) => waiting.push(resolve))
    const { rerender } = show(<PriceHints price={99.9} />, clientWith({ checkoutOptions }))
    await act(async () => waiting[0]!(answerFor(99.9)))
    expect(lines()).toHaveLength(3)
    rerender(<PriceHints price={199.9} />)
    expect(lines()).toEqual([])
    // Its room is kept meanwhile: nothing below it moves.
    expect(screen.getByTestId("price-hints").getAttribute("aria-busy")).toBe("true")
    await act(async () => waiting.at(-1)!(answerFor(199.9)))
    expect(screen.getByTestId("price-hints").getAttribute("aria-busy")).toBe("false")
    expect(lines()[0]).toBe("R$ 189,91 no Pix (5% de desconto)")
  })

  it("leaves the page as it is when the store does not answer", async () => {
    show(<PriceHints price={99.9} />, clientWith({ checkoutOptions: async () => { throw new Error("down") } }))
    await act(async () => undefined)
    expect(lines()).toEqual([])
  })
})
