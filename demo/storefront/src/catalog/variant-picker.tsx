import type { Product, Variant } from "../api/types"
import { isAvailable } from "./pricing"

type Props = { product: Product; selected: Variant | undefined; onSelect: (variant: Variant) => void }

/** One radio per variant. With a single variant there is nothing to choose, and nothing is shown. */
export function VariantPicker({ product, selected, onSelect }: Props) {
  const variants = product.variants ?? []
  if (variants.length < 2) return null
  const legend = product.options?.length === 1 ? product.options[0]?.title : "Opção"
  return (
    <fieldset className="variants">
      <legend>{legend}</legend>
      <div className="variants__options">
        {variants.map((variant) => {
          const available = isAvailable(variant)
          return (
            <label key={variant.id} className="variant" data-unavailable={!available || undefined}>
              <input
                type="radio" name="variant" value={variant.id} disabled={!available}
                checked={selected?.id === variant.id} onChange={() => onSelect(variant)}
                data-testid="variant-option"
              />
              <span>{variant.title}{!available && <span className="visually-hidden"> (esgotado)</span>}</span>
            </label>
          )
        })}
      </div>
    </fieldset>
  )
}
