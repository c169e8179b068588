import { useCallback, useEffect, useState } from "react"
import { loadDraft, saveDraft } from "./draft"
import { checkField, checkForm, FIELD_NAMES, type FieldName, type FormErrors, type FormValues, MASKS } from "./form-fields"

/** The values of the checkout form and what is wrong with them. */
export function useCheckoutForm() {
  const [values, setValues] = useState<FormValues>(loadDraft)
  const [errors, setErrors] = useState<FormErrors>({})
  const [complaint, setComplaint] = useState<FormErrors>({})
  /** Id of the saved payer that pays, instead of a document that is typed. */
  const [payerId, setPayerId] = useState<string | null>(null)
  const [savesPayer, setSavesPayer] = useState(false)

  // After rendering: while an order is being sent the fields are disabled and cannot take the focus.
  useEffect(() => focusFirst(complaint), [complaint])

  const change = useCallback((name: FieldName, input: string) => {
    setValues((before) => {
      const after = { ...before, [name]: MASKS[name](input) }
      saveDraft(after)
      return after
    })
    // A complaint goes away as soon as the field is touched; it comes back on leaving if still true.
    setErrors((before) => ({ ...before, [name]: undefined }))
  }, [])

  /** Fills in what is known and not typed yet. */
  const prefill = useCallback((known: Partial<FormValues>) => {
    setValues((before) => {
      const added = Object.entries(known).filter(([name, value]) => value && !before[name as FieldName])
      return { ...before, ...Object.fromEntries(added) }
    })
  }, [])

  const leave = useCallback((name: FieldName, value: string) => {
    // Passing through an empty field is no mistake yet.
    const words = value.trim() ? checkField(name, value) : null
    if (words) setErrors((before) => ({ ...before, [name]: words }))
  }, [])

  /** Checks everything; answers whether the form may be sent. Focuses the first wrong field. */
  const submit = useCallback((): boolean => {
    const { document, ...others } = checkForm(values)
    const found: FormErrors = payerId || !document ? others : { ...others, document }
    setErrors(found)
    setComplaint(found)
    return Object.keys(found).length === 0
  }, [payerId, values])

  const showServerErrors = useCallback((found: FormErrors) => {
    setErrors((before) => ({ ...before, ...found }))
    setComplaint(found)
  }, [])

  return { values, errors, payerId, setPayerId, savesPayer, setSavesPayer, prefill, change, leave, submit, showServerErrors }
}

export type CheckoutForm = ReturnType<typeof useCheckoutForm>

export const fieldId = (name: FieldName) => `checkout-${name.replace("_", "-")}`

function focusFirst(errors: FormErrors): void {
  const first = FIELD_NAMES.find((name) => errors[name])
  if (first) document.getElementById(fieldId(first))?.focus()
}
