import { StatusBadge as Badge } from "@medusajs/ui"
import type { InvoiceStatus } from "../../domain/invoice-status"
import type { AttemptState } from "../../modules/fatura/ledger/row"
import { useTexts } from "../lib/use-texts"

type Colour = "green" | "red" | "blue" | "orange" | "grey" | "purple"

const STATUS_COLOURS: Record<InvoiceStatus, Colour> = {
  awaiting_payment: "orange",
  processing: "blue",
  scheduled: "blue",
  authorized: "blue",
  paid: "green",
  canceled: "grey",
  refund_pending: "purple",
  partially_refunded: "purple",
  refunded: "purple",
  disputed: "red",
  denied: "red",
  overdue: "red",
  failed: "red",
  unknown: "red",
}

const STATE_COLOURS: Record<AttemptState, Colour> = { issuing: "blue", issued: "blue", refused: "red", not_sent: "grey", unknown: "red" }

/** How an invoice stands, in words; where the gateway has told nothing yet, how far its issuing came. */
export function StatusBadge({ status, state }: { status: InvoiceStatus | null; state: AttemptState }) {
  const { t } = useTexts()
  if (state === "issued" && status) {
    return <Badge color={STATUS_COLOURS[status]}>{t(`statuses.${status}`)}</Badge>
  }
  return <Badge color={STATE_COLOURS[state]}>{t(`states.${state}`)}</Badge>
}
