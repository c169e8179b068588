import { Button, StatusBadge, Text } from "@medusajs/ui"
import { Section } from "../../../../components/section"
import { useWrite } from "../../../../lib/use-api"
import { useTexts } from "../../../../lib/use-texts"
import type { Checks } from "./wire"

const COLORS = { ok: "green", warning: "orange", error: "red" } as const

/** What the command `doctor` looks at, from inside of the store; it asks the gateway once for each account. */
export function HealthChecks() {
  const { t } = useTexts()
  const run = useWrite<Checks>()
  const button = (
    <Button size="small" variant="secondary" isLoading={run.isPending} onClick={() => run.mutate({ path: "/health/checks" })}>
      {t("settings.health.runChecks")}
    </Button>
  )
  return (
    <Section title={t("settings.health.checks")} actions={button} flush={run.data !== undefined}>
      {run.data === undefined && <Text size="small" className="text-ui-fg-subtle">{t("settings.health.checksHint")}</Text>}
      <ul className="divide-y" aria-live="polite">
        {run.data?.checks.map(({ check, subject, state, code, message, remedy }) => (
          <li key={`${check} ${subject} ${code} ${message}`} className="flex flex-col gap-y-1 px-6 py-3">
            <div className="flex flex-wrap items-center gap-2">
              <StatusBadge color={COLORS[state]}>{t(`settings.health.checkStates.${state}`)}</StatusBadge>
              {subject !== null && <Text size="small" weight="plus">{subject}</Text>}
              <Text size="small">{message}</Text>
            </div>
            {state !== "ok" && remedy !== null && <Text size="small" className="text-ui-fg-subtle">{remedy}</Text>}
          </li>
        ))}
      </ul>
    </Section>
  )
}
