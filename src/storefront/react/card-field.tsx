import type { FormEvent, InputHTMLAttributes, RefObject } from "react"
import { CARD_MASKS, type CardFieldName } from "../core/card-fields"
import { caretPlace, restoreCaret } from "../core/caret"
import { described, Field } from "./field"
import type { CardFormState } from "./use-card-form"

type CardFieldProps = { card: CardFormState; name: CardFieldName; label: string; hint?: string; className?: string } &
  Pick<InputHTMLAttributes<HTMLInputElement>, "inputMode" | "autoComplete" | "autoCapitalize" | "placeholder" | "maxLength">

// Without `name` and `value`: a browser that submits the form by itself sends nothing of it, and React knows nothing of it.
export function CardField({ card, name, label, hint, className, ...input }: CardFieldProps) {
  const id = `card-${name}`
  const error = card.errors[name]

  const type = (event: FormEvent<HTMLInputElement>) => {
    const element = event.currentTarget
    const masked = CARD_MASKS[name](element.value)
    if (masked !== element.value) {
      const place = caretPlace(element)
      element.value = masked
      if (place !== null) restoreCaret(element, place)
    }
    card.touch(name)
  }

  return (
    <Field id={id} label={label} hint={hint} error={error} className={className}>
      <input
        ref={card.inputs[name] as RefObject<HTMLInputElement>} id={id} data-testid={id} required spellCheck={false}
        {...card.marks?.[name]} {...input} {...described(id, { hint, error })} onInput={type} onBlur={() => card.leave(name)}
      />
    </Field>
  )
}
