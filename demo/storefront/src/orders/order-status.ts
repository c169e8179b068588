import type { Order } from "../api/types"

/** How Medusa's payment status reads to the customer, and whether there is still something to pay. */
const WORDS: Record<string, { words: string; open: boolean } | undefined> = {
  not_paid: { words: "Aguardando pagamento", open: true },
  awaiting: { words: "Aguardando pagamento", open: true },
  requires_action: { words: "Falta um passo no seu banco", open: true },
  authorized: { words: "Pagamento autorizado", open: false },
  partially_authorized: { words: "Pagamento autorizado em parte", open: false },
  captured: { words: "Pago", open: false },
  partially_captured: { words: "Pago em parte", open: true },
  refunded: { words: "Valor devolvido", open: false },
  partially_refunded: { words: "Parte do valor devolvida", open: false },
  canceled: { words: "Pagamento cancelado", open: true },
}

/** A cancelled order is offered again: its items go into a new cart. */
export function orderStatus({ status, payment_status }: Pick<Order, "status" | "payment_status">): { words: string; action: "pay" | "buy_again" | "look" } {
  if (status === "canceled") return { words: "Pedido cancelado", action: "buy_again" }
  const known = WORDS[payment_status]
  return { words: known?.words ?? "Em andamento", action: known?.open ? "pay" : "look" }
}

/** The newest payment session of an order, whose page shows the payment. */
export function newestSession(order: Order): string | null {
  const sessions = (order.payment_collections ?? []).flatMap(({ payment_sessions }) => payment_sessions ?? [])
  return sessions.sort((a, b) => b.created_at.localeCompare(a.created_at))[0]?.id ?? null
}
