import type { ReactNode } from "react"
import { classes } from "./classes"

type FieldProps = { id: string; label: string; hint?: ReactNode; error?: string; className?: string; children: ReactNode }

/** A label, its input, and what is wrong with it. The input names `describedBy(...)` itself. */
export function Field({ id, label, hint, error, className, children }: FieldProps) {
  return (
    <div className={classes("fatura-field", className)}>
      <label htmlFor={id}>{label}</label>
      {children}
      {hint && <p id={`${id}-hint`} className="fatura-field__hint">{hint}</p>}
      {error && <p id={`${id}-error`} className="fatura-field__error" data-testid={`${id}-error`}>{error}</p>}
    </div>
  )
}

/** The attributes that tie an input to its hint and its complaint. */
export function described(id: string, { hint, error }: { hint?: unknown; error?: unknown }) {
  const ids = [hint ? `${id}-hint` : "", error ? `${id}-error` : ""].filter(Boolean).join(" ")
  return { "aria-invalid": error ? true : undefined, "aria-describedby": ids || undefined } as const
}
