import type { Product } from "../api/types"
import { Link } from "../app/router"
import { paths } from "../app/routes"
import { formatMoney } from "../ui/words"
import { isAvailable, priceRange } from "./pricing"
import { ProductImage } from "./product-image"

export function ProductCard({ product }: { product: Product }) {
  const price = priceRange(product)
  const soldOut = !(product.variants ?? []).some(isAvailable)
  return (
    <li className="product-card" data-testid="product-card" data-handle={product.handle}>
      <Link href={paths.product(product.handle)} className="product-card__link">
        <ProductImage src={product.thumbnail} title={product.title} />
        <span className="product-card__body">
          <span className="product-card__title">{product.title}</span>
          {product.subtitle && <span className="product-card__subtitle">{product.subtitle}</span>}
          <span className="product-card__price">
            {price?.varies && <small>a partir de </small>}
            {price ? formatMoney(price.from, price.currency) : "Preço a consultar"}
          </span>
          {soldOut && <span className="tag tag--quiet">Esgotado</span>}
        </span>
      </Link>
    </li>
  )
}
