import { Button } from "@medusajs/ui"
import { useId, useState } from "react"
import { useTexts } from "../lib/use-texts"

/** Data as it came, shown on request. */
export function RawJson({ data, show, hide, initial = false }: { data: unknown; show: string; hide: string; initial?: boolean }) {
  const { t } = useTexts()
  const id = useId()
  const [open, setOpen] = useState(initial)
  return (
    <div className="flex flex-col gap-y-2">
      <Button type="button" size="small" variant="transparent" className="-ml-2 w-fit" aria-expanded={open} aria-controls={id} onClick={() => setOpen(!open)}>
        {open ? hide : show}
      </Button>
      <pre id={id} hidden={!open} tabIndex={0} aria-label={t("raw")} className="bg-ui-bg-subtle txt-compact-xsmall text-ui-fg-base max-h-96 overflow-auto rounded-md p-3">
        {open && JSON.stringify(data, null, 2)}
      </pre>
    </div>
  )
}
