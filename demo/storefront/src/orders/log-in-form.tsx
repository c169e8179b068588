import { FaturaError } from "medusa-payment-fatura/storefront"
import { type FormEvent, useState } from "react"
import { memory } from "../app/memory"
import { useShop } from "../app/shop-context"
import { errorWords } from "../ui/words"

export function LogInForm({ onDone }: { onDone: () => void }) {
  const { client } = useShop()
  const [busy, setBusy] = useState(false)
  const [problem, setProblem] = useState("")

  const submit = async (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    if (busy) return
    const typed = new FormData(event.currentTarget)
    setBusy(true)
    setProblem("")
    try {
      memory.setToken(await client.logIn(String(typed.get("email") ?? "").trim(), String(typed.get("password") ?? "")))
      onDone()
    } catch (error) {
      setProblem(error instanceof FaturaError && error.status === 401 ? "E-mail ou senha não conferem." : errorWords(error))
      setBusy(false)
    }
  }

  return (
    <form className="card log-in" onSubmit={submit} data-testid="log-in-form">
      <p>Entre para ver seus pedidos e pagar o que está em aberto.</p>
      <div className="field"><label htmlFor="log-in-email">E-mail</label><input id="log-in-email" name="email" type="email" autoComplete="username" required data-testid="log-in-email" /></div>
      <div className="field"><label htmlFor="log-in-password">Senha</label><input id="log-in-password" name="password" type="password" autoComplete="current-password" required data-testid="log-in-password" /></div>
      <div role="alert">{problem && <p className="form-problem" data-testid="log-in-error">{problem}</p>}</div>
      <button type="submit" className="button button--large" aria-busy={busy} data-testid="log-in-submit">{busy ? "Entrando..." : "Entrar"}</button>
    </form>
  )
}
