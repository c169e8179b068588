import { useTitle } from "../ui/use-title"
import { Link } from "./router"
import { paths } from "./routes"

export function NotFoundPage() {
  useTitle("Página não encontrada")
  return (
    <div className="empty">
      <h1>Página não encontrada</h1>
      <p>O endereço pode ter mudado, ou o produto já saiu da vitrine.</p>
      <Link className="button" href={paths.products}>Ver os produtos</Link>
    </div>
  )
}
