import { priceTexts } from "../core/discount"
import { classes } from "./classes"
import { useTexts } from "./provider"
import { useCheckoutOptions } from "./use-checkout-options"

export type PriceHintsProps = {
  /** The price on the page, in decimal reais. */
  price: number
  regionId?: string
  currencyCode?: string
  className?: string
}

/** Below the price on a product page: what it is by a method with a discount, and in how many installments. Nothing until the store has answered. */
export function PriceHints({ price, regionId, currencyCode = "brl", className }: PriceHintsProps) {
  const texts = useTexts()
  const { options } = useCheckoutOptions({ amount: price, regionId })
  const lines = options?.amount === price ? priceTexts(price, options.methods, texts, currencyCode) : []
  return (
    <ul className={classes("fatura", "fatura-price-hints", className)} data-testid="price-hints">
      {lines.map((line) => <li key={line}>{line}</li>)}
    </ul>
  )
}
