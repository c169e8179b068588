import { Button, Text } from "@medusajs/ui"
import { useTexts } from "../lib/use-texts"
import type { Keyset } from "../lib/use-keyset"

/** Back and forth between pages that are known by where they end, and how many entries there are. */
export function Pager({ keyset, next, words }: { keyset: Keyset; next: string | null; words: string }) {
  const { t } = useTexts()
  return (
    <nav aria-label={t("invoices.pages")} className="flex flex-wrap items-center justify-between gap-2 px-6 py-4">
      <Text size="small" className="text-ui-fg-subtle" role="status">
        {words}
      </Text>
      <div className="flex gap-x-2">
        <Button type="button" size="small" variant="secondary" disabled={keyset.isFirst} onClick={keyset.back}>
          {t("actions.previous")}
        </Button>
        <Button type="button" size="small" variant="secondary" disabled={!next} onClick={() => next && keyset.forth(next)}>
          {t("actions.next")}
        </Button>
      </div>
    </nav>
  )
}
