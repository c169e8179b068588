import type { PaymentMethod } from "../ledger/row"
import type { Language } from "../texts/shopper-texts"
import type { EmailKind } from "./email"

/** `{order}`, `{amount}`, `{refunded}`, `{until}` and `{payee}` are filled in. */
type Words = { subject: string; title: string; lead: string }

type EmailWords = Record<EmailKind, Words> & {
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
    instructions: { subject: "Pague o pedido {order}: {amount}", title: "Falta só o pagamento", lead: "Recebemos o pedido {order}. Pague {amount} para que ele seja preparado." },
    reminder: { subject: "O pagamento do pedido {order} vence em breve", title: "Ainda dá tempo de pagar", lead: "O pedido {order} ainda espera o pagamento de {amount}. Depois do prazo o código deixa de valer." },
    paid: { subject: "Pagamento do pedido {order} confirmado", title: "Pagamento confirmado", lead: "Recebemos {amount} pelo pedido {order}. Obrigado!" },
    expired: { subject: "O código do pedido {order} venceu", title: "O prazo para pagar terminou", lead: "O código de {amount} do pedido {order} venceu sem pagamento e não deve mais ser pago. Nada foi cobrado." },
    refunded: { subject: "Devolução do pedido {order}: {refunded}", title: "Dinheiro devolvido", lead: "Do pagamento do pedido {order} foram devolvidos {refunded} até agora." },
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
    instructions: { subject: "Pay for order {order}: {amount}", title: "Only the payment is missing", lead: "We have your order {order}. Pay {amount} so that we can prepare it." },
    reminder: { subject: "The payment for order {order} is due soon", title: "There is still time to pay", lead: "Order {order} still waits for its payment of {amount}. After that time the code is no longer valid." },
    paid: { subject: "Payment for order {order} confirmed", title: "Payment confirmed", lead: "We received {amount} for order {order}. Thank you!" },
    expired: { subject: "The code for order {order} has expired", title: "The time to pay is over", lead: "The code of {amount} for order {order} expired without a payment and must not be paid any more. Nothing was charged." },
    refunded: { subject: "Refund for order {order}: {refunded}", title: "Money returned", lead: "{refunded} of the payment for order {order} have been returned so far." },
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
