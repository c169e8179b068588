import { ApiError } from "./api-error"

const noConnection = "Não conseguimos falar com a loja. Confira sua conexão e tente de novo."

/** Codes of Medusa's own routes, which answer in English only. */
const wordsOfCode: Record<string, string> = {
  insufficient_inventory: "Um dos produtos acabou de esgotar. Ajuste a quantidade no carrinho.",
  unknown_error: "A loja teve um problema. Tente de novo em instantes.",
  api_error: "A loja teve um problema. Tente de novo em instantes.",
  database_error: "A loja teve um problema. Tente de novo em instantes.",
}

/** A failure as the shopper should read it. Never empty. */
export function errorWords(error: unknown): string {
  if (!(error instanceof ApiError)) return "Algo não saiu como esperado. Tente de novo."
  if (error.kind === "network") return noConnection
  if (error.kind === "timeout") return "A loja está demorando para responder. Tente de novo em instantes."
  const known = wordsOfCode[error.code]
  if (known) return known
  if (/inventory/i.test(error.message)) return wordsOfCode.insufficient_inventory as string
  if (/^payment authorization failed/i.test(error.message)) return "O pagamento não foi autorizado. Tente de novo em instantes."
  if (error.status === 429) return "Muitas tentativas seguidas. Espere um minuto e tente de novo."
  if (error.status >= 500) return "A loja teve um problema. Tente de novo em instantes."
  return error.message || "Algo não saiu como esperado. Tente de novo."
}
