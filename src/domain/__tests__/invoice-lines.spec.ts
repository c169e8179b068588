import fc from "fast-check"
import { netLines, type OrderLikeItem } from "../invoice-lines"
import { cents } from "../money"

const item = (title: string, quantity: number, total: number, id?: string): OrderLikeItem => ({
  title,
  quantity,
  total: cents(total),
  requiresShipping: true,
  id,
})
const lines = (items: OrderLikeItem[], shipping: number, due: number) =>
  netLines({ items, shippingTotal: cents(shipping), due: cents(due), orderLabel: "Pedido 1042" })

test("one line per item with its net total, and one for shipping", () => {
  expect(lines([item("Camiseta P", 2, 9980, "it_1"), item("Boné", 1, 3990)], 1590, 15560)).toEqual([
    { id: "it_1", title: "2 × Camiseta P", quantity: 1, amount: 9980 },
    { id: "2", title: "Boné", quantity: 1, amount: 3990 },
    { id: "shipping", title: "Frete", quantity: 1, amount: 1590 },
  ])
})

test("what costs nothing is left out", () => {
  expect(lines([item("Camiseta P", 2, 9980), item("Brinde", 1, 0)], 0, 9980)).toEqual([
    { id: "1", title: "2 × Camiseta P", quantity: 1, amount: 9980 },
  ])
})

const WHOLE = (amount: number) => [{ id: "order", title: "Pedido 1042", quantity: 1, amount }]
test.each<[string, OrderLikeItem[], number, number, number]>([
  ["a gift card", [item("Camiseta P", 2, 9980)], 1590, 6570, 6570],
  ["one cent less", [item("Camiseta P", 2, 9980)], 0, 9979, 9979],
  ["one cent more", [item("Camiseta P", 2, 9980)], 0, 9981, 9981],
  ["a negative line", [item("Camiseta P", 2, 9980), item("Crédito", 1, -980)], 0, 9000, 9000],
  ["no items", [], 0, 4990, 4990],
  ["only free items", [item("Brinde", 1, 0)], 0, 4990, 4990],
])("%s makes it one line with the amount due", (_name, items, shipping, due, amount) => {
  expect(lines(items, shipping, due)).toEqual(WHOLE(amount))
})

test.each([
  ["Camiseta\nP\u0000\t azul ", 1, "Camiseta P azul"],
  ["x".repeat(200), 1, "x".repeat(100)],
  ["x".repeat(200), 12, `12 × ${"x".repeat(95)}`],
  ["👕".repeat(120), 1, "👕".repeat(100)],
  ["Cafe\u200b especial\u202e", 1, "Cafe especial"],
  ["", 1, "Item"],
  [" \n ", 3, "3 × Item"],
  ["Queijo", 0.5, "0.5 × Queijo"],
])("the title %j times %d is %j", (title, quantity, expected) => {
  expect(lines([item(title, quantity, 100)], 0, 100)[0]?.title).toBe(expected)
})

test("the text for shipping can be given", () => {
  const input = { items: [], shippingTotal: cents(500), due: cents(500), orderLabel: "Order 1" }
  expect(netLines({ ...input, texts: { shipping: "Shipping" } })[0]?.title).toBe("Shipping")
})

// A cart as Medusa makes it: unit prices, promotions per line, taxes on top, shipping with its own discount.
const carts = fc
  .record({
    items: fc.array(
      fc.record({
        title: fc.string({ unit: "grapheme", maxLength: 150 }),
        quantity: fc.integer({ min: 1, max: 50 }),
        unit: fc.integer({ min: 0, max: 1_000_000 }),
        promotion: fc.double({ min: 0, max: 1, noNaN: true }),
        tax: fc.constantFrom(0, 0.075, 0.18),
      }),
      { maxLength: 20 }
    ),
    shipping: fc.nat(20_000),
    shippingDiscount: fc.double({ min: 0, max: 1, noNaN: true }),
    giftCard: fc.constantFrom(0, 0, 1, 999, 12_345),
  })
  .map(({ items, shipping, shippingDiscount, giftCard }) => {
    const priced = items.map(({ title, quantity, unit, promotion, tax }) =>
      item(title, quantity, Math.round(unit * quantity * (1 - promotion) * (1 + tax)))
    )
    const freight = Math.round(shipping * (1 - shippingDiscount))
    const total = priced.reduce((sum, line) => sum + line.total, 0) + freight
    return { items: priced, shipping: freight, due: Math.max(1, total - giftCard), total }
  })

test("the lines of any cart add up to the amount due, and each can be sent", () => {
  fc.assert(
    fc.property(carts, ({ items, shipping, due, total }) => {
      const result = lines(items, shipping, due)
      let sum = 0
      for (const line of result) {
        sum += line.amount
        expect(line.quantity).toBe(1)
        expect(line.amount).toBeGreaterThan(0)
        expect([...line.title].length).toBeLessThanOrEqual(100)
        expect(line.title).toMatch(/\S/)
        expect(line.title).not.toMatch(/\p{Cc}/u)
      }
      expect(sum).toBe(due)
      expect(result.length === 1 && result[0]?.id === "order").toBe(total !== due)
    })
  )
})
