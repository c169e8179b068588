import { FaturaPaymentProvider } from "./fatura-payment-provider"

/** `pp_pix_fatura` */
export class PixPaymentProvider extends FaturaPaymentProvider {
  static override identifier = "pix"
  protected readonly method = "pix" as const
}
