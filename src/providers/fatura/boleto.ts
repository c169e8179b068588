import { FaturaPaymentProvider } from "./fatura-payment-provider"

/** `pp_boleto_fatura` */
export class BoletoPaymentProvider extends FaturaPaymentProvider {
  static override identifier = "boleto"
  protected readonly method = "boleto" as const
}
