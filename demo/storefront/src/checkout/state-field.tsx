import { STATES } from "./states"
import { FieldProblem } from "./text-field"
import { type CheckoutForm, fieldId } from "./use-checkout-form"

export function StateField({ form }: { form: CheckoutForm }) {
  const id = fieldId("state")
  const problem = form.errors.state
  return (
    <div className="field field--state">
      <label htmlFor={id}>Estado</label>
      <select
        id={id} name="state" data-testid={id} value={form.values.state} required autoComplete="address-level1"
        aria-invalid={problem ? true : undefined} aria-describedby={problem ? `${id}-error` : undefined}
        onChange={(event) => form.change("state", event.target.value)}
      >
        <option value="">Escolha</option>
        {STATES.map(([code, name]) => <option key={code} value={code}>{name}</option>)}
      </select>
      <FieldProblem id={`${id}-error`} words={problem} />
    </div>
  )
}
