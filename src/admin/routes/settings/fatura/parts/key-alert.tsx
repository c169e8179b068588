import { Alert } from "@medusajs/ui"
import { CopyButton } from "../../../../components/copy-button"
import { useTexts } from "../../../../lib/use-texts"
import type { Health } from "./wire"

const MAKE_A_KEY = "openssl rand -base64 32"

/** What is wrong with the encryption key, and the way out; nothing when it fits. */
export function KeyAlert({ state }: { state: Health["encryption_key"]["state"] }) {
  const { t } = useTexts()
  if (state === "ok") {
    return null
  }
  return (
    <Alert variant="error" role="alert">
      <div className="flex min-w-0 flex-col gap-y-2">
        <strong className="txt-compact-small-plus">{t(`settings.key.${state}`)}</strong>
        <span className="txt-small text-ui-fg-subtle">{t(`settings.key.${state}Hint`)}</span>
        {state === "missing" && (
          <span className="flex flex-wrap items-center gap-2">
            <code className="txt-small bg-ui-bg-subtle rounded px-2 py-1">{MAKE_A_KEY}</code>
            <CopyButton text={MAKE_A_KEY} what={t("settings.key.command")} />
          </span>
        )}
      </div>
    </Alert>
  )
}
