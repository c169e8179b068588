import type { OrderedLine } from "../app/memory"
import { ProductImage } from "../catalog/product-image"
import { formatMoney } from "../ui/words"

/** The lines of a cart or an order, for reading only. */
export function LineList({ lines, currency }: { lines: OrderedLine[]; currency: string }) {
  return (
    <ul className="summary-lines" data-testid="order-lines">
      {lines.map((line, index) => (
        <li key={index}>
          <ProductImage src={line.thumbnail} title={line.title} className="summary-lines__image" />
          <span className="summary-lines__text">
            {line.quantity} × {line.title}
            {line.variant && line.variant !== line.title && <small>{line.variant}</small>}
          </span>
          <span>{formatMoney(line.total, currency)}</span>
        </li>
      ))}
    </ul>
  )
}
