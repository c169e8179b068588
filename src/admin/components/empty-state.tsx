import { Heading, Text } from "@medusajs/ui"
import type { ReactNode } from "react"

/** Says that there is nothing, why, and what to do; `children` are the actions. */
export function EmptyState({ title, hint, children }: { title: string; hint?: string; children?: ReactNode }) {
  return (
    <div className="flex flex-col items-center gap-y-2 px-6 py-12 text-center">
      <Heading level="h3">{title}</Heading>
      {hint && (
        <Text size="small" className="text-ui-fg-subtle max-w-[52ch]">
          {hint}
        </Text>
      )}
      {children && <div className="mt-2 flex flex-wrap justify-center gap-2">{children}</div>}
    </div>
  )
}
