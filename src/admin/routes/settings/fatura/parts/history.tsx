import { Text } from "@medusajs/ui"
import { Loaded } from "../../../../components/loaded"
import { Pager } from "../../../../components/pager"
import { Section } from "../../../../components/section"
import { useFormats } from "../../../../lib/formats"
import { useRead } from "../../../../lib/use-api"
import { useKeyset } from "../../../../lib/use-keyset"
import { useTexts } from "../../../../lib/use-texts"
import { changeWords } from "./change-words"
import type { HistoryEntry } from "./wire"

type HistoryPage = { history: HistoryEntry[]; count: number; next_cursor: string | null }

/** Who changed accounts and settings, when, and from what to what. */
export function History() {
  const { t } = useTexts()
  const { dateTime, number } = useFormats()
  const keyset = useKeyset("history")
  const read = useRead<HistoryPage>("/settings/history", { limit: 10, after: keyset.after }, { keep: true })
  return (
    <Section title={t("settings.health.history")} flush>
      <Loaded read={read}>
        {({ history, count, next_cursor }) =>
          history.length ? (
            <>
              <ol className="divide-y">
                {history.map((entry) => (
                  <li key={entry.id} className="flex flex-col gap-y-1 px-6 py-3">
                    <div className="flex flex-wrap justify-between gap-x-4">
                      <Text size="small" weight="plus">{t(`settings.health.actions.${entry.action}`)}</Text>
                      <Text size="small" className="text-ui-fg-subtle">{dateTime(entry.created_at)}</Text>
                    </div>
                    <Text size="small" className="text-ui-fg-subtle">{t("settings.health.by", { who: entry.actor.email ?? entry.actor.id, interpolation: { escapeValue: false } })}</Text>
                    <ul className="txt-small text-ui-fg-subtle">
                      {changeWords(entry, t).map((words) => (
                        <li key={words} className="break-words">{words}</li>
                      ))}
                    </ul>
                  </li>
                ))}
              </ol>
              <Pager keyset={keyset} next={next_cursor} words={number(count)} />
            </>
          ) : (
            <Text size="small" className="text-ui-fg-subtle px-6 py-4">{t("settings.health.noHistory")}</Text>
          )
        }
      </Loaded>
    </Section>
  )
}
