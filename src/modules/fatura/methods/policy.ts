import type { PaymentMethod } from "../ledger/row"
import { boletoPolicy } from "./boleto"
import { cardPolicy } from "./card"
import type { MethodPolicy } from "./method-policy"
import { pixPolicy } from "./pix"

export type { MethodPolicy, Terms } from "./method-policy"

export const POLICIES: Record<PaymentMethod, MethodPolicy> = { pix: pixPolicy, boleto: boletoPolicy, card: cardPolicy }
