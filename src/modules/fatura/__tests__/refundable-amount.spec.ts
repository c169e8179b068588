import { refundableAmount } from "../refunds/refundable-amount"

/** A payment of R$ 201,111, as a percentage off leaves it, with the refunds that Medusa has of it. */
const payments = (...refunds: { id: string; amount: unknown }[]) =>
  ({ retrievePayment: async () => ({ captures: [{ id: "capt_1", amount: { value: "201.111", precision: 20 } }], refunds }) }) as never

describe("what a refund of Medusa asks for", () => {
  it.each([
    ["whole cents", 95.5, [], 9_550],
    ["Medusa's own form of them", { value: "30.5", precision: 20 }, [], 3_050],
    ["all that is left, with its fraction", 201.111, [], 20_111],
    ["the rest after a refund, with its fraction", 101.111, [{ id: "ref_0", amount: 100 }], 10_111],
    ["the rest, while this refund stands in the books already", { value: "201.111", precision: 20 }, [{ id: "ref_1", amount: { value: "201.111", precision: 20 } }], 20_111],
  ])("is %s", async (_what, amount, refunds, cents) => {
    expect(await refundableAmount(payments(...refunds), "pay_1", amount as never, "ref_1")).toBe(cents)
  })

  it.each([0.001, 0.004, 95.001, 201.112, 5.555, 0])("is refused in words when it is %d", async (amount) => {
    await expect(refundableAmount(payments(), "pay_1", amount, null)).rejects.toMatchObject({ key: "amount_fraction", message: expect.stringContaining("fraction of a cent") })
  })

  it("is refused when nothing tells what is left", async () => {
    await expect(refundableAmount(payments(), null, 201.111, null)).rejects.toMatchObject({ key: "amount_fraction" })
  })
})
