import { Text } from "@medusajs/ui"
import type { ReactNode } from "react"
import { useFormats } from "../lib/formats"

export type TimelineItem = { id: string; at: string; title: ReactNode; by?: string | null; body?: ReactNode }

/** What happened, in the order given. */
export function Timeline({ items, label }: { items: TimelineItem[]; label: string }) {
  const { dateTime } = useFormats()
  return (
    <ol aria-label={label} className="flex flex-col">
      {items.map((item, index) => (
        <li key={item.id} className="relative flex gap-x-3 pb-4 last:pb-0">
          {index < items.length - 1 && <span aria-hidden className="bg-ui-border-strong absolute bottom-0 left-[3px] top-3 w-px" />}
          <span aria-hidden className="bg-ui-tag-neutral-icon mt-1.5 size-[7px] shrink-0 rounded-full" />
          <div className="min-w-0 flex-1">
            <div className="flex flex-wrap items-baseline justify-between gap-x-3">
              <Text size="small" weight="plus" leading="compact">
                {item.title}
              </Text>
              <Text size="xsmall" className="text-ui-fg-subtle">
                <time dateTime={item.at}>{dateTime(item.at)}</time>
              </Text>
            </div>
            {item.by && (
              <Text size="xsmall" className="text-ui-fg-subtle">
                {item.by}
              </Text>
            )}
            {item.body && <div className="txt-small text-ui-fg-subtle mt-1 break-words">{item.body}</div>}
          </div>
        </li>
      ))}
    </ol>
  )
}
