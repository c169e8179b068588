import type { ComponentType } from "react"
import type { PaymentView } from "../api/types"
import { BoletoPanel } from "./boleto-panel"
import { PixPanel } from "./pix-panel"

export type PanelProps = { view: PaymentView; clockOffset: number; onExpired: () => void }

/** What the shopper needs to pay, by the view's `method`. A card is paid at the checkout and has none. */
export const PAYMENT_PANELS: Readonly<Record<string, ComponentType<PanelProps> | undefined>> = {
  pix: PixPanel,
  boleto: BoletoPanel,
}
