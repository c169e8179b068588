import type { SubscriberArgs, SubscriberConfig } from "@medusajs/framework"
import type { ProblemKind } from "../domain/problems"
import { notifyStaff } from "../workflows/staff/notify-staff"

type ProblemRaised = { id: string; kind: ProblemKind; invoice_id: string | null; order_id: string | null }

export default async function staffNotification({ event, container }: SubscriberArgs<ProblemRaised>): Promise<void> {
  await notifyStaff(container, event.data)
}

export const config: SubscriberConfig = { event: "fatura.problem.raised", context: { subscriberId: "fatura-staff-notification" } }
