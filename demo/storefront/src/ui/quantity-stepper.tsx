type Props = { label: string; value: number; min: number; disabled?: boolean; onChange: (value: number) => void }

const largest = 99

export function QuantityStepper({ label, value, min, disabled = false, onChange }: Props) {
  return (
    <div className="stepper" role="group" aria-label={`Quantidade de ${label}`}>
      <button
        type="button" disabled={disabled || value <= min} aria-label="Diminuir a quantidade"
        data-testid="quantity-minus" onClick={() => onChange(value - 1)}
      >−</button>
      <output aria-live="polite" data-testid="quantity">{value}</output>
      <button
        type="button" disabled={disabled || value >= largest} aria-label="Aumentar a quantidade"
        data-testid="quantity-plus" onClick={() => onChange(value + 1)}
      >+</button>
    </div>
  )
}
