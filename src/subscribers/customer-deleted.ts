import type { SubscriberArgs, SubscriberConfig } from "@medusajs/framework"
import { FATURA_MODULE, type FaturaModuleService } from "../modules/fatura"
import { erasePayersOfCustomer } from "../workflows/erase-payers-of-customer"

/** What was saved for a customer goes with the account, and what invoices hold of the payer as soon as no money is open. */
export default async function customerDeleted({ event, container }: SubscriberArgs<{ id: string }>): Promise<void> {
  const fatura: FaturaModuleService = container.resolve(FATURA_MODULE)
  await fatura.payers.forgetCustomer(event.data.id)
  await erasePayersOfCustomer(container, event.data.id)
}

export const config: SubscriberConfig = { event: "customer.deleted", context: { subscriberId: "fatura-customer-deleted" } }
