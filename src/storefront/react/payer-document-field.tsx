import { type ChangeEvent, type ReactNode, useId, useLayoutEffect, useRef, useState } from "react"
import { checkDocument, documentKind, maskDocument } from "../core/document"
import { caretPlace, restoreCaret } from "../core/caret"
import { classes } from "./classes"
import { described, Field } from "./field"
import { useTexts } from "./provider"

export type PayerDocumentFieldProps = {
  value: string
  /** The masked text, and what it is when its check digits are right. */
  onChange: (value: string, kind: "cpf" | "cnpj" | null) => void
  /** A complaint of yours or the server's; it wins over the field's own. */
  error?: string
  /** Checks on leaving the field, and says what is wrong. Default: true. */
  checkOnBlur?: boolean
  onBlur?: () => void
  id?: string
  /** Of the input; default none, so that a form that submits itself does not send the document. */
  name?: string
  hint?: ReactNode
  required?: boolean
  disabled?: boolean
  className?: string
}

/**
 * CPF or CNPJ in one field, also a CNPJ with letters. Nearly everybody types a CPF, so phones open the keypad of
 * numbers; a company whose CNPJ has letters switches to the full keyboard.
 */
export function PayerDocumentField({ value, onChange, error, checkOnBlur = true, onBlur, id: givenId, name, hint, required = true, disabled, className }: PayerDocumentFieldProps) {
  const { document: texts } = useTexts()
  const ownId = useId()
  const id = givenId ?? ownId
  const element = useRef<HTMLInputElement>(null)
  const caret = useRef<number | null>(null)
  const [letters, setLetters] = useState(false)
  const [left, setLeft] = useState(false)
  const kind = documentKind(value)
  // Passing through an empty field is no mistake yet.
  const fault = left && checkOnBlur && value ? checkDocument(value) : null
  const complaint = error ?? (fault ? texts.faults[fault] : undefined)
  const shownHint = hint ?? texts.hint

  const change = (event: ChangeEvent<HTMLInputElement>) => {
    // A mask adds punctuation: remember the place of the caret by the characters before it, not by its column.
    caret.current = caretPlace(event.target)
    const masked = maskDocument(event.target.value)
    setLeft(false)
    onChange(masked, documentKind(masked))
  }

  useLayoutEffect(() => {
    if (caret.current === null || !element.current || document.activeElement !== element.current) return
    restoreCaret(element.current, caret.current)
    caret.current = null
  }, [value])

  const leave = () => {
    setLeft(true)
    onBlur?.()
  }

  return (
    <div className={classes("fatura", "fatura-document", className)}>
      <Field id={id} label={kind ? texts[kind] : texts.label} hint={shownHint} error={complaint}>
        <input
          ref={element} id={id} name={name} data-testid={id} value={value} required={required} disabled={disabled}
          inputMode={letters ? "text" : "numeric"} autoCapitalize="characters" autoComplete="off" spellCheck={false}
          {...described(id, { hint: shownHint, error: complaint })} onChange={change} onBlur={leave}
        />
      </Field>
      <button type="button" className="fatura-link fatura-document__keyboard" aria-pressed={letters} onClick={() => setLetters(!letters)}>
        {letters ? texts.keyboard_numbers : texts.keyboard_letters}
      </button>
    </div>
  )
}
