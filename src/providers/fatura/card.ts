import { FaturaPaymentProvider } from "./fatura-payment-provider"

/** `pp_card_fatura` */
export class CardPaymentProvider extends FaturaPaymentProvider {
  static override identifier = "card"
  protected readonly method = "card" as const
}
