import { Button, Heading, Text } from "@medusajs/ui"
import type { ApiError } from "../lib/api"
import { useTexts } from "../lib/use-texts"

/** A read that failed, in the words of the server, with another try. */
export function ErrorState({ error, retry }: { error: ApiError; retry?: () => unknown }) {
  const { t } = useTexts()
  const words = { 0: t("errors.unreachable"), 403: t("errors.forbidden") }[error.status] ?? error.message
  return (
    <div role="alert" className="flex flex-col items-center gap-y-2 px-6 py-12 text-center">
      <Heading level="h3">{t("errors.title")}</Heading>
      <Text size="small" className="text-ui-fg-subtle max-w-[52ch]">
        {words}
      </Text>
      {retry && (
        <Button type="button" size="small" variant="secondary" className="mt-2" onClick={() => void retry()}>
          {t("actions.tryAgain")}
        </Button>
      )}
    </div>
  )
}
