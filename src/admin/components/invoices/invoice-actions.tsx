import { toast } from "@medusajs/ui"
import { useWrite } from "../../lib/use-api"
import { useTexts } from "../../lib/use-texts"
import type { Invoice, InvoiceDetail } from "../../lib/wire"
import { ConfirmButton } from "../confirm-button"
import { DueDateButton } from "./due-date-button"
import { TrackingButton } from "./tracking-button"
import { whyNot } from "./why-not"

type Canceled = { result: "canceled" | "paid" | "unresolved" }

export function SyncButton({ invoice }: { invoice: InvoiceDetail }) {
  const { t } = useTexts()
  const sync = useWrite<{ invoice: Invoice }>({ done: ({ invoice: { status } }) => t("invoices.actions.synced", { status: status ? t(`statuses.${status}`) : "–" }) })
  return (
    <ConfirmButton whyNot={whyNot(invoice, "sync", t)} pending={sync.isPending} onConfirm={() => sync.mutate({ path: `/invoices/${invoice.id}/sync` })}>
      {t("invoices.actions.sync")}
    </ConfirmButton>
  )
}

export function SendInstructionsButton({ invoice }: { invoice: InvoiceDetail }) {
  const { t } = useTexts()
  const send = useWrite({ done: t("invoices.actions.sendDone") })
  return (
    <ConfirmButton
      whyNot={whyNot(invoice, "send_instructions", t)}
      pending={send.isPending}
      question={{ title: t("invoices.actions.sendTitle"), description: t("invoices.actions.sendHint"), confirmText: t("invoices.actions.sendConfirm") }}
      onConfirm={() => send.mutate({ path: `/invoices/${invoice.id}/send-instructions` })}
    >
      {t("invoices.actions.sendInstructions")}
    </ConfirmButton>
  )
}

function CancelButton({ invoice }: { invoice: InvoiceDetail }) {
  const { t } = useTexts()
  const cancel = useWrite<Canceled>()
  const tell = ({ result }: Canceled) => {
    const say = { canceled: () => toast.success(t("invoices.actions.canceled")), paid: () => toast.warning(t("invoices.actions.canceledPaid")), unresolved: () => toast.warning(t("invoices.actions.canceledUnresolved")) }
    say[result]()
  }
  return (
    <ConfirmButton
      whyNot={whyNot(invoice, "cancel", t)}
      pending={cancel.isPending}
      question={{ title: t("invoices.actions.cancelTitle"), description: t("invoices.actions.cancelHint"), confirmText: t("invoices.actions.cancelConfirm"), cancelText: t("invoices.actions.keep"), danger: true }}
      onConfirm={() => cancel.mutate({ path: `/invoices/${invoice.id}/cancel` }, { onSuccess: tell })}
    >
      {t("invoices.actions.cancel")}
    </ConfirmButton>
  )
}

function ResendButton({ invoice }: { invoice: InvoiceDetail }) {
  const { t } = useTexts()
  const resend = useWrite({ done: t("invoices.actions.resendDone") })
  return (
    <ConfirmButton
      whyNot={whyNot(invoice, "resend_notice", t)}
      pending={resend.isPending}
      question={{ title: t("invoices.actions.resendTitle"), description: t("invoices.actions.resendHint"), confirmText: t("invoices.actions.resendConfirm") }}
      onConfirm={() => resend.mutate({ path: `/invoices/${invoice.id}/resend-notice` })}
    >
      {t("invoices.actions.resend")}
    </ConfirmButton>
  )
}

/** Everything that can be done with one invoice. */
export function InvoiceActions({ invoice }: { invoice: InvoiceDetail }) {
  const { t } = useTexts()
  return (
    <div role="group" aria-label={t("invoices.actions.label")} className="flex flex-wrap gap-2">
      <SyncButton invoice={invoice} />
      <DueDateButton invoice={invoice} />
      <SendInstructionsButton invoice={invoice} />
      <TrackingButton invoice={invoice} />
      <ResendButton invoice={invoice} />
      <CancelButton invoice={invoice} />
    </div>
  )
}
