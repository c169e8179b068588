import { StateField } from "./state-field"
import { TextField } from "./text-field"
import type { CheckoutForm } from "./use-checkout-form"

export function AddressSection({ form }: { form: CheckoutForm }) {
  return (
    <section className="card" aria-labelledby="address-title">
      <h2 id="address-title"><span className="step" aria-hidden="true">2</span> Endereço de entrega</h2>
      <div className="fields fields--address">
        <TextField form={form} name="postal_code" label="CEP" inputMode="numeric" autoComplete="postal-code" placeholder="00000-000" className="field--cep" />
        <TextField form={form} name="street" label="Rua ou avenida" autoComplete="address-line1" className="field--street" maxLength={120} />
        <TextField form={form} name="number" label="Número" autoComplete="off" className="field--number" placeholder="ou S/N" maxLength={12} />
        <TextField form={form} name="complement" label="Complemento" optional placeholder="opcional" autoComplete="address-line2" className="field--complement" maxLength={60} />
        <TextField form={form} name="district" label="Bairro" autoComplete="address-level3" className="field--district" maxLength={60} />
        <TextField form={form} name="city" label="Cidade" autoComplete="address-level2" className="field--city" maxLength={60} />
        <StateField form={form} />
      </div>
    </section>
  )
}
