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

/** Below the price on a product page: what it is by a method with a discount, and in how many installments. Until the store has answered, the room of two lines, so that nothing moves under a finger. */
export function PriceHints({ price, regionId, currencyCode = "brl", className }: PriceHintsProps) {
  const texts = useTexts()
  const { options, loading } = useCheckoutOptions({ amount: price, regionId })
  const lines = options?.amount === price ? priceTexts(price, options.methods, texts, currencyCode) : []
  return (
    <ul className={classes("fatura", "fatura-price-hints", className)} aria-busy={loading} data-testid="price-hints">
      {lines.map((line) => <li key={line}>{line}</li>)}
    </ul>
  )
}
