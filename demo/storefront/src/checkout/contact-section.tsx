import { PayerDocumentField } from "medusa-payment-fatura/storefront/react"
import { TextField } from "./text-field"
import { type CheckoutForm, fieldId } from "./use-checkout-form"

export function ContactSection({ form }: { form: CheckoutForm }) {
  return (
    <section className="card" aria-labelledby="contact-title">
      <h2 id="contact-title"><span className="step" aria-hidden="true">1</span> Seus dados</h2>
      <div className="fields">
        <TextField form={form} name="email" label="E-mail" type="email" inputMode="email" autoComplete="email" placeholder="nome@exemplo.com.br" className="field--wide" />
        <TextField form={form} name="name" label="Nome completo ou razão social" autoComplete="name" className="field--wide" maxLength={120} />
        <TextField form={form} name="phone" label="Telefone com DDD" type="tel" inputMode="tel" autoComplete="tel-national" placeholder="(11) 91234-5678" />
        <PayerDocumentField id={fieldId("document")} value={form.values.document} error={form.errors.document} onChange={(value) => form.change("document", value)} />
      </div>
    </section>
  )
}
