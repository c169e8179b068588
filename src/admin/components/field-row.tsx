import { Text } from "@medusajs/ui"
import type { ReactNode } from "react"

/** A name and its value, as the dashboard's detail pages show them. Stands inside a `<dl>`. */
export function FieldRow({ label, children }: { label: string; children: ReactNode }) {
  return (
    <div className="text-ui-fg-subtle grid grid-cols-1 items-start gap-x-4 px-6 py-3 sm:grid-cols-2">
      <dt>
        <Text size="small" weight="plus" leading="compact">
          {label}
        </Text>
      </dt>
      <dd className="txt-small min-w-0 break-words">{children}</dd>
    </div>
  )
}
