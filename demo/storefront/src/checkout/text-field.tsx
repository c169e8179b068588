import { type ChangeEvent, type InputHTMLAttributes, type ReactNode, useLayoutEffect, useRef } from "react"
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

const significant = /[0-9A-Za-z]/

/** A labelled input of the checkout with its hint and its complaint. */
export function TextField({ form, name, label, hint, optional, className = "", ...input }: Props) {
  const element = useRef<HTMLInputElement>(null)
  const caret = useRef<number | null>(null)
  const id = fieldId(name)
  const value = form.values[name]
  const problem = form.errors[name]
  const describedBy = [hint && `${id}-hint`, problem && `${id}-error`].filter(Boolean).join(" ") || undefined

  const change = (event: ChangeEvent<HTMLInputElement>) => {
    const { value: typed, selectionStart } = event.target
    // A mask adds punctuation: remember the place of the caret by the characters before it, not by its column.
    const atEnd = selectionStart === null || selectionStart === typed.length
    caret.current = atEnd ? null : countSignificant(typed.slice(0, selectionStart))
    form.change(name, typed)
  }

  useLayoutEffect(() => {
    if (caret.current === null || document.activeElement !== element.current) return
    const column = columnAfter(value, caret.current)
    caret.current = null
    // Inputs of type e-mail have no caret to set.
    if (element.current?.selectionStart !== null) element.current?.setSelectionRange(column, column)
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

function countSignificant(text: string): number {
  return [...text].filter((char) => significant.test(char)).length
}

function columnAfter(text: string, count: number): number {
  let seen = 0
  for (let column = 0; column < text.length; column++) {
    if (seen === count) return column
    if (significant.test(text[column] ?? "")) seen++
  }
  return text.length
}
