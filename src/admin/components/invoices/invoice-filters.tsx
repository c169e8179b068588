import { Button, Input, Label } from "@medusajs/ui"
import { useEffect, useState } from "react"
import { type InvoiceStatus } from "../../../domain/invoice-status"
import type { PaymentMethod } from "../../../modules/fatura/ledger/row"
import { useRead } from "../../lib/use-api"
import type { ListQuery } from "../../lib/use-list-query"
import { useTexts } from "../../lib/use-texts"
import type { AccountName } from "../../lib/wire"
import { ChoiceMenu } from "../choice-menu"

const METHODS: PaymentMethod[] = ["pix", "boleto", "card"]
const STATUSES: InvoiceStatus[] = [
  "awaiting_payment", "processing", "scheduled", "authorized", "paid", "overdue", "canceled", "denied", "failed", "refund_pending", "partially_refunded", "refunded", "disputed", "unknown",
]
const TYPING_PAUSE_MS = 300

type Props = { query: ListQuery; change: (part: Partial<ListQuery>) => void; clear: () => void; isNarrowed: boolean }

export function InvoiceFilters({ query, change, clear, isNarrowed }: Props) {
  const { t } = useTexts()
  const accounts = useRead<{ accounts: AccountName[] }>("/accounts").data?.accounts ?? []
  return (
    <div className="flex flex-wrap items-end gap-2 px-6 py-4">
      <SearchField typed={query.q} onChange={(q) => change({ q })} />
      <ChoiceMenu label={t("invoices.filters.status")} choices={STATUSES.map((value) => ({ value, label: t(`statuses.${value}`) }))} chosen={query.status} onChange={(status) => change({ status })} />
      <ChoiceMenu label={t("invoices.filters.method")} choices={METHODS.map((value) => ({ value, label: t(`methods.${value}`) }))} chosen={query.method} onChange={(method) => change({ method })} />
      {accounts.length > 1 && (
        <ChoiceMenu
          label={t("invoices.filters.account")}
          choices={accounts.map(({ id, name }) => ({ value: id, label: name }))}
          chosen={query.account_id ? [query.account_id] : []}
          onChange={(chosen) => change({ account_id: chosen.at(-1) ?? "" })}
        />
      )}
      <DayField id="invoices-from" label={t("invoices.filters.from")} day={query.from} onChange={(from) => change({ from })} />
      <DayField id="invoices-to" label={t("invoices.filters.to")} day={query.to} onChange={(to) => change({ to })} />
      {isNarrowed && (
        <Button type="button" size="small" variant="transparent" onClick={clear}>
          {t("invoices.filters.clear")}
        </Button>
      )}
    </div>
  )
}

/** Searches when typing pauses. */
function SearchField({ typed, onChange }: { typed: string; onChange: (text: string) => void }) {
  const { t } = useTexts()
  const [text, setText] = useState(typed)
  useEffect(() => setText(typed), [typed])
  useEffect(() => {
    if (text === typed) {
      return
    }
    const timer = setTimeout(() => onChange(text), TYPING_PAUSE_MS)
    return () => clearTimeout(timer)
  }, [text])
  return (
    <div className="w-full sm:w-96">
      {/* The kind "search" of this component has a picture without a name. */}
      <Input role="searchbox" type="text" size="small" value={text} onChange={(event) => setText(event.target.value)} placeholder={t("invoices.search")} aria-label={t("invoices.searchLabel")} />
    </div>
  )
}

export function DayField({ id, label, day, onChange }: { id: string; label: string; day: string; onChange: (day: string) => void }) {
  return (
    <div className="flex items-center gap-x-2">
      <Label htmlFor={id} size="xsmall" className="text-ui-fg-subtle">
        {label}
      </Label>
      <Input id={id} type="date" size="small" value={day} onChange={(event) => onChange(event.target.value)} />
    </div>
  )
}
