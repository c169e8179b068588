import { Button } from "@medusajs/ui"
import { useWrite } from "../../lib/use-api"
import { useTexts } from "../../lib/use-texts"
import type { InvoiceDetail } from "../../lib/wire"
import { ConfirmButton } from "../confirm-button"
import { FormDrawer } from "../form-drawer"
import { whyNot } from "./why-not"

/** A new due date for a PIX or a boleto that waits. */
export function DueDateButton({ invoice }: { invoice: InvoiceDetail }) {
  const { t } = useTexts()
  const change = useWrite({ done: t("invoices.actions.dueDateDone"), quiet: true })
  const refusal = whyNot(invoice, "due_date", t)
  if (refusal) {
    return (
      <ConfirmButton whyNot={refusal} onConfirm={() => undefined}>
        {t("invoices.actions.dueDate")}
      </ConfirmButton>
    )
  }
  return (
    <FormDrawer
      title={t("invoices.actions.dueDate")}
      hint={t("invoices.actions.dueDateHint")}
      label={t("invoices.actions.dueDateField")}
      type="date"
      initial={invoice.due_on ?? ""}
      check={(day) => (day >= todayInSaoPaulo() ? null : t("invoices.actions.dueDatePast"))}
      save={(due_at) => change.mutateAsync({ path: `/invoices/${invoice.id}/due-date`, body: { due_at } })}
      trigger={
        <Button type="button" size="small" variant="secondary">
          {t("invoices.actions.dueDate")}
        </Button>
      }
    />
  )
}

/** The gateway's days are days of São Paulo. */
function todayInSaoPaulo(): string {
  return new Intl.DateTimeFormat("en-CA", { timeZone: "America/Sao_Paulo" }).format(new Date())
}
