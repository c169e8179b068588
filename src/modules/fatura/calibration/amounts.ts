import { proveAmount } from "../../../domain/amount-proof"
import { cents } from "../../../domain/money"
import type { GatewayInvoice, NewInvoice } from "../../../gateway"

/**
 * An invoice whose parts add up to another sum under every reading, so that its amounts tell which one is
 * right. Small: R$ 29.40 at most.
 */
export const PROBE = { quantity: 3, amount: 1_000, discountOfProduct: 70, discountOfInvoice: 50, shipping: 110 } as const

export const PROBE_AMOUNTS: Pick<NewInvoice, "lines" | "discount" | "shipping"> = {
  lines: [{ id: "1", title: "Calibragem", quantity: PROBE.quantity, amount: cents(PROBE.amount), discount: cents(PROBE.discountOfProduct) }],
  discount: cents(PROBE.discountOfInvoice),
  shipping: cents(PROBE.shipping),
}

export type AmountReading = {
  product_amount: "per_unit" | "per_line"
  product_discount: "per_unit" | "per_line"
  gross_includes_discount: boolean
  gross_includes_shipping: boolean
}

/** What the probe comes to by one reading: what is due, what `amount.gross` then says, and the discount. */
function sumsBy({ product_amount, product_discount, gross_includes_discount, gross_includes_shipping }: AmountReading) {
  const items = PROBE.amount * (product_amount === "per_unit" ? PROBE.quantity : 1)
  const discount = PROBE.discountOfProduct * (product_discount === "per_unit" ? PROBE.quantity : 1) + PROBE.discountOfInvoice
  const gross = items - (gross_includes_discount ? discount : 0) + (gross_includes_shipping ? PROBE.shipping : 0)
  return { due: items - discount + PROBE.shipping, gross, discount }
}

const ALL: AmountReading[] = (["per_unit", "per_line"] as const).flatMap((product_amount) =>
  (["per_unit", "per_line"] as const).flatMap((product_discount) =>
    [true, false].flatMap((gross_includes_discount) =>
      [true, false].map((gross_includes_shipping) => ({ product_amount, product_discount, gross_includes_discount, gross_includes_shipping }))
    )
  )
)

/** What an answer to the probe tells; a member that several readings fit is null. */
export function readAmounts(invoice: GatewayInvoice): { [Name in keyof AmountReading]: AmountReading[Name] | null } {
  const evidence = { pixPayload: invoice.pix?.payload, boletoBarcode: invoice.boleto?.barcode, boletoLine: invoice.boleto?.line, grossCents: null }
  const { provenCents: due } = proveAmount(evidence, cents(0))
  const fitting = ALL.filter((reading) => {
    const sums = sumsBy(reading)
    const fits = (told: number | null, expected: number) => told === null || told === expected
    return fits(invoice.grossCents, sums.gross) && fits(due, sums.due) && fits(invoice.discountCents, sums.discount)
  })
  const agreed = <Name extends keyof AmountReading>(name: Name): AmountReading[Name] | null => {
    const values = new Set(fitting.map((reading) => reading[name]))
    return values.size === 1 && invoice.grossCents !== null ? fitting[0]![name] : null
  }
  return {
    product_amount: agreed("product_amount"),
    product_discount: agreed("product_discount"),
    gross_includes_discount: agreed("gross_includes_discount"),
    gross_includes_shipping: agreed("gross_includes_shipping"),
  }
}
