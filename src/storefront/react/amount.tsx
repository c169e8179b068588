import { formatMoney } from "../core/format"
import type { SessionView } from "../core/types"
import { useTexts } from "./provider"

/** What is to be paid, large. */
export function Amount({ session }: { session: SessionView }) {
  const texts = useTexts()
  return <p className="fatura-amount"><span className="fatura-hidden">{texts.pay.amount}: </span>{formatMoney(session.amount, session.currency_code, texts.locale)}</p>
}

/** A drawing of the server as an image and not as markup: nothing inside it can run in the page. */
export const imageOf = (svg: string): string => `data:image/svg+xml;charset=utf-8,${encodeURIComponent(svg)}`
