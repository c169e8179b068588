import { useState } from "react"
import { Crumb } from "../../../components/crumb"
import { EmptyState } from "../../../components/empty-state"
import { Loaded } from "../../../components/loaded"
import { Page } from "../../../components/page"
import { Pager } from "../../../components/pager"
import { ProblemCard } from "../../../components/problems/problem-card"
import { StateChoice } from "../../../components/state-choice"
import { useFormats } from "../../../lib/formats"
import { useRead } from "../../../lib/use-api"
import { useKeyset } from "../../../lib/use-keyset"
import { useTexts } from "../../../lib/use-texts"
import type { ProblemPage } from "../../../lib/wire"

const STATES = ["open", "resolved"] as const

export default function ProblemsPage() {
  const { t } = useTexts()
  const { number } = useFormats()
  const [state, setState] = useState<(typeof STATES)[number]>("open")
  const keyset = useKeyset(state)
  const read = useRead<ProblemPage>("/problems", { state, after: keyset.after }, { keep: true })
  const choice = <StateChoice label={t("problems.title")} states={STATES} chosen={state} words={(one) => t(`problems.states.${one}`)} onChange={setState} />
  return (
    <Page title={t("problems.title")} hint={t("problems.hint")} actions={choice}>
      <Loaded read={read}>
        {({ problems, count, next_cursor }) =>
          problems.length ? (
            <>
              <div className="divide-y">
                {problems.map((problem) => (
                  <ProblemCard key={problem.id} problem={problem} />
                ))}
              </div>
              <Pager keyset={keyset} next={next_cursor} words={t("problems.count", { n: number(count) })} />
            </>
          ) : (
            <EmptyState {...(state === "open" ? { title: t("problems.none.title"), hint: t("problems.none.hint") } : { title: t("problems.noneResolved.title"), hint: t("problems.noneResolved.hint") })} />
          )
        }
      </Loaded>
    </Page>
  )
}

export const handle = { breadcrumb: () => <Crumb text="problems.title" /> }
