import { Text } from "@medusajs/ui"
import { useState } from "react"
import { ApiError, request } from "../../lib/api"
import { CACHE } from "../../lib/use-api"
import { useTexts } from "../../lib/use-texts"
import type { FiscalData } from "../../lib/wire"
import { useMutation, useQueryClient } from "@tanstack/react-query"
import { ConfirmButton } from "../confirm-button"
import { CopyButton } from "../copy-button"

/** The payer's full document and what a nota fiscal needs. Asked for by a click alone, since each look is written down. */
export function FiscalDataPanel({ orderId }: { orderId: string }) {
  const { t, language } = useTexts()
  const cache = useQueryClient()
  const [data, setData] = useState<FiscalData | null>(null)
  const look = useMutation<{ fiscal_data: FiscalData }, ApiError, void>({
    mutationFn: () => request(`/orders/${orderId}/fiscal-data`, { language }),
    onSuccess: async ({ fiscal_data }) => {
      setData(fiscal_data)
      await cache.invalidateQueries({ queryKey: [CACHE, `/orders/${orderId}/invoices`] })
    },
  })
  if (data) {
    return <Shown data={data} />
  }
  return (
    <div className="flex flex-col gap-y-2">
      <ConfirmButton pending={look.isPending} question={{ title: t("order.fiscal.title"), description: t("order.fiscal.hint"), confirmText: t("order.fiscal.confirm") }} onConfirm={() => look.mutate()}>
        {t("order.fiscal.show")}
      </ConfirmButton>
      {look.error && (
        <Text size="small" className="text-ui-fg-error" role="alert">
          {look.error.status === 403 ? t("errors.forbidden") : look.error.message}
        </Text>
      )}
    </div>
  )
}

function Shown({ data }: { data: FiscalData }) {
  const { t } = useTexts()
  const { payer, payments } = data
  const [payment] = payments
  const rows: [name: string, value: string | null | undefined][] = [
    ["name", payer?.name],
    ["document", payer?.document],
    ["email", payer?.email],
    ["phone", payer?.phone],
    ["address", payer?.address && Object.values(payer.address).filter(Boolean).join(", ")],
    ["payment", payment?.nfe_payment_kind],
    ["brand", payment?.card_brand],
    ["tid", payment?.tid],
  ]
  return (
    <div className="flex flex-col gap-y-2" role="status">
      {!payer && <Text size="small">{t("order.fiscal.erased")}</Text>}
      <dl className="flex flex-col gap-y-1">
        {rows.filter(([, value]) => value).map(([name, value]) => (
          <div key={name} className="txt-small grid grid-cols-[8rem_1fr] gap-x-2">
            <dt className="text-ui-fg-subtle">{t(`order.fiscal.${name}`)}</dt>
            <dd className="min-w-0 break-words">{value}</dd>
          </div>
        ))}
      </dl>
      <div>
        <CopyButton text={JSON.stringify(data, null, 2)} what={t("order.fiscal.what")} label={t("order.fiscal.copy")} />
      </div>
    </div>
  )
}
