import { PayerDocumentField } from "medusa-payment-fatura/storefront/react"
import type { SavedPayer } from "medusa-payment-fatura/storefront"
import { useEffect, useRef } from "react"
import { memory } from "../app/memory"
import { TextField } from "./text-field"
import { type CheckoutForm, fieldId } from "./use-checkout-form"

type Props = { form: CheckoutForm; savedPayers: SavedPayer[] }

export function ContactSection({ form, savedPayers }: Props) {
  return (
    <section className="card" aria-labelledby="contact-title">
      <h2 id="contact-title"><span className="step" aria-hidden="true">1</span> Seus dados</h2>
      <div className="fields">
        <TextField form={form} name="email" label="E-mail" type="email" inputMode="email" autoComplete="email" placeholder="nome@exemplo.com.br" className="field--wide" />
        <TextField form={form} name="name" label="Nome completo ou razão social" autoComplete="name" className="field--wide" maxLength={120} />
        <TextField form={form} name="phone" label="Telefone com DDD" type="tel" inputMode="tel" autoComplete="tel-national" placeholder="(11) 91234-5678" />
        {savedPayers.length > 0 && <PayerChoice form={form} savedPayers={savedPayers} />}
        {!form.payerId && (
          <div>
            <PayerDocumentField id={fieldId("document")} value={form.values.document} error={form.errors.document} onChange={(value) => form.change("document", value)} />
            {memory.token() && (
              <label className="check">
                <input type="checkbox" checked={form.savesPayer} onChange={(event) => form.setSavesPayer(event.target.checked)} data-testid="save-payer" /> Guardar para a próxima compra
              </label>
            )}
          </div>
        )}
      </div>
    </section>
  )
}

/** Who pays, of those that the customer has had saved; the newest is chosen first, unless a document was typed before they came. */
function PayerChoice({ form, savedPayers }: Props) {
  const { setPayerId } = form
  const newest = savedPayers[0]?.id ?? null
  const typed = useRef(form.values.document !== "")
  useEffect(() => setPayerId(typed.current ? null : newest), [newest, setPayerId])
  return (
    <div className="field">
      <label htmlFor="checkout-payer">Quem paga</label>
      <select id="checkout-payer" data-testid="checkout-payer" value={form.payerId ?? ""} onChange={(event) => setPayerId(event.target.value || null)}>
        {savedPayers.map(({ id, name, document_masked }) => <option key={id} value={id}>{name}, {document_masked}</option>)}
        <option value="">Outro CPF ou CNPJ</option>
      </select>
    </div>
  )
}
