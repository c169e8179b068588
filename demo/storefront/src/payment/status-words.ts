import type { PaymentStatus } from "../api/types"

export type Tone = "waiting" | "good" | "bad" | "neutral"

/** `fast`: the shopper is waiting for it. `slow`: it may still change. `stop`: nothing more will come by itself. */
export type Watch = "fast" | "slow" | "stop"

export type StatusWords = { title: string; text: string; tone: Tone; watch: Watch }

/** What each status means to the shopper, and how closely the page keeps watching it. */
export const STATUS_WORDS: Record<PaymentStatus, StatusWords> = {
  not_issued: {
    title: "Pedido ainda não finalizado",
    text: "Volte ao checkout para terminar a compra.",
    tone: "neutral", watch: "slow",
  },
  issuing: {
    title: "Gerando seu código...",
    text: "Isso costuma levar poucos segundos. Não é preciso recarregar a página.",
    tone: "waiting", watch: "fast",
  },
  awaiting_payment: {
    title: "Aguardando pagamento",
    text: "Assim que você pagar, esta página mostra a confirmação sozinha.",
    tone: "waiting", watch: "fast",
  },
  processing: {
    title: "Pagamento em processamento",
    text: "Recebemos o pagamento e ele está sendo processado. Pode deixar esta página aberta.",
    tone: "waiting", watch: "fast",
  },
  scheduled: {
    title: "Pagamento agendado",
    text: "Seu banco agendou o pagamento. O pedido segue quando ele for feito.",
    tone: "neutral", watch: "slow",
  },
  authorized: {
    title: "Pagamento autorizado",
    text: "Falta só a confirmação final, que chega em instantes.",
    tone: "waiting", watch: "fast",
  },
  paid: {
    title: "Pagamento confirmado",
    text: "Obrigado pela compra! Já vamos preparar o seu pedido.",
    tone: "good", watch: "stop",
  },
  canceled: {
    title: "Pagamento cancelado",
    text: "Este código não vale mais. Se você já pagou, fale com a loja: o valor não se perde.",
    tone: "bad", watch: "stop",
  },
  refund_pending: {
    title: "Devolução em andamento",
    text: "O pedido foi pago e a devolução do valor está sendo processada.",
    tone: "neutral", watch: "slow",
  },
  partially_refunded: {
    title: "Parte do valor foi devolvida",
    text: "O pedido foi pago e uma parte do valor já voltou para você.",
    tone: "neutral", watch: "stop",
  },
  refunded: {
    title: "Valor devolvido",
    text: "O pagamento deste pedido foi devolvido.",
    tone: "neutral", watch: "stop",
  },
  disputed: {
    title: "Pagamento em análise",
    text: "Há uma contestação deste pagamento. A loja fala com você se precisar de algo.",
    tone: "neutral", watch: "stop",
  },
  denied: {
    title: "Pagamento recusado",
    text: "O pagamento não foi aceito e nada foi cobrado.",
    tone: "bad", watch: "stop",
  },
  overdue: {
    title: "Prazo de pagamento vencido",
    text: "Se você pagou até o vencimento, a confirmação ainda pode chegar.",
    tone: "neutral", watch: "slow",
  },
  failed: {
    title: "O pagamento não deu certo",
    text: "Houve uma falha e nada foi cobrado.",
    tone: "bad", watch: "stop",
  },
  expired: {
    title: "O código expirou",
    text: "Não pague mais com ele. Se você pagou nos últimos minutos, a confirmação ainda pode chegar aqui.",
    tone: "bad", watch: "slow",
  },
  unknown: {
    title: "Verificando o pagamento",
    text: "Estamos conferindo a situação com o meio de pagamento.",
    tone: "neutral", watch: "slow",
  },
}

type Differences = Partial<Record<PaymentStatus, Partial<StatusWords>>>

/** Where a method's words differ from those above. */
const WORDS_OF_METHOD: Record<string, Differences | undefined> = {
  boleto: {
    issuing: { title: "Gerando seu boleto..." },
    // It is paid within days: nobody waits for it in front of the screen.
    awaiting_payment: { text: "Pague até o vencimento. A confirmação chega em até 3 dias úteis depois do pagamento.", watch: "slow" },
    canceled: { title: "Boleto cancelado", text: "Não pague mais este boleto. Se você já pagou, fale com a loja: o valor não se perde." },
    overdue: { title: "Boleto vencido" },
    expired: { title: "O boleto venceu", text: "Não pague mais este boleto. Se você pagou até o vencimento, a confirmação chega em até 3 dias úteis." },
  },
  card: {
    issuing: {
      title: "Confirmando com o banco...",
      text: "Não tente pagar de novo: o resultado desta tentativa aparece aqui sozinho.",
    },
    awaiting_payment: { title: "Falta um passo no seu banco", text: "O emissor do cartão quer confirmar a compra com você." },
    processing: {
      title: "Pagamento em análise",
      text: "O emissor do cartão está analisando a compra. Esta página mostra o resultado sozinha.",
    },
    authorized: { text: "O cartão aprovou a compra. Falta só a confirmação final, que chega em instantes." },
    denied: { title: "Cartão não aprovado", text: "O banco emissor não aprovou a compra e nada foi cobrado." },
    canceled: { text: "Este pagamento com cartão foi cancelado." },
  },
}

/** A newer server may tell a status or a method that this page does not know. */
export function wordsOf(status: string, method?: string): StatusWords {
  const known = status in STATUS_WORDS ? status as PaymentStatus : "unknown"
  return { ...STATUS_WORDS[known], ...WORDS_OF_METHOD[method ?? ""]?.[known] }
}
