import { Badge, StatusBadge, Text } from "@medusajs/ui"
import { CopyButton } from "../../../../components/copy-button"
import { FieldRow } from "../../../../components/field-row"
import { Loaded } from "../../../../components/loaded"
import { Section } from "../../../../components/section"
import { TextLink } from "../../../../components/text-link"
import { useFormats } from "../../../../lib/formats"
import { useRead } from "../../../../lib/use-api"
import { useTexts } from "../../../../lib/use-texts"
import { EnvironmentBadge } from "./environment-badge"
import { HealthChecks } from "./health-checks"
import { HealthDrift } from "./health-drift"
import { History } from "./history"
import type { Problem } from "../../../../lib/wire"
import type { Health } from "./wire"

const ASK_EVERY_MS = 15_000
const ROTATE = "npx medusa-payment-fatura rotate-keys"

/** How it all stands, read again while it is looked at. */
export function HealthView() {
  const read = useRead<{ health: Health }>("/health", {}, { everyMs: ASK_EVERY_MS })
  return (
    <>
      <HealthChecks />
      <Loaded read={read}>
        {({ health }) => (
          <>
            <Problems problems={health.problems} />
            <Gateway accounts={health.accounts} />
            <Work health={health} />
            <Addresses addresses={health.shopper_addresses} />
            <Encryption encryption={health.encryption_key} />
            <HealthDrift drift={health.drift} />
          </>
        )}
      </Loaded>
      <History />
    </>
  )
}

/** As many as staff can take in here; the rest stands on the page of problems. */
const SHOWN_PROBLEMS = 5

function Problems({ problems: { open, money, warning } }: { problems: Health["problems"] }) {
  const { t } = useTexts()
  const { number } = useFormats()
  const read = useRead<{ problems: Problem[] }>(open > 0 ? "/problems" : null, { limit: SHOWN_PROBLEMS }, { everyMs: ASK_EVERY_MS })
  const link = <TextLink to="/fatura/problems" className="txt-compact-small-plus">{t("settings.health.openProblems")}</TextLink>
  return (
    <Section title={t("settings.health.problems")} actions={open > 0 ? link : undefined}>
      <div className="flex flex-wrap gap-2">
        {open === 0 && <StatusBadge color="green">{t("settings.health.noProblems")}</StatusBadge>}
        {money > 0 && <StatusBadge color="red">{t("settings.health.money", { n: money })}</StatusBadge>}
        {warning > 0 && <StatusBadge color="orange">{t("settings.health.warning", { n: warning })}</StatusBadge>}
      </div>
      {open > 0 && read.data && (
        <ul className="mt-4 flex flex-col gap-y-3">
          {read.data.problems.map(({ id, title, remedy }) => (
            <li key={id}>
              <Text size="small" weight="plus">{title}</Text>
              <Text size="small" className="text-ui-fg-subtle max-w-[80ch]">{remedy}</Text>
            </li>
          ))}
          {open > read.data.problems.length && <li className="txt-small text-ui-fg-subtle">{t("settings.health.more", { n: number(open - read.data.problems.length) })}</li>}
        </ul>
      )}
    </Section>
  )
}

function Gateway({ accounts }: { accounts: Health["accounts"] }) {
  const { t } = useTexts()
  const { dateTime } = useFormats()
  return (
    <Section title={t("settings.health.gateway")} flush>
      <ul className="divide-y">
        {accounts.map(({ id, name, environment, state, breaker, blocked_until, look_ups }) => (
          <li key={id} className="flex flex-col gap-y-3 px-6 py-4">
            <div className="flex flex-wrap items-center gap-2">
              <Text size="small" weight="plus">{name}</Text>
              <EnvironmentBadge environment={environment} />
              {state === "ready" ? (
                <StatusBadge color={breaker === "closed" ? "green" : "red"}>{breaker === "closed" ? t("settings.health.breakerClosed") : t("settings.health.breakerOpen", { at: dateTime(blocked_until) })}</StatusBadge>
              ) : (
                <Badge size="2xsmall" color="red">{t(`settings.accounts.states.${state}`)}</Badge>
              )}
            </div>
            <div className="grid gap-4 sm:grid-cols-2">
              <Budget label={t("settings.health.lastMinute")} used={look_ups.last_minute} of={look_ups.per_minute} />
              <Budget label={t("settings.health.lastDay")} used={look_ups.last_day} of={look_ups.per_day} />
            </div>
          </li>
        ))}
      </ul>
      {accounts.length === 0 && <Text size="small" className="text-ui-fg-subtle px-6 py-4">{t("settings.accounts.neverTested")}</Text>}
    </Section>
  )
}

function Budget({ label, used, of }: { label: string; used: number; of: number }) {
  const { t } = useTexts()
  const { number } = useFormats()
  const share = Math.min(1, used / of)
  return (
    <div>
      <div className="txt-small text-ui-fg-subtle flex justify-between gap-x-2">
        <span>{label}</span>
        <span className="tabular-nums">{t("settings.health.used", { used: number(used), of: number(of) })}</span>
      </div>
      <div role="meter" aria-label={label} aria-valuemin={0} aria-valuemax={of} aria-valuenow={used} className="bg-ui-bg-component mt-1 h-1.5 overflow-hidden rounded-full">
        <div className={share >= 1 ? "bg-ui-tag-red-icon h-full" : "bg-ui-tag-blue-icon h-full"} style={{ width: `${share * 100}%` }} />
      </div>
    </div>
  )
}

function Work({ health: { backlog, reconciliation } }: { health: Health }) {
  const { t } = useTexts()
  const { dateTime, number } = useFormats()
  const at = (time: string | null) => (time ? dateTime(time) : t("settings.health.never"))
  return (
    <>
      <Section title={t("settings.health.backlog")} flush>
        <dl className="divide-y">
          <FieldRow label={t("settings.health.notices")}>{number(backlog.notices)}</FieldRow>
          <FieldRow label={t("settings.health.tasks")}>{number(backlog.tasks)}</FieldRow>
          <FieldRow label={t("settings.health.deadLetters")}>{number(backlog.dead_letters)}</FieldRow>
          <FieldRow label={t("settings.health.oldest")}>{backlog.oldest_at ? dateTime(backlog.oldest_at) : t("settings.health.noBacklog")}</FieldRow>
        </dl>
      </Section>
      <Section title={t("settings.health.reconciliation")} flush>
        <dl className="divide-y">
          <FieldRow label={t("settings.health.lastCheck")}>{at(reconciliation.last_check_at)}</FieldRow>
          <FieldRow label={t("settings.health.lastSweep")}>{at(reconciliation.last_sweep_at)}</FieldRow>
          <FieldRow label={t("settings.health.watched")}>{number(reconciliation.watched_invoices)}</FieldRow>
        </dl>
      </Section>
    </>
  )
}

const ADDRESS_TEXTS = { ok: ["addressesOk", "green"], too_few: ["addressesTooFew", "grey"], shared: ["addressesShared", "orange"], not_believable: ["addressesNotBelievable", "orange"] } as const

/** Whether limits can tell shoppers apart. */
function Addresses({ addresses: { state, customers, addresses, unknown, purchases, proxies_guessed } }: { addresses: Health["shopper_addresses"] }) {
  const { t } = useTexts()
  const [text, color] = ADDRESS_TEXTS[state]
  return (
    <Section title={t("settings.health.addresses")}>
      <div className="flex flex-col gap-y-3">
        <div className="flex flex-wrap gap-2">
          {proxies_guessed && <StatusBadge color="orange">{t("settings.health.proxiesGuessed")}</StatusBadge>}
          <StatusBadge color={color}>{t(`settings.health.${text}`)}</StatusBadge>
        </div>
        {proxies_guessed && <Text size="small" className="text-ui-fg-subtle max-w-[80ch]">{t("settings.health.proxiesGuessedHint")}</Text>}
        {state === "shared" && <Text size="small" className="text-ui-fg-subtle max-w-[80ch]">{t("settings.health.addressesSharedHint", { customers, addresses })}</Text>}
        {state === "not_believable" && <Text size="small" className="text-ui-fg-subtle max-w-[80ch]">{t("settings.health.addressesNotBelievableHint", { unknown, purchases })}</Text>}
      </div>
    </Section>
  )
}

const KEY_TEXTS = { ok: "keyOk", missing: "keyMissing", changed: "keyChanged" } as const

function Encryption({ encryption: { state, unbound } }: { encryption: Health["encryption_key"] }) {
  const { t } = useTexts()
  const { number } = useFormats()
  return (
    <Section title={t("settings.health.encryption")}>
      <div className="flex flex-col gap-y-3">
        <div className="flex flex-wrap gap-2">
          <StatusBadge color={state === "ok" ? "green" : "red"}>{t(`settings.health.${KEY_TEXTS[state]}`)}</StatusBadge>
          {unbound > 0 && <StatusBadge color="orange">{t("settings.health.unbound", { n: number(unbound) })}</StatusBadge>}
        </div>
        {unbound > 0 && <Text size="small" className="text-ui-fg-subtle max-w-[80ch]">{t("settings.health.unboundHint")}</Text>}
        <Text size="small" className="text-ui-fg-subtle">{t("settings.health.rotate")}</Text>
        <div className="flex flex-wrap items-center gap-2">
          <code className="txt-small bg-ui-bg-subtle shadow-borders-base break-all rounded-md px-3 py-1.5">{ROTATE}</code>
          <CopyButton text={ROTATE} what={t("settings.health.rotateName")} />
        </div>
      </div>
    </Section>
  )
}
