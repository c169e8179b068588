import type { ReactNode } from "react"
import { BarcodeIcon, CardIcon, PixIcon } from "../ui/icons"

/** A way to pay that this shop can show. */
export type PaymentMethod = {
  providerId: string
  /** As the payment's view calls it. */
  method: string
  name: string
  text: string
  icon: ReactNode
  /** On the button that starts this method on an order that is placed already. */
  renewWords: string
}

export const CARD_PROVIDER = "pp_card_fatura"

/**
 * The methods that have a panel in this shop, in the order of display; the region decides which of them are offered.
 * A new method needs an entry here and a panel in `payment/payment-panels.tsx`.
 */
export const PAYMENT_METHODS: readonly PaymentMethod[] = [
  {
    providerId: "pp_pix_fatura",
    method: "pix",
    name: "Pix",
    text: "Você recebe o código na próxima página e o pagamento é confirmado em segundos.",
    icon: <PixIcon />,
    renewWords: "Gerar código Pix",
  },
  {
    providerId: CARD_PROVIDER,
    method: "card",
    name: "Cartão de crédito",
    text: "Parcele sem juros, com resposta na hora.",
    icon: <CardIcon />,
    renewWords: "Pagar com cartão",
  },
  {
    providerId: "pp_boleto_fatura",
    method: "boleto",
    name: "Boleto",
    text: "Pague no banco, no app ou na lotérica. Compensa em até 3 dias úteis.",
    icon: <BarcodeIcon />,
    renewWords: "Gerar boleto",
  },
]
