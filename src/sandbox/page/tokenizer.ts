/**
 * Runs in a checkout: a tokenisation script of the observed kind. It takes the account and is driven by attributes
 * on the form's inputs, with no function to call (observation: Card (A)). Attribute names differ per installation;
 * these are the stand-in's:
 *
 * - `data-gw-account` on the form holds the account of GET /auth
 * - `data-gw-number`, `data-gw-cvv`, `data-gw-name`, `data-gw-expiry` mark the inputs
 * - `data-gw-token` marks the hidden input that receives the token, with an `input` and a `change` event
 *
 * The token is made in the browser: the card number is sent nowhere. Test numbers decide the outcome.
 */
function tokenizeScript(): void {
  const OUTCOMES: Record<string, string> = {
    "4000000000000002": "tok_denied",
    "4000000000000127": "tok_processing",
    "4000000000000077": "tok_authorized",
    "4000000000003220": "tok_action_required",
  }

  const digitsOf = (form: Element, mark: string): string =>
    (form.querySelector<HTMLInputElement>(`[data-gw-${mark}]`)?.value ?? "").replace(/\D/g, "")

  const passesLuhn = (number: string): boolean => {
    const digits = [...number].reverse().map(Number)
    const sum = digits.reduce((total, digit, index) => {
      const doubled = index % 2 === 1 ? digit * 2 : digit
      return total + (doubled > 9 ? doubled - 9 : doubled)
    }, 0)
    return number.length >= 13 && number.length <= 19 && sum % 10 === 0
  }

  const tokenOf = (form: Element): string => {
    const number = digitsOf(form, "number")
    const name = form.querySelector<HTMLInputElement>("[data-gw-name]")?.value.trim() ?? ""
    const complete =
      passesLuhn(number) &&
      /^\d{3,4}$/.test(digitsOf(form, "cvv")) &&
      /^(0[1-9]|1[0-2])(\d{2}|20\d{2})$/.test(digitsOf(form, "expiry")) &&
      name !== "" &&
      form.getAttribute("data-gw-account") !== ""
    return complete ? `${OUTCOMES[number] ?? "tok_approved"}-${number.slice(0, 6)}${number.slice(-4)}` : ""
  }

  const setValue = Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, "value")?.set

  const tokenize = (event: Event): void => {
    const input = event.target as Element | null
    const form = input?.closest("[data-gw-account]")
    const target = form?.querySelector<HTMLInputElement>("[data-gw-token]")
    if (!form || !target || input === target) {
      return
    }
    const token = tokenOf(form)
    if (target.value !== token) {
      setValue?.call(target, token)
      target.dispatchEvent(new Event("input", { bubbles: true }))
      target.dispatchEvent(new Event("change", { bubbles: true }))
    }
  }

  document.addEventListener("input", tokenize)
  document.addEventListener("change", tokenize)
}

export const TOKENIZE_SCRIPT = `(${tokenizeScript.toString()})()`
