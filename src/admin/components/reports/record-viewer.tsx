import { Button, Text } from "@medusajs/ui"
import { useState } from "react"
import { useRead } from "../../lib/use-api"
import { useTexts } from "../../lib/use-texts"
import { EmptyState } from "../empty-state"
import { Loaded } from "../loaded"

export type RecordKind = "statement" | "mediations" | "chargebacks" | "consumers"
type Answer = Partial<Record<RecordKind, unknown[]>> & { page: number }

/** One page of a list of the gateway, raw. Asked for when somebody wants it: each look counts. */
export function RecordViewer({ kind, accountId }: { kind: RecordKind; accountId?: string }) {
  const { t } = useTexts()
  const [page, setPage] = useState<number | null>(null)
  const read = useRead<Answer>(page === null ? null : `/${kind}`, { page, account_id: accountId })
  if (page === null) {
    return (
      <div className="px-6 py-4">
        <Button type="button" size="small" variant="secondary" onClick={() => setPage(1)}>
          {t("reports.records.load")}
        </Button>
      </div>
    )
  }
  return (
    <Loaded read={read}>
      {(answer) => {
        const records = answer[kind] ?? []
        return (
          <>
            {records.length ? (
              <pre tabIndex={0} aria-label={t(`reports.records.kinds.${kind}`)} className="bg-ui-bg-subtle txt-compact-xsmall text-ui-fg-base max-h-[60vh] overflow-auto px-6 py-4">
                {JSON.stringify(records, null, 2)}
              </pre>
            ) : (
              <EmptyState title={t("reports.records.none.title")} hint={t("reports.records.none.hint")} />
            )}
            <div className="flex items-center justify-between px-6 py-4">
              <Text size="small" className="text-ui-fg-subtle">
                {t("reports.records.page", { n: page })}
              </Text>
              <div className="flex gap-x-2">
                <Button type="button" size="small" variant="secondary" disabled={page === 1} onClick={() => setPage(page - 1)}>
                  {t("actions.previous")}
                </Button>
                <Button type="button" size="small" variant="secondary" disabled={!records.length} onClick={() => setPage(page + 1)}>
                  {t("actions.next")}
                </Button>
              </div>
            </div>
          </>
        )
      }}
    </Loaded>
  )
}
