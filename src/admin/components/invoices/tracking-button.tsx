import { Button } from "@medusajs/ui"
import { useWrite } from "../../lib/use-api"
import { useTexts } from "../../lib/use-texts"
import type { InvoiceDetail } from "../../lib/wire"
import { ConfirmButton } from "../confirm-button"
import { FormDrawer } from "../form-drawer"
import { whyNot } from "./why-not"

const SHORTEST = 3

/** Tells the gateway the carrier's code. */
export function TrackingButton({ invoice }: { invoice: InvoiceDetail }) {
  const { t } = useTexts()
  const add = useWrite({ done: t("invoices.actions.trackingDone"), quiet: true })
  const refusal = whyNot(invoice, "tracking", t)
  if (refusal) {
    return (
      <ConfirmButton whyNot={refusal} onConfirm={() => undefined}>
        {t("invoices.actions.tracking")}
      </ConfirmButton>
    )
  }
  return (
    <FormDrawer
      title={t("invoices.actions.tracking")}
      label={t("invoices.actions.trackingField")}
      initial={invoice.tracking_code ?? ""}
      check={(code) => (code.length >= SHORTEST ? null : t("invoices.actions.trackingTooShort"))}
      save={(code) => add.mutateAsync({ path: `/invoices/${invoice.id}/tracking`, body: { code } })}
      trigger={
        <Button type="button" size="small" variant="secondary">
          {t("invoices.actions.tracking")}
        </Button>
      }
    />
  )
}
