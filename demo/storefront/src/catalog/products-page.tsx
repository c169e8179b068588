import { errorWords } from "../ui/words"
import { useShop } from "../app/shop-context"
import { ErrorPanel } from "../ui/error-panel"
import { useLoad } from "../ui/use-load"
import { useTitle } from "../ui/use-title"
import { ProductCard } from "./product-card"

export function ProductsPage() {
  const { client } = useShop()
  const products = useLoad(client.products)
  useTitle("Produtos")

  return (
    <>
      <section className="hero">
        <div className="hero__text">
          <h1>Coisas boas, feitas no Brasil</h1>
          <p>Pague com Pix, cartão ou boleto e veja a confirmação chegar.</p>
        </div>
        <HeroFlowers />
      </section>
      <h2 className="section-title">Produtos</h2>
      {products.state === "loading" && <SkeletonGrid />}
      {products.state === "failed" && (
        <ErrorPanel title="Não foi possível mostrar os produtos" text={errorWords(products.error)} onRetry={products.reload} />
      )}
      {products.state === "ready" && products.value.length === 0 && (
        <p className="empty">Nenhum produto à venda por enquanto.</p>
      )}
      {products.state === "ready" && products.value.length > 0 && (
        <ul className="product-grid" data-testid="product-list">
          {products.value.map((product) => <ProductCard key={product.id} product={product} />)}
        </ul>
      )}
    </>
  )
}

function SkeletonGrid() {
  return (
    <div role="status">
      <span className="visually-hidden">Carregando os produtos...</span>
      <div className="product-grid" aria-hidden="true">
        {["a", "b", "c", "d"].map((key) => <div key={key} className="skeleton skeleton--card" />)}
      </div>
    </div>
  )
}

function HeroFlowers() {
  const flowers = [{ x: 74, y: 70, s: 1 }, { x: 168, y: 42, s: 0.62 }, { x: 182, y: 118, s: 0.82 }, { x: 108, y: 142, s: 0.46 }]
  return (
    <svg className="hero__art" viewBox="0 0 240 170" aria-hidden="true">
      <path d="M240 8C190 30 130 60 20 168" fill="none" stroke="#8a6a3b" strokeWidth="5" strokeLinecap="round" opacity=".45" />
      {flowers.map(({ x, y, s }) => (
        <g key={x} transform={`translate(${x} ${y}) scale(${s})`}>
          {[0, 72, 144, 216, 288].map((angle) => (
            <ellipse key={angle} cy="-24" rx="17" ry="23" fill="#f6b81a" stroke="#e3a30c" transform={`rotate(${angle})`} />
          ))}
          <circle r="10" fill="#c97f0a" />
        </g>
      ))}
    </svg>
  )
}
