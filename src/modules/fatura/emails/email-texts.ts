import type { PaymentMethod } from "../ledger/row"
import type { Language } from "../texts/shopper-texts"
import type { Ending } from "./email"

/** `{order}`, `{amount}` (due), `{paid}`, `{refund}` (this time), `{refunded}` (so far), `{until}` and `{payee}` are filled in. */
type Words = { subject: string; title: string; lead: string }

/** What is said differs with what happened, and with what an order was paid before; each wording says only what is true of its case. */
export type EmailCase =
  | "instructions"
  | "instructions_difference"
  | "reminder"
  | "reminder_difference"
  | "paid"
  | "paid_difference"
  | "paid_unsaid"
  | "refunded"
  | "refunded_more"
  | Ending

type EmailWords = {
  cases: Record<EmailCase, Words>
  /** After a difference that was not paid. */
  paidBefore: string
  method: Record<PaymentMethod, string>
  pixCode: string
  pixHow: string
  boletoLine: string
  boletoNote: string
  boletoOpen: string
  act: string
  open: string
  payee: string
  until: string
  ignore: string
}

export const EMAIL_TEXTS: Record<Language, EmailWords> = {
  "pt-BR": {
    cases: {
      instructions: { subject: "Pague o pedido {order}: {amount}", title: "Falta só o pagamento", lead: "Recebemos o pedido {order}. Pague {amount} para que ele seja preparado." },
      instructions_difference: { subject: "Falta a diferença do pedido {order}: {amount}", title: "Falta só a diferença", lead: "O pedido {order} mudou, e falta pagar a diferença de {amount}." },
      reminder: { subject: "O pagamento do pedido {order} vence em breve", title: "Ainda dá tempo de pagar", lead: "O pedido {order} ainda espera o pagamento de {amount}. Depois do prazo o código deixa de valer." },
      reminder_difference: { subject: "A diferença do pedido {order} vence em breve", title: "Ainda dá tempo de pagar", lead: "Ainda falta pagar a diferença de {amount} do pedido {order}. Depois do prazo o código deixa de valer." },
      paid: { subject: "Pagamento do pedido {order} confirmado", title: "Pagamento confirmado", lead: "Recebemos {paid} pelo pedido {order}. Obrigado!" },
      paid_difference: { subject: "Pagamento da diferença do pedido {order} confirmado", title: "Pagamento confirmado", lead: "Recebemos {paid} pela diferença do pedido {order}. Obrigado!" },
      paid_unsaid: { subject: "Pagamento do pedido {order} confirmado", title: "Pagamento confirmado", lead: "O pagamento do pedido {order} foi confirmado. Obrigado!" },
      expired: { subject: "O código do pedido {order} venceu", title: "O prazo para pagar terminou", lead: "O código de {amount} do pedido {order} venceu sem pagamento e não deve mais ser pago. Nada foi cobrado por ele." },
      closed: { subject: "O código do pedido {order} foi cancelado", title: "O código não vale mais", lead: "O código de {amount} do pedido {order} foi cancelado sem pagamento e não deve mais ser pago. Nada foi cobrado por ele." },
      card_closed: { subject: "O pagamento do pedido {order} não foi concluído", title: "O pagamento não foi concluído", lead: "O pagamento de {amount} do pedido {order} com cartão não foi concluído e está encerrado. Nada foi cobrado por ele." },
      card_released: { subject: "O pagamento do pedido {order} não foi cobrado", title: "O cartão não foi cobrado", lead: "O pagamento de {amount} do pedido {order} com cartão tinha sido aprovado, mas foi encerrado sem cobrança. O valor reservado volta ao limite do cartão; quanto tempo isso leva depende do banco." },
      refunded: { subject: "Devolução do pedido {order}: {refund}", title: "Dinheiro devolvido", lead: "Do pagamento do pedido {order} foram devolvidos {refund}." },
      refunded_more: { subject: "Devolução do pedido {order}: {refund}", title: "Dinheiro devolvido", lead: "Do pagamento do pedido {order} foram devolvidos mais {refund}. Ao todo, já são {refunded}." },
    },
    paidBefore: "O que já tinha sido pago pelo pedido não muda: só a diferença ficou sem pagamento.",
    method: { pix: "PIX", boleto: "Boleto", card: "Cartão" },
    pixCode: "PIX copia e cola",
    pixHow: "Copie o código abaixo, abra o aplicativo do seu banco, escolha PIX > Copia e Cola, cole e confirme.",
    boletoLine: "Linha digitável",
    boletoNote: "O registro do boleto pode levar alguns minutos. Depois de pago, a confirmação leva até 3 dias úteis.",
    boletoOpen: "Abrir o boleto (PDF)",
    act: "Concluir o pagamento no banco",
    open: "Abrir a página do pagamento",
    payee: "Quem recebe",
    until: "Pague até {until}",
    ignore: "Se você já pagou, desconsidere esta mensagem: a confirmação chega sozinha.",
  },
  en: {
    cases: {
      instructions: { subject: "Pay for order {order}: {amount}", title: "Only the payment is missing", lead: "We have your order {order}. Pay {amount} so that we can prepare it." },
      instructions_difference: { subject: "A difference of order {order} is open: {amount}", title: "Only the difference is missing", lead: "Your order {order} has changed, and a difference of {amount} is left to pay." },
      reminder: { subject: "The payment for order {order} is due soon", title: "There is still time to pay", lead: "Order {order} still waits for its payment of {amount}. After that time the code is no longer valid." },
      reminder_difference: { subject: "The difference of order {order} is due soon", title: "There is still time to pay", lead: "The difference of {amount} for order {order} is still to be paid. After that time the code is no longer valid." },
      paid: { subject: "Payment for order {order} confirmed", title: "Payment confirmed", lead: "We received {paid} for order {order}. Thank you!" },
      paid_difference: { subject: "Payment of the difference of order {order} confirmed", title: "Payment confirmed", lead: "We received {paid} for the difference of order {order}. Thank you!" },
      paid_unsaid: { subject: "Payment for order {order} confirmed", title: "Payment confirmed", lead: "The payment for order {order} is confirmed. Thank you!" },
      expired: { subject: "The code for order {order} has expired", title: "The time to pay is over", lead: "The code of {amount} for order {order} expired without a payment and must not be paid any more. Nothing was charged for it." },
      closed: { subject: "The code for order {order} was cancelled", title: "The code is no longer valid", lead: "The code of {amount} for order {order} was cancelled without a payment and must not be paid any more. Nothing was charged for it." },
      card_closed: { subject: "The payment for order {order} was not finished", title: "The payment was not finished", lead: "The card payment of {amount} for order {order} was not finished and is closed. Nothing was charged for it." },
      card_released: { subject: "The payment for order {order} was not charged", title: "The card was not charged", lead: "The card payment of {amount} for order {order} had been approved, but was closed without a charge. The amount that was held goes back to the card's limit; how long that takes depends on the bank." },
      refunded: { subject: "Refund for order {order}: {refund}", title: "Money returned", lead: "{refund} of the payment for order {order} were returned." },
      refunded_more: { subject: "Refund for order {order}: {refund}", title: "Money returned", lead: "{refund} more of the payment for order {order} were returned. That makes {refunded} so far." },
    },
    paidBefore: "What had been paid for the order stays paid: only the difference was not.",
    method: { pix: "PIX", boleto: "Boleto", card: "Card" },
    pixCode: "PIX copy and paste code",
    pixHow: "Copy the code below, open your bank's app, choose PIX > Copia e Cola, paste it and confirm.",
    boletoLine: "Boleto line",
    boletoNote: "It can take some minutes until the boleto is registered. Once paid, it takes up to 3 banking days to clear.",
    boletoOpen: "Open the boleto (PDF)",
    act: "Finish the payment at your bank",
    open: "Open the payment page",
    payee: "Paid to",
    until: "Pay until {until}",
    ignore: "If you have paid already, ignore this message: the confirmation arrives by itself.",
  },
}
