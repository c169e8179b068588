import { useState } from "react"
import { documentKind } from "./tax-document"
import { TextField } from "./text-field"
import type { CheckoutForm } from "./use-checkout-form"

/**
 * CPF or CNPJ in one field. Nearly everybody types a CPF, so phones open the keypad of numbers;
 * a company whose CNPJ has letters switches to the full keyboard.
 */
export function DocumentField({ form }: { form: CheckoutForm }) {
  const [letters, setLetters] = useState(false)
  const kind = documentKind(form.values.document)
  return (
    <div className="document-field">
      <TextField
        form={form} name="document" label={kind === "cnpj" ? "CNPJ" : kind === "cpf" ? "CPF" : "CPF ou CNPJ"}
        inputMode={letters ? "text" : "numeric"} autoCapitalize="characters" autoComplete="off"
        hint="Usado para emitir a cobrança em seu nome."
      />
      <button type="button" className="text-button only-touch" aria-pressed={letters} onClick={() => setLetters(!letters)}>
        {letters ? "Usar teclado numérico" : "Meu CNPJ tem letras"}
      </button>
    </div>
  )
}
