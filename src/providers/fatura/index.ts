import { ModuleProvider, Modules } from "@medusajs/framework/utils"
import { PixPaymentProvider } from "./pix"

export default ModuleProvider(Modules.PAYMENT, { services: [PixPaymentProvider] })
