import { Badge, Text } from "@medusajs/ui"
import { Section } from "../../../../components/section"
import { useFormats } from "../../../../lib/formats"
import { useTexts } from "../../../../lib/use-texts"
import type { Health } from "./wire"

/** How the gateway's messages differ from its documentation. It breaks nothing; a developer may want to know. */
export function HealthDrift({ drift: { findings, count, versions } }: { drift: Health["drift"] }) {
  const { t } = useTexts()
  const { dateTime, number } = useFormats()
  return (
    <Section title={t("settings.health.drift")} flush={count > 0}>
      {count === 0 && <Text size="small" className="text-ui-fg-subtle">{t("settings.health.noDrift")}</Text>}
      <ul className="divide-y">
        {findings.map(({ message, kind, path, found, count: times, last_seen_at }) => (
          <li key={`${message} ${kind} ${path} ${found}`} className="flex flex-wrap items-center gap-2 px-6 py-3">
            <Badge size="2xsmall">{t(`settings.health.driftKinds.${kind}`)}</Badge>
            <code className="txt-small break-all">{`${message}: ${path} (${found})`}</code>
            <Text size="small" className="text-ui-fg-subtle">{t("settings.health.driftSeen", { n: number(times), at: dateTime(last_seen_at) })}</Text>
          </li>
        ))}
      </ul>
      {versions.length > 0 && (
        <Text size="small" className={count > 0 ? "text-ui-fg-subtle px-6 py-3" : "text-ui-fg-subtle mt-2"}>
          {t("settings.health.versions", { list: versions.map(({ message, version }) => `${message} ${version}`).join(", ") })}
        </Text>
      )}
    </Section>
  )
}
