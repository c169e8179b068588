import { cents, type Cents } from "./money"

export type OrderLikeItem = {
  title: string
  quantity: number
  /** Of the whole line: after promotions, taxes included. */
  total: Cents
  requiresShipping: boolean
  id?: string
}

export type InvoiceLine = { id: string; title: string; quantity: number; amount: Cents }

const TITLE_LENGTH = 100

/**
 * The invoice's products in the `net` form: one line per item with its net total and quantity 1
 * ("2 × Camiseta P"), shipping as a line of its own. So nothing depends on whether the gateway
 * means a product's `amount` and `discount` per unit or per line, which no source tells.
 *
 * The lines always add up to `due` to the cent. Where the items do not (gift cards, credits, a
 * partly paid order, an exchange), there is one line `orderLabel` with the amount due.
 */
export function netLines(input: {
  items: OrderLikeItem[]
  /** After shipping discounts, taxes included. */
  shippingTotal: Cents
  due: Cents
  /** "Pedido 1042" */
  orderLabel: string
  texts?: { shipping: string }
}): InvoiceLine[] {
  const { items, shippingTotal, due, orderLabel } = input
  const lines: InvoiceLine[] = items.map((item, index) => ({
    id: item.id ?? String(index + 1),
    title: lineTitle(item),
    quantity: 1,
    amount: item.total,
  }))
  lines.push({
    id: "shipping",
    title: clean(input.texts?.shipping ?? "Frete"),
    quantity: 1,
    amount: shippingTotal,
  })
  const charged = lines.filter((line) => line.amount !== 0)
  const sum = charged.reduce((total, line) => total + line.amount, 0)
  const payable = charged.length > 0 && sum === due && charged.every((line) => line.amount > 0)
  return payable ? charged : [{ id: "order", title: clean(orderLabel), quantity: 1, amount: cents(due) }]
}

function lineTitle(item: OrderLikeItem): string {
  const title = clean(item.title) || "Item"
  return clean(item.quantity === 1 ? title : `${item.quantity} × ${title}`)
}

/** One line of printable text, cut by characters and not within one. */
function clean(text: string): string {
  const printable = text.replace(/[\p{Cc}\p{Cf}\p{Cs}\u2028\u2029]/gu, " ").replace(/\s+/g, " ").trim()
  return [...printable].slice(0, TITLE_LENGTH).join("").trim()
}
