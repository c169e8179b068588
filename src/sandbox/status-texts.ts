import type { Status } from "./types"

type Words = { text: string; title: string; description: string }

/** Titles of spec 3; `text` where the wire samples show one. */
const WORDS: Record<number, Words> = {
  1: { text: "pending", title: "Aguardando Pagamento", description: "Aguardando a confirmacao do pagamento" },
  2: { text: "pending", title: "Em Processamento", description: "Pagamento em processamento" },
  3: { text: "scheduled", title: "Pagamento Agendado", description: "Pagamento agendado" },
  4: { text: "authorized", title: "Autorizado", description: "Pagamento autorizado" },
  5: { text: "approved", title: "Pago", description: "Pagamento aprovado" },
  6: { text: "canceled", title: "Cancelado", description: "Fatura cancelada" },
  7: { text: "refund_pending", title: "Aguardando Estorno", description: "Estorno em andamento" },
  8: { text: "partially_refunded", title: "Parcialmente Estornado", description: "Parte do valor foi devolvida" },
  9: { text: "refunded", title: "Estornado", description: "O valor foi devolvido" },
  10: { text: "disputed", title: "Contestado", description: "Contestado" },
  12: {
    text: "denied",
    title: "Pagamento Negado",
    description: "O pagamento foi negado pela operadora do cartao",
  },
  15: { text: "overdue", title: "Pagamento Vencido", description: "Pagamento Vencido" },
  16: { text: "error", title: "Erro no Pagamento", description: "Erro no pagamento" },
}

const wordsOf = (code: unknown): Words | undefined => (typeof code === "number" ? WORDS[code] : undefined)

/** The status that a code has by itself. */
export const statusOf = (code: unknown, text?: string): Status => {
  const own = text ?? wordsOf(code)?.text ?? "unknown"
  return { code, text: own, subText: own }
}

/** Title of a code, also for the page. */
export const titleOf = (code: unknown): string => wordsOf(code)?.title ?? `Código ${JSON.stringify(code) ?? "ausente"}`

const withCode = (status: Status): { code?: unknown } => (status.code === undefined ? {} : { code: status.code })

/** The status object of an invoice (spec 2.4); `details` is present in the create shape only. */
export const statusMember = (status: Status): Record<string, unknown> => ({
  text: status.text,
  sub_text: status.subText,
  ...withCode(status),
  title: titleOf(status.code),
  description: wordsOf(status.code)?.description ?? titleOf(status.code),
})

/** The status object of a notice, whose words for a payment are others (wire: notice-paid-pix). */
export const noticeStatusMember = (status: Status): Record<string, unknown> => {
  const paid = status.code === 5
  return {
    ...withCode(status),
    title: paid ? "Pagamento Confirmado!" : titleOf(status.code),
    description: paid ? "Obrigado pela sua Compra!" : titleOf(status.code),
    text: status.text,
  }
}
