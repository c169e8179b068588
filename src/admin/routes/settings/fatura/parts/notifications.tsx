import { Alert, Button, StatusBadge, Text } from "@medusajs/ui"
import { CopyButton } from "../../../../components/copy-button"
import { FieldRow } from "../../../../components/field-row"
import { Loaded } from "../../../../components/loaded"
import { Section } from "../../../../components/section"
import { useFormats } from "../../../../lib/formats"
import { useRead, useWrite } from "../../../../lib/use-api"
import { useTexts } from "../../../../lib/use-texts"
import type { Health, SelfTest } from "./wire"

/** Where notices arrive, whether they do, and a test that they can. */
export function Notifications() {
  const { t } = useTexts()
  const { dateTime } = useFormats()
  const read = useRead<{ health: Health }>("/health")
  return (
    <Loaded read={read}>
      {({ health: { notifications } }) => (
        <>
          <Section title={t("settings.notifications.address")}>
            <div className="flex flex-col gap-y-3">
              <Text size="small" className="text-ui-fg-subtle max-w-[80ch]">{t("settings.notifications.addressHint")}</Text>
              <div className="flex flex-wrap items-center gap-2">
                <code className="txt-small bg-ui-bg-subtle shadow-borders-base min-w-0 break-all rounded-md px-3 py-1.5">{notifications.address}</code>
                <CopyButton text={notifications.address} what={t("settings.notifications.addressName")} />
              </div>
              {!notifications.reachable_from_outside && <Alert variant="warning">{t("settings.notifications.local")}</Alert>}
            </div>
          </Section>
          <Section title={t("settings.tabs.notifications")} flush>
            <dl className="divide-y">
              <FieldRow label={t("settings.notifications.last")}>{notifications.last_notice_at ? dateTime(notifications.last_notice_at) : t("settings.notifications.never")}</FieldRow>
              <FieldRow label={t("settings.notifications.lastVerified")}>{notifications.last_verified_notice_at ? dateTime(notifications.last_verified_notice_at) : t("settings.notifications.never")}</FieldRow>
              <FieldRow label={t("settings.notifications.merchantToken")}>
                {t(notifications.merchant_token_set ? "settings.notifications.merchantTokenSet" : "settings.notifications.merchantTokenUnset")}
                <span className="text-ui-fg-subtle block">{t("settings.notifications.merchantTokenHint")}</span>
              </FieldRow>
            </dl>
          </Section>
          <SelfTestSection />
        </>
      )}
    </Loaded>
  )
}

function SelfTestSection() {
  const { t } = useTexts()
  const run = useWrite<{ self_test: SelfTest }>()
  const result = run.data?.self_test
  const start = (
    <Button type="button" size="small" variant="secondary" isLoading={run.isPending} onClick={() => run.mutate({ path: "/health/self-test" })}>
      {t("settings.notifications.runSelfTest")}
    </Button>
  )
  return (
    <Section title={t("settings.notifications.selfTest")} actions={start}>
      <Text size="small" className="text-ui-fg-subtle max-w-[80ch]">{t("settings.notifications.selfTestHint")}</Text>
      <div role="status">
        {result && (
          <div className="mt-3 flex flex-wrap items-center gap-2">
            <StatusBadge color={result.ok ? "green" : "red"}>{t(result.ok ? "settings.notifications.arrived" : "settings.notifications.notArrived")}</StatusBadge>
            <Text size="small">{result.message}</Text>
            {result.ms !== null && <Text size="small" className="text-ui-fg-subtle">{[result.http_status && `HTTP ${result.http_status}`, t("settings.notifications.took", { ms: result.ms })].filter(Boolean).join(" · ")}</Text>}
          </div>
        )}
      </div>
    </Section>
  )
}
