import { Badge, Button, Heading, StatusBadge, Text, toast, Tooltip } from "@medusajs/ui"
import { ConfirmButton } from "../../../../components/confirm-button"
import { FieldRow } from "../../../../components/field-row"
import { useWrite } from "../../../../lib/use-api"
import { useTexts } from "../../../../lib/use-texts"
import { EnvironmentBadge } from "./environment-badge"
import { TestPanel } from "./test-panel"
import type { Account, ConnectionTest, SalesChannel } from "./wire"

const COLOURS = { ready: "green", refused: "red", sealed: "red", no_key: "red", archived: "grey", not_allowed: "red", removed: "grey" } as const

type Props = { account: Account; channels: SalesChannel[]; test: ConnectionTest | null; tested: (test: ConnectionTest | null) => void; edit: () => void }

/** One account: what it is, what it serves, and what can be done with it. */
export function AccountCard({ account, channels, test, tested, edit }: Props) {
  const { t } = useTexts()
  const changeable = account.source === "admin" && account.state !== "archived"
  const testable = account.state === "ready" || account.state === "archived"
  return (
    <li>
      <div className="flex flex-wrap items-start justify-between gap-3 px-6 py-4">
        <div className="flex min-w-0 flex-wrap items-center gap-2">
          <Heading level="h3" className="break-words">{account.name}</Heading>
          {account.is_default && <Badge size="2xsmall" color="blue">{t("settings.accounts.default")}</Badge>}
          <EnvironmentBadge environment={account.environment} />
          {account.source === "configuration" && (
            <Tooltip content={t("settings.accounts.fromConfigurationHint")}>
              <Badge size="2xsmall" tabIndex={0} aria-description={t("settings.accounts.fromConfigurationHint")}>{t("settings.accounts.fromConfiguration")}</Badge>
            </Tooltip>
          )}
          <StatusBadge color={COLOURS[account.state]}>{t(`settings.accounts.states.${account.state}`)}</StatusBadge>
        </div>
        <div className="flex flex-wrap gap-2">
          {testable && <TestButton account={account} tested={tested} />}
          {changeable && (
            <Button type="button" size="small" variant="secondary" onClick={edit} aria-label={`${t("settings.accounts.edit")} ${account.name}`}>
              {t("settings.accounts.edit")}
            </Button>
          )}
          {changeable && <RemoveButton account={account} />}
        </div>
      </div>
      <Facts account={account} channels={channels} />
      {test && <TestPanel test={test} />}
    </li>
  )
}

function Facts({ account, channels }: { account: Account; channels: SalesChannel[] }) {
  const { t } = useTexts()
  const { company, secret_last4, sales_channel_ids } = account
  const names = sales_channel_ids.map((id) => channels.find((channel) => channel.id === id)?.name ?? id)
  const nobody = account.is_default ? t("settings.accounts.noChannels") : t("settings.accounts.noChannelsOther")
  return (
    <dl className="divide-y border-t">
      <FieldRow label={t("settings.accounts.company")}>
        {company ? [company.trade_name ?? company.legal_name, company.document_masked].filter(Boolean).join(" · ") : t("settings.accounts.neverTested")}
      </FieldRow>
      <FieldRow label={t("settings.accounts.address")}>{account.base_url}</FieldRow>
      <FieldRow label={t("settings.accounts.secret")}>
        {secret_last4 ? <span>{t("settings.accounts.secretEnds", { last4: secret_last4, interpolation: { escapeValue: false } })}</span> : t("settings.accounts.secretHidden")}
      </FieldRow>
      <FieldRow label={t("settings.accounts.channels")}>{names.join(", ") || nobody}</FieldRow>
      {account.source === "configuration" && (
        <div className="px-6 py-3">
          <Text size="small" className="text-ui-fg-subtle">{t("settings.accounts.fromConfigurationHint")}</Text>
        </div>
      )}
    </dl>
  )
}

function TestButton({ account, tested }: { account: Account; tested: Props["tested"] }) {
  const { t } = useTexts()
  const run = useWrite<{ test: ConnectionTest }>()
  const act = async () => {
    tested(null)
    const answer = await run.mutateAsync({ path: `/accounts/${account.id}/test` }).catch(() => null)
    tested(answer?.test ?? null)
  }
  return (
    <Button type="button" size="small" variant="secondary" isLoading={run.isPending} onClick={act} aria-label={`${t("settings.test.run")}: ${account.name}`}>
      {t("settings.test.run")}
    </Button>
  )
}

function RemoveButton({ account }: { account: Account }) {
  const { t } = useTexts()
  const remove = useWrite<{ archived: boolean }>()
  const act = () => remove.mutate({ path: `/accounts/${account.id}`, method: "DELETE" }, { onSuccess: ({ archived }) => toast.success(t(archived ? "settings.accounts.archived" : "settings.accounts.removed")) })
  return (
    <ConfirmButton
      pending={remove.isPending}
      onConfirm={act}
      question={{ title: t("settings.accounts.removeTitle", { name: account.name, interpolation: { escapeValue: false } }), description: t("settings.accounts.removeHint"), confirmText: t("settings.accounts.remove"), danger: true }}
    >
      {t("settings.accounts.remove")}
    </ConfirmButton>
  )
}
