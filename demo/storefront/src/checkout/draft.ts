import { emptyForm, FIELD_NAMES, type FormValues } from "./form-fields"

const key = "loja.checkout"

/**
 * What was typed, kept for this tab only, so that a reload does not empty the form.
 * The document is left out: it is never kept in the browser.
 */
export function saveDraft(values: FormValues): void {
  try {
    sessionStorage.setItem(key, JSON.stringify({ ...values, document: "" }))
  } catch {
    return
  }
}

export function loadDraft(): FormValues {
  const form = { ...emptyForm }
  try {
    const kept = JSON.parse(sessionStorage.getItem(key) ?? "{}") as Record<string, unknown>
    for (const name of FIELD_NAMES) {
      const value = kept[name]
      if (typeof value === "string") form[name] = value
    }
  } catch {
    return { ...emptyForm }
  }
  return form
}

export function clearDraft(): void {
  try {
    sessionStorage.removeItem(key)
  } catch {
    return
  }
}
