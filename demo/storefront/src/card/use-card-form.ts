import { type RefObject, useCallback, useEffect, useRef, useState } from "react"
import type { CardToPay, InstallmentPlan } from "../api/types"
import { planFor } from "../settings/installments"
import { CARD_FIELD_NAMES, type CardErrors, type CardFieldName, type CardValues, checkCard, checkCardField } from "./card-fields"

type Inputs = Record<CardFieldName | "token", RefObject<HTMLInputElement>>

const valueOf = (input: RefObject<HTMLInputElement>) => input.current?.value ?? ""

/**
 * The card form. Number and security code live in their inputs alone: they are in no state, in no storage and in
 * nothing that is sent. The gateway's script reads them there and puts a token in their place.
 */
export function useCardForm() {
  const number = useRef<HTMLInputElement>(null)
  const name = useRef<HTMLInputElement>(null)
  const expiry = useRef<HTMLInputElement>(null)
  const cvv = useRef<HTMLInputElement>(null)
  const token = useRef<HTMLInputElement>(null)
  const inputs = useRef<Inputs>({ number, name, expiry, cvv, token }).current
  const [installments, setInstallments] = useState(1)
  const [errors, setErrors] = useState<CardErrors>({})
  const [complaint, setComplaint] = useState<CardErrors>({})

  // After rendering: while an order is being sent the fields are disabled and cannot take the focus.
  useEffect(() => {
    const first = CARD_FIELD_NAMES.find((field) => complaint[field])
    if (first) inputs[first].current?.focus()
  }, [complaint, inputs])

  const touch = useCallback((field: CardFieldName) => setErrors((before) => (before[field] ? { ...before, [field]: undefined } : before)), [])

  const leave = useCallback((field: CardFieldName) => {
    const value = valueOf(inputs[field])
    const words = value.trim() ? checkCardField(field, value) : null
    if (words) setErrors((before) => ({ ...before, [field]: words }))
  }, [inputs])

  const showErrors = useCallback((found: CardErrors) => {
    setErrors(found)
    setComplaint(found)
  }, [])

  /**
   * What is sent in the card's place in one of the plans, or null when something must be mended first.
   * `focus: false` leaves the focus to a complaint further up on the page.
   */
  const submit = useCallback((plans: InstallmentPlan[], { focus = true } = {}): CardToPay | null => {
    const values = Object.fromEntries(CARD_FIELD_NAMES.map((field) => [field, valueOf(inputs[field])])) as CardValues
    const found = checkCard(values)
    const made = valueOf(inputs.token)
    // The script is not ours: where it makes no token of a card that looks right, the shopper can only look again.
    if (Object.keys(found).length === 0 && !made) found.number = "Não foi possível proteger os dados deste cartão. Confira o número e o código."
    setErrors(found)
    setComplaint(focus ? found : {})
    if (Object.keys(found).length > 0) return null
    return { token: made, holder_name: values.name.trim().replace(/\s+/g, " "), expires: values.expiry, installments: planFor(plans, installments)?.count ?? 1 }
  }, [inputs, installments])

  /** After an attempt: a token counts once, and typing the code again makes the next one. */
  const forgetToken = useCallback(() => {
    if (inputs.token.current) inputs.token.current.value = ""
    if (inputs.cvv.current) inputs.cvv.current.value = ""
    setErrors({ cvv: "Para tentar de novo, digite o código mais uma vez." })
  }, [inputs])

  return { inputs, installments, setInstallments, errors, touch, leave, submit, showErrors, forgetToken }
}

export type CardForm = ReturnType<typeof useCardForm>
