import { render } from "@testing-library/react"
import type { ReactElement } from "react"
import type { FaturaClient } from "../../core/client"
import type { CheckoutOptions, SessionView } from "../../core/types"
import { FaturaProvider } from "../provider"

export const session = (changes: Partial<SessionView> = {}): SessionView => ({
  id: "payses_1", order_id: "order_1", method: "pix", status: "awaiting_payment", next_step: "pay", amount: 99.9, currency_code: "brl",
  server_time: new Date().toISOString(), payee: { name: "Loja Ipê", document_masked: "**.***.***/0001-**", statement_descriptor: "LOJAIPE" },
  pix: { payload: "00020126BR.GOV.BCB.PIX", qr_svg: "<svg/>", expires_at: new Date(Date.now() + 3_600_000).toISOString() }, can_renew: true,
  ...changes,
})

export const options: CheckoutOptions = {
  saved_payers: [],
  methods: [
    { provider_id: "pp_pix_fatura", method: "pix", available: true },
    { provider_id: "pp_card_fatura", method: "card", available: true, installments: [{ count: 1, amount: 99.9, total: 99.9 }, { count: 3, amount: 33.3, total: 99.9 }] },
    { provider_id: "pp_boleto_fatura", method: "boleto", available: false, reason: "Só até R$ 50,00." },
  ],
  tokenization: {
    script_url: "https://gateway.example/tokenize.js", account: "acc_1",
    attributes: { account: "data-x-account", number: "data-x-number", cvv: "data-x-cvv", name: "data-x-name", expiry: "data-x-expiry", token: "data-x-token" },
  },
  payee: { name: "Loja Ipê", document_masked: null, statement_descriptor: "LOJAIPE" }, amount: 99.9, currency_code: "brl",
}

/** A client of which a test needs a few calls. */
export const clientWith = (calls: Partial<Record<keyof FaturaClient, unknown>>) => calls as unknown as FaturaClient

export function show(element: ReactElement, client: FaturaClient = clientWith({})) {
  return render(element, { wrapper: ({ children }) => <FaturaProvider client={client} contact={{ name: "Fale com a gente", href: "mailto:a@b.example" }}>{children}</FaturaProvider> })
}

export const plain = (text: string | null | undefined) => (text ?? "").replace(/\s/g, " ")

/** Scripts stay in the page unloaded, until a test sends their event: the stand-in browser would fetch them. */
export function holdScripts(): void {
  const append = document.head.append.bind(document.head)
  document.head.append = (...nodes) => {
    const script = nodes[0] as HTMLScriptElement
    Object.defineProperty(script, "src", { value: script.src })
    script.removeAttribute("src")
    append(...nodes)
  }
}
