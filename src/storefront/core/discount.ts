import { fill, formatMoney } from "./format"
import { mostInstallmentsText } from "./installments"
import { own } from "./own"
import type { FaturaTexts } from "./texts/types"
import type { Discount, MethodOption } from "./types"

const offText = ({ type, value }: Discount, { locale }: FaturaTexts, currencyCode: string) =>
  type === "percent" ? new Intl.NumberFormat(locale, { style: "percent", maximumFractionDigits: 2 }).format(value / 100) : formatMoney(value, currencyCode, locale)

/** "5% de desconto", for the choice of the method. */
export function discountText(discount: Discount, texts: FaturaTexts, currencyCode = "brl"): string {
  return fill(texts.choice.discount, { off: offText(discount, texts, currencyCode) })
}

/**
 * What a price comes to by a method, to the cent, for display: the cart's total is what counts, since the store's
 * promotions decide how discounts meet.
 */
export function discountedPrice(price: number, { type, value }: Discount): number {
  const off = type === "percent" ? price * value / 100 : value
  return Math.max(0, Math.round((price - off) * 100) / 100)
}

/**
 * The lines below a price on a product page: "R$ 55,96 no Pix (5% de desconto)" for each method with a discount, and
 * "Até 12× de R$ 4,91 sem juros". `methods` are the checkout options of that price.
 */
export function priceTexts(price: number, methods: MethodOption[], texts: FaturaTexts, currencyCode = "brl"): string[] {
  const usable = methods.filter(({ available }) => available)
  const discounted = usable.flatMap(({ method, discount }) => (discount
    ? [fill(texts.choice.price_with, {
        price: formatMoney(discountedPrice(price, discount), currencyCode, texts.locale),
        method: own(texts.methods, method)?.name ?? method,
        off: offText(discount, texts, currencyCode),
      })]
    : []))
  const installments = usable.map((method) => mostInstallmentsText(method.installments ?? [], texts, currencyCode))
  return [...discounted, ...installments].filter(Boolean)
}
