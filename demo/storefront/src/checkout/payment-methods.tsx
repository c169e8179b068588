import type { ReactNode } from "react"
import { PixIcon } from "../ui/icons"

/** A way to pay that this shop can show. */
export type PaymentMethod = { providerId: string; name: string; text: string; icon: ReactNode }

/**
 * The methods that have a panel in this shop, in the order of display; the region decides which of them are offered.
 * A new method needs an entry here and a panel in `payment/payment-panels.tsx`.
 */
export const PAYMENT_METHODS: readonly PaymentMethod[] = [
  {
    providerId: "pp_pix_fatura",
    name: "Pix",
    text: "Você recebe o código na próxima página e o pagamento é confirmado em segundos.",
    icon: <PixIcon />,
  },
]
