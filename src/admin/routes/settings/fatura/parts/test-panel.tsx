import { StatusBadge, Table, Text } from "@medusajs/ui"
import { FieldRow } from "../../../../components/field-row"
import { NOTHING, useFormats } from "../../../../lib/formats"
import { useTexts } from "../../../../lib/use-texts"
import { EnvironmentBadge } from "./environment-badge"
import type { ConnectionTest } from "./wire"

/** What the gateway said about the credentials. */
export function TestPanel({ test }: { test: ConnectionTest }) {
  const { t } = useTexts()
  return (
    <div role="status" className="bg-ui-bg-subtle divide-y border-t">
      <div className="flex flex-wrap items-center gap-2 px-6 py-3">
        <StatusBadge color={test.ok ? "green" : "red"}>{t(test.ok ? "settings.test.ok" : "settings.test.failed")}</StatusBadge>
        {test.ok && <EnvironmentBadge environment={test.environment} />}
        {!test.ok && <Text size="small">{test.message}</Text>}
      </div>
      {test.ok && <Company test={test} />}
      {test.ok && <Fees fees={test.fees} />}
    </div>
  )
}

type Passed = Extract<ConnectionTest, { ok: true }>

function Company({ test }: { test: Passed }) {
  const { t } = useTexts()
  const { dateTime } = useFormats()
  const { legal_name, trade_name, document_masked, statement_descriptor } = test.company
  return (
    <dl className="divide-y">
      <FieldRow label={t("settings.accounts.company")}>{legal_name ?? NOTHING}</FieldRow>
      <FieldRow label={t("settings.test.tradeName")}>{trade_name ?? NOTHING}</FieldRow>
      <FieldRow label={t("settings.test.document")}>{document_masked ?? NOTHING}</FieldRow>
      <FieldRow label={t("settings.test.environment")}>{test.environment ?? t("settings.test.unknownEnvironment")}</FieldRow>
      <FieldRow label={t("settings.test.descriptor")}>{statement_descriptor ?? NOTHING}</FieldRow>
      <FieldRow label={t("settings.test.scopes")}>
        {test.scopes.join(", ") || NOTHING}
        {test.missing_scopes.length > 0 && <span className="text-ui-fg-error block">{t("settings.test.missingScopes", { scopes: test.missing_scopes.join(", ") })}</span>}
      </FieldRow>
      <FieldRow label={t("settings.test.expires")}>
        {dateTime(test.token_expires_at)}
        {!test.token_valid && <span className="text-ui-fg-error block">{t("settings.test.tokenInvalid")}</span>}
      </FieldRow>
    </dl>
  )
}

function Fees({ fees }: { fees: Passed["fees"] }) {
  const { t } = useTexts()
  const { number } = useFormats()
  if (!fees) {
    return <Text size="small" className="text-ui-fg-subtle px-6 py-3">{t("settings.test.noFees")}</Text>
  }
  const percent = (value: number | null) => (value === null ? NOTHING : `${number(value)}%`)
  const steps = Object.entries(fees.card.installments)
  return (
    <div className="flex flex-col gap-y-3 px-6 py-4">
      <div>
        <Text size="small" weight="plus">{t("settings.test.fees")}</Text>
        <Text size="small" className="text-ui-fg-subtle">{t("settings.test.feesHint")}</Text>
        {fees.warning && <Text size="small" className="text-ui-fg-subtle">{fees.warning}</Text>}
      </div>
      <div role="region" aria-label={t("settings.test.fees")} tabIndex={0} className="focus-visible:shadow-borders-focus overflow-x-auto rounded-md outline-none">
        <Table>
          <Table.Header>
            <Table.Row>
              <Table.HeaderCell scope="col">{t("settings.test.method")}</Table.HeaderCell>
              <Table.HeaderCell scope="col" className="text-right">{t("settings.test.percent")}</Table.HeaderCell>
              <Table.HeaderCell scope="col" className="text-right">{t("settings.test.fixed")}</Table.HeaderCell>
            </Table.Row>
          </Table.Header>
          <Table.Body>
            {(["pix", "boleto", "card"] as const).map((method) => (
              <Table.Row key={method}>
                <Table.Cell>{t(`methods.${method}`)}</Table.Cell>
                <Table.Cell className="text-right tabular-nums">{percent(fees[method].percent)}</Table.Cell>
                <Table.Cell className="text-right tabular-nums">{fees[method].cents === null ? NOTHING : number(fees[method].cents)}</Table.Cell>
              </Table.Row>
            ))}
          </Table.Body>
        </Table>
      </div>
      {steps.length > 0 && (
        <div>
          <Text size="small" weight="plus">{t("settings.test.installments")}</Text>
          <dl className="mt-2 grid grid-cols-3 gap-2 sm:grid-cols-6">
            {steps.map(([count, rate]) => (
              <div key={count} className="bg-ui-bg-base shadow-elevation-card-rest rounded-md px-2 py-1.5">
                <dt className="txt-compact-xsmall text-ui-fg-subtle">{count}</dt>
                <dd className="txt-compact-small tabular-nums">{percent(rate)}</dd>
              </div>
            ))}
          </dl>
        </div>
      )}
    </div>
  )
}
