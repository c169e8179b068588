import { type ChangeEvent, type InputHTMLAttributes, type ReactNode, useLayoutEffect, useRef } from "react"
import { caretPlace, restoreCaret } from "medusa-payment-fatura/storefront"
import type { FieldName } from "./form-fields"
import { type CheckoutForm, fieldId } from "./use-checkout-form"

type Props = {
  form: CheckoutForm
  name: FieldName
  label: string
  hint?: ReactNode
  optional?: boolean
  className?: string
} & Pick<InputHTMLAttributes<HTMLInputElement>, "type" | "inputMode" | "autoComplete" | "placeholder" | "autoCapitalize" | "maxLength">

/** A labelled input of the checkout with its hint and its complaint. */
export function TextField({ form, name, label, hint, optional, className = "", ...input }: Props) {
  const element = useRef<HTMLInputElement>(null)
  const caret = useRef<number | null>(null)
  const id = fieldId(name)
  const value = form.values[name]
  const problem = form.errors[name]
  const describedBy = [hint && `${id}-hint`, problem && `${id}-error`].filter(Boolean).join(" ") || undefined

  const change = (event: ChangeEvent<HTMLInputElement>) => {
    // A mask adds punctuation: remember the place of the caret by the characters before it, not by its column.
    caret.current = caretPlace(event.target)
    form.change(name, event.target.value)
  }

  useLayoutEffect(() => {
    if (caret.current === null || !element.current || document.activeElement !== element.current) return
    restoreCaret(element.current, caret.current)
    caret.current = null
  }, [value])

  return (
    <div className={`field ${className}`}>
      <label htmlFor={id}>{label}{optional && <span className="visually-hidden"> (opcional)</span>}</label>
      <input
        ref={element} id={id} name={name} data-testid={id} value={value} required={!optional}
        aria-invalid={problem ? true : undefined} aria-describedby={describedBy}
        onChange={change} onBlur={() => form.leave(name, value)} {...input}
      />
      {hint && <p id={`${id}-hint`} className="field__hint">{hint}</p>}
      <FieldProblem id={`${id}-error`} words={problem} />
    </div>
  )
}

export function FieldProblem({ id, words }: { id: string; words: string | undefined }) {
  if (!words) return null
  return <p id={id} className="field__error" data-testid={id}>{words}</p>
}
