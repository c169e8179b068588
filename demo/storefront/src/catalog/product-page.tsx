import { PriceHints } from "medusa-payment-fatura/storefront/react"
import { useState } from "react"
import type { Product, Variant } from "../api/types"
import { NotFoundPage } from "../app/not-found-page"
import { Link } from "../app/router"
import { paths } from "../app/routes"
import { useShop } from "../app/shop-context"
import { useCart } from "../cart/cart-context"
import { ErrorPanel } from "../ui/error-panel"
import { BackIcon, PixIcon, TruckIcon } from "../ui/icons"
import { errorWords, formatMoney } from "../ui/words"
import { QuantityStepper } from "../ui/quantity-stepper"
import { Spinner } from "../ui/spinner"
import { useToast } from "../ui/toast"
import { useLoad } from "../ui/use-load"
import { useTitle } from "../ui/use-title"
import { isAvailable } from "./pricing"
import { ProductImage } from "./product-image"
import { VariantPicker } from "./variant-picker"

export function ProductPage({ handle }: { handle: string }) {
  const { client } = useShop()
  const product = useLoad(() => client.productByHandle(handle))

  if (product.state === "loading") return <Spinner label="Carregando o produto..." />
  if (product.state === "failed") {
    return <ErrorPanel title="Não foi possível mostrar o produto" text={errorWords(product.error)} onRetry={product.reload} />
  }
  if (!product.value) return <NotFoundPage />
  return <ProductDetails product={product.value} />
}

function ProductDetails({ product }: { product: Product }) {
  const [variant, setVariant] = useState<Variant | undefined>(() => product.variants?.find(isAvailable) ?? product.variants?.[0])
  const [quantity, setQuantity] = useState(1)
  const { config } = useShop()
  useTitle(product.title)
  const price = variant?.calculated_price
  const onSale = price && price.original_amount > price.calculated_amount

  return (
    <>
      <Link href={paths.products} className="back-link"><BackIcon size={18} /> Todos os produtos</Link>
      <article className="product">
        <div className="product__picture">
          <ProductImage src={product.thumbnail ?? product.images?.[0]?.url} title={product.title} eager />
        </div>
        <div className="product__details">
          <h1>{product.title}</h1>
          {product.subtitle && <p className="product__subtitle">{product.subtitle}</p>}
          <p className="product__price" data-testid="product-price">
            {onSale && <del>{formatMoney(price.original_amount, price.currency_code)}</del>}
            {price ? formatMoney(price.calculated_amount, price.currency_code) : "Preço a consultar"}
          </p>
          {price && <PriceHints price={price.calculated_amount} regionId={config.region_id} />}
          {product.description && <p className="product__description">{product.description}</p>}
          <VariantPicker product={product} selected={variant} onSelect={setVariant} />
          <div className="product__buy">
            <QuantityStepper label={product.title} value={quantity} min={1} onChange={setQuantity} />
            <AddToCart variant={variant} title={product.title} quantity={quantity} />
          </div>
          <ul className="promises">
            <li><PixIcon size={20} /> Pix, cartão parcelado sem juros ou boleto</li>
            <li><TruckIcon size={20} /> Entrega em todo o Brasil</li>
          </ul>
        </div>
      </article>
    </>
  )
}

function AddToCart({ variant, title, quantity }: { variant: Variant | undefined; title: string; quantity: number }) {
  const { addItem } = useCart()
  const toast = useToast()
  const [adding, setAdding] = useState(false)
  const [problem, setProblem] = useState("")
  const available = variant !== undefined && isAvailable(variant)

  const add = async () => {
    if (!variant || adding) return
    setAdding(true)
    setProblem("")
    try {
      await addItem(variant.id, quantity)
      toast(<><strong>{title}</strong> está no carrinho. <Link href={paths.cart} data-testid="toast-cart-link">Ver carrinho</Link></>)
    } catch (error) {
      setProblem(errorWords(error))
    } finally {
      setAdding(false)
    }
  }

  return (
    <>
      <button
        type="button" className="button button--large" data-testid="add-to-cart"
        disabled={!available} aria-busy={adding} onClick={add}
      >
        {adding ? "Adicionando..." : available ? "Adicionar ao carrinho" : "Esgotado"}
      </button>
      {problem && <p className="form-problem" role="alert">{problem}</p>}
    </>
  )
}
