import { type RefObject, useCallback, useEffect, useMemo, useRef, useState } from "react"
import { brandOf, CARD_FIELD_NAMES, type CardFieldName, type CardValues, checkCard, checkCardField } from "../core/card-fields"
import { planFor } from "../core/installments"
import { tokenizationMarks, type TokenizationMarks } from "../core/tokenization"
import type { FieldFault } from "../core/error"
import type { CardToPay, InstallmentPlan, Tokenization } from "../core/types"
import { useTexts } from "./provider"

type Inputs = Record<CardFieldName | "token", RefObject<HTMLInputElement | null>>

/** What is wrong with the fields, in words. */
export type CardErrors = Partial<Record<CardFieldName | "installments", string>>

export type CardFormOptions = {
  /** From the store's checkout options; without it there is no card form. */
  tokenization: Tokenization | undefined
  /** The `installments` of the card in the store's checkout options. */
  plans: InstallmentPlan[]
}

const FIELD_OF_PATH: Record<string, keyof CardErrors | undefined> = {
  "card": "number",
  "card.token": "number",
  "card.holder_name": "name",
  "card.expires": "expiry",
  "card.installments": "installments",
}

const valueOf = (input: RefObject<HTMLInputElement | null>) => input.current?.value ?? ""

/**
 * The state of a card form. Number and security code live in their inputs alone: they are in no state, in no storage
 * and in nothing that is sent to the store. The gateway's script reads them there and puts a token in their place.
 */
export function useCardForm({ tokenization, plans }: CardFormOptions) {
  const { card: texts } = useTexts()
  const number = useRef<HTMLInputElement>(null)
  const name = useRef<HTMLInputElement>(null)
  const expiry = useRef<HTMLInputElement>(null)
  const cvv = useRef<HTMLInputElement>(null)
  const token = useRef<HTMLInputElement>(null)
  const inputs = useRef<Inputs>({ number, name, expiry, cvv, token }).current
  const [wanted, setInstallments] = useState(1)
  const [brand, setBrand] = useState<string | null>(null)
  const [errors, setErrors] = useState<CardErrors>({})
  const [complaint, setComplaint] = useState<CardErrors>({})
  const marks: TokenizationMarks | null = useMemo(() => (tokenization ? tokenizationMarks(tokenization) : null), [tokenization])
  const plan = planFor(plans, wanted)

  // After rendering: while an order is being sent the fields are disabled and cannot take the focus.
  useEffect(() => {
    const first = CARD_FIELD_NAMES.find((field) => complaint[field])
    if (first) inputs[first].current?.focus()
  }, [complaint, inputs])

  /** Typing takes a complaint away; it comes back on leaving the field if still true. */
  const touch = useCallback((field: CardFieldName) => {
    if (field === "number") setBrand(brandOf(valueOf(number)))
    setErrors((before) => (before[field] ? { ...before, [field]: undefined } : before))
  }, [])

  const leave = useCallback((field: CardFieldName) => {
    const value = valueOf(inputs[field])
    const fault = value.trim() ? checkCardField(field, value) : null
    if (fault) setErrors((before) => ({ ...before, [field]: texts.faults[fault] }))
  }, [inputs, texts])

  const show = useCallback((found: CardErrors, focus: boolean) => {
    setErrors(found)
    setComplaint(focus ? found : {})
  }, [])

  /**
   * What is sent in the card's place, or null when something must be mended first; then the first fault has the focus.
   * `focus: false` leaves the focus to a complaint further up on the page.
   */
  const submit = useCallback(({ focus = true } = {}): CardToPay | null => {
    const values = Object.fromEntries(CARD_FIELD_NAMES.map((field) => [field, valueOf(inputs[field])])) as CardValues
    const faults = checkCard(values)
    const made = valueOf(inputs.token)
    // The script is not ours: where it makes no token of a card that looks right, the shopper can only look again.
    if (Object.keys(faults).length === 0 && !made) faults.number = "not_protected"
    const found = Object.fromEntries(Object.entries(faults).map(([field, fault]) => [field, texts.faults[fault]])) as CardErrors
    show(found, focus)
    if (Object.keys(found).length > 0) return null
    return { token: made, holder_name: values.name.trim().replace(/\s+/g, " "), expires: values.expiry, installments: plan?.count ?? 1 }
  }, [inputs, plan, show, texts])

  /** After an attempt: a token counts once, and typing the code again makes the next one. */
  const forgetToken = useCallback(() => {
    if (inputs.token.current) inputs.token.current.value = ""
    if (inputs.cvv.current) inputs.cvv.current.value = ""
    setErrors({ cvv: texts.faults.cvv_again })
  }, [inputs, texts])

  /** Puts the store's complaints beside their fields; answers those that belong elsewhere. */
  const showFaults = useCallback((faults: FieldFault[], { focus = true } = {}): FieldFault[] => {
    const found: CardErrors = {}
    const rest: FieldFault[] = []
    for (const fault of faults) {
      const path = fault.path.replace(/^data\./, "")
      const field = Object.hasOwn(FIELD_OF_PATH, path) ? FIELD_OF_PATH[path] : undefined
      if (field) found[field] ??= fault.message
      else rest.push(fault)
    }
    if (Object.keys(found).length > 0) show(found, focus)
    return rest
  }, [show])

  return {
    /** For the `<form>` around the fields: the attribute by which the script knows the account. */
    formProps: marks?.account ?? {},
    tokenization, marks, plans, inputs, plan, setInstallments, brand, errors, touch, leave, submit, forgetToken, showFaults,
  }
}

export type CardFormState = ReturnType<typeof useCardForm>
