import { Hint, Label } from "@medusajs/ui"
import { type ReactNode, useId } from "react"

/** What a control needs to be told apart by who can't see it. */
export type ControlProps = { id: string; "aria-invalid": boolean; "aria-describedby": string | undefined }

/** A label, its control, what to know about it and what is wrong with it. */
export function Field({ label, hint, fault, children }: { label: string; hint?: string; fault?: string; children: (control: ControlProps) => ReactNode }) {
  const id = useId()
  const described = [hint && `${id}-hint`, fault && `${id}-fault`].filter(Boolean).join(" ") || undefined
  return (
    <div className="flex min-w-0 flex-col gap-y-1.5">
      <Label htmlFor={id} size="small" weight="plus">
        {label}
      </Label>
      {children({ id, "aria-invalid": Boolean(fault), "aria-describedby": described })}
      {hint && <Hint id={`${id}-hint`}>{hint}</Hint>}
      {fault && (
        <Hint id={`${id}-fault`} variant="error" role="alert">
          {fault}
        </Hint>
      )}
    </div>
  )
}
