import { useState } from "react"
import { Crumb } from "../../../components/crumb"
import { Page } from "../../../components/page"
import { type RecordKind, RecordViewer } from "../../../components/reports/record-viewer"
import { StateChoice } from "../../../components/state-choice"
import { useRead } from "../../../lib/use-api"
import { useTexts } from "../../../lib/use-texts"
import type { AccountName } from "../../../lib/wire"

const KINDS: readonly RecordKind[] = ["statement", "mediations", "chargebacks", "consumers"]

export default function RecordsPage() {
  const { t } = useTexts()
  const [kind, setKind] = useState<RecordKind>("statement")
  const [accountId, setAccountId] = useState<string>()
  const accounts = useRead<{ accounts: AccountName[] }>("/accounts").data?.accounts ?? []
  return (
    <Page title={t("reports.records.title")} hint={t("reports.records.hint")}>
      <div className="flex flex-wrap gap-3 px-6 py-4">
        <StateChoice label={t("reports.records.title")} states={KINDS} chosen={kind} words={(one) => t(`reports.records.kinds.${one}`)} onChange={setKind} />
        {accounts.length > 1 && (
          <StateChoice
            label={t("reports.records.account")}
            states={accounts.map(({ id }) => id)}
            chosen={accountId ?? accounts[0]!.id}
            words={(id) => accounts.find((account) => account.id === id)?.name ?? id}
            onChange={setAccountId}
          />
        )}
      </div>
      <RecordViewer key={`${kind}:${accountId}`} kind={kind} accountId={accountId} />
    </Page>
  )
}

export const handle = { breadcrumb: () => <Crumb text="reports.records.title" /> }
