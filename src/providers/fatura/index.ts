import { ModuleProvider, Modules } from "@medusajs/framework/utils"
import { BoletoPaymentProvider } from "./boleto"
import { CardPaymentProvider } from "./card"
import { PixPaymentProvider } from "./pix"

export default ModuleProvider(Modules.PAYMENT, { services: [PixPaymentProvider, BoletoPaymentProvider, CardPaymentProvider] })
