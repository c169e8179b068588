import { useState } from "react"
import { Crumb } from "../../../components/crumb"
import { EmptyState } from "../../../components/empty-state"
import { Loaded } from "../../../components/loaded"
import { NoticeCard } from "../../../components/notices/notice-card"
import { Page } from "../../../components/page"
import { Pager } from "../../../components/pager"
import { StateChoice } from "../../../components/state-choice"
import { useFormats } from "../../../lib/formats"
import { useRead } from "../../../lib/use-api"
import { useKeyset } from "../../../lib/use-keyset"
import { useTexts } from "../../../lib/use-texts"
import type { NoticePage } from "../../../lib/wire"

const STATES = ["all", "pending", "done", "dead"] as const

export default function NoticesPage() {
  const { t } = useTexts()
  const { number } = useFormats()
  const [state, setState] = useState<(typeof STATES)[number]>("all")
  const keyset = useKeyset(state)
  const read = useRead<NoticePage>("/notices", { state: state === "all" ? undefined : state, after: keyset.after }, { keep: true })
  const choice = <StateChoice label={t("notices.columns.state")} states={STATES} chosen={state} words={(one) => t(`notices.states.${one}`)} onChange={setState} />
  return (
    <Page title={t("notices.title")} hint={t("notices.hint")} actions={choice}>
      <Loaded read={read}>
        {({ notices, count, next_cursor }) =>
          notices.length ? (
            <>
              <div className="divide-y">
                {notices.map((notice) => (
                  <NoticeCard key={notice.id} notice={notice} />
                ))}
              </div>
              <Pager keyset={keyset} next={next_cursor} words={t("notices.count", { n: number(count) })} />
            </>
          ) : (
            <EmptyState title={t("notices.none.title")} hint={t("notices.none.hint")} />
          )
        }
      </Loaded>
    </Page>
  )
}

export const handle = { breadcrumb: () => <Crumb text="notices.title" /> }
