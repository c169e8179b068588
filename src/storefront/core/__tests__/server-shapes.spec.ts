import type { CheckoutOptions as ServerOptions } from "../../../modules/fatura/view/checkout-options"
import type { SessionView as ServerView } from "../../../modules/fatura/view/session-view"
import type { SavedPayerView } from "../../../modules/fatura/payers/payers"
import type { Draft } from "../../../modules/fatura/drafts/drafts"
import type { CheckoutOptions, SessionView } from "../types"
import type { PaymentDetails } from "../client"

type Same<A, B> = [A] extends [B] ? ([B] extends [A] ? true : false) : false
type Fits<A, B> = [A] extends [B] ? true : false

it("has the types that the server has: the file does not compile otherwise", () => {
  const view: Same<SessionView, ServerView> = true
  const options: Same<Omit<CheckoutOptions, "amount" | "currency_code" | "saved_payers">, ServerOptions> = true
  const payers: Same<CheckoutOptions["saved_payers"], SavedPayerView[]> = true
  const details: Fits<PaymentDetails, Draft> = true
  expect([view, options, payers, details]).toEqual([true, true, true, true])
})
