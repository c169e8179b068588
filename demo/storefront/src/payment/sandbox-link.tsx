import { useShop } from "../app/shop-context"

/** In the demonstration nobody can pay for real: the stand-in gateway has a page with a button for it. */
export function SandboxLink() {
  const { config } = useShop()
  if (!config.sandbox) return null
  return (
    <aside className="sandbox-note" aria-label="Demonstração">
      <p>Este pagamento é de teste e nenhum banco o aceita. Para ver o resultado chegar:</p>
      <a href={`${config.sandbox}/_sandbox`} target="_blank" rel="noopener noreferrer" data-testid="sandbox-link">
        Abrir o sandbox (demonstração)<span className="visually-hidden"> – abre em outra aba</span>
      </a>
      <p>
        <a href={`${config.backend}/emails`} target="_blank" rel="noopener noreferrer" data-testid="emails-link">
          Ver os e-mails deste pedido<span className="visually-hidden"> – abre em outra aba</span>
        </a>
      </p>
    </aside>
  )
}
