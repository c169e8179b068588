import { formatsFor } from "./formats"

type Payable = {
  method: "pix" | "boleto" | "card"
  amount: number | null
  order_display_id: number | null
  payer_name: string | null
  due_on: string | null
  expires_at: string | null
  instructions: { pix?: { payload: string }; boleto?: { line: string | null; url: string | null } } | null
}

/**
 * How to pay, as a message that staff paste into WhatsApp: in Portuguese, since it is for the shopper, with the
 * code on a line of its own, so that a long press copies it. Null when there is no code.
 */
export function shopperMessage(invoice: Payable): string | null {
  const { pix, boleto } = invoice.instructions ?? {}
  const { money } = formatsFor("pt-BR")
  const greeting = `Olá${firstName(invoice.payer_name)}! ${thing(invoice)} no valor de *${money(invoice.amount)}*.`
  if (pix) {
    return [greeting, "", "Copie o código abaixo e cole no app do seu banco, em PIX copia e cola:", "", pix.payload, ...until(invoice.expires_at)].join("\n")
  }
  if (boleto && (boleto.line || boleto.url)) {
    const line = boleto.line ? ["Copie a linha digitável abaixo e pague no app do seu banco:", "", boleto.line] : []
    const url = boleto.url ? ["", `Boleto em PDF: ${boleto.url}`] : []
    return [greeting, "", ...line, ...url, ...dueOn(invoice.due_on)].join("\n")
  }
  return null
}

function firstName(name: string | null): string {
  const first = name?.trim().split(/\s+/)[0]
  return first ? `, ${first}` : ""
}

function thing({ method, order_display_id }: Payable): string {
  const what = method === "pix" ? "Este é o PIX" : "Este é o boleto"
  return order_display_id ? `${what} do seu pedido *#${order_display_id}*,` : `${what} do seu pedido,`
}

function until(expiresAt: string | null): string[] {
  if (!expiresAt) {
    return []
  }
  const at = new Intl.DateTimeFormat("pt-BR", { day: "2-digit", month: "2-digit", year: "numeric", hour: "2-digit", minute: "2-digit", timeZone: "America/Sao_Paulo" }).format(new Date(expiresAt))
  return ["", `Válido até *${at.replace(", ", " às ")}* (horário de Brasília).`]
}

function dueOn(day: string | null): string[] {
  return day ? ["", `Vencimento: *${day.split("-").reverse().join("/")}*.`] : []
}
