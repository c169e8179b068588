import type { ComponentType } from "react"
import type { PaymentView } from "../api/types"
import { PixPanel } from "./pix-panel"

export type PanelProps = { view: PaymentView; clockOffset: number; onExpired: () => void }

/** What the shopper needs to pay, by the view's `method`. Each method that the checkout offers has its panel here. */
export const PAYMENT_PANELS: Readonly<Record<string, ComponentType<PanelProps> | undefined>> = {
  pix: PixPanel,
}
