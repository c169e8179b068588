import { Skeleton } from "@medusajs/ui"
import { useTexts } from "../lib/use-texts"

/** Rows in the shape of what comes. */
export function LoadingState({ rows = 4 }: { rows?: number }) {
  const { t } = useTexts()
  return (
    <div role="status" className="flex flex-col gap-y-3 px-6 py-4">
      <span className="sr-only">{t("loading")}</span>
      {Array.from({ length: rows }, (_, row) => (
        <Skeleton key={row} className="h-6 w-full" />
      ))}
    </div>
  )
}
