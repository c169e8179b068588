import type { SubscriberArgs, SubscriberConfig } from "@medusajs/framework"
import { notifyStaff } from "../workflows/staff/notify-staff"

type ProblemRaised = { id: string; kind: string; invoice_id: string | null; order_id: string | null }

export default async function staffNotification({ event, container }: SubscriberArgs<ProblemRaised>): Promise<void> {
  await notifyStaff(container, event.data)
}

export const config: SubscriberConfig = { event: "fatura.problem.raised", context: { subscriberId: "fatura-staff-notification" } }
