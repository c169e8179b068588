import { MedusaError } from "@medusajs/framework/utils"
import { DECISION_TEXTS } from "./decision-texts"
import type { Language } from "./shopper-texts"
import { SENSITIVE_TEXTS } from "./sensitive-texts"

export const REASONS = {
  bad_request: { status: 400, type: MedusaError.Types.INVALID_DATA },
  forbidden: { status: 403, type: MedusaError.Types.FORBIDDEN },
  not_found: { status: 404, type: MedusaError.Types.NOT_FOUND },
  conflict: { status: 409, type: MedusaError.Types.NOT_ALLOWED },
} as const

type Text = { reason: keyof typeof REASONS } & Record<Language, string>

/** What staff are told when something can't be done, by a code that stays the same. */
export const STAFF_TEXTS = {
  ...SENSITIVE_TEXTS,
  ...DECISION_TEXTS,
  invalid_fields: {
    reason: "bad_request",
    "pt-BR": "Confira os campos indicados.",
    en: "Check the fields that are named.",
  },
  not_found: {
    reason: "not_found",
    "pt-BR": "Não existe nada com este nome.",
    en: "There is nothing of this name.",
  },
  discount_not_found: {
    reason: "not_found",
    "pt-BR": "As opções do plugin não dão desconto a este método.",
    en: "The plugin's options give this method no discount.",
  },
  account_not_found: {
    reason: "not_found",
    "pt-BR": "Esta conta não existe.",
    en: "This account does not exist.",
  },
  account_from_configuration: {
    reason: "conflict",
    "pt-BR": "Esta conta vem da configuração (opções do plugin ou variáveis FATURA_*) e só pode ser alterada lá.",
    en: "This account comes from the configuration (plugin options or FATURA_* variables) and can only be changed there.",
  },
  account_archived: {
    reason: "conflict",
    "pt-BR": "Esta conta foi arquivada e só serve às suas faturas antigas. Adicione uma nova conta.",
    en: "This account is archived and only serves its old invoices. Add a new account.",
  },
  account_in_use: {
    reason: "conflict",
    "pt-BR": "Esta conta ainda tem faturas abertas, acompanhadas ou com estorno em andamento ({count}). Aguarde o fim delas ou cancele-as antes.",
    en: "Open or watched invoices, or refunds under way, still need this account ({count}). Wait until they end, or cancel them first.",
  },
  account_unusable: {
    reason: "conflict",
    "pt-BR": "As credenciais desta conta não podem ser lidas: a chave de criptografia falta ou mudou. Reponha a chave em FATURA_ENCRYPTION_KEY ou informe as credenciais de novo.",
    en: "The credentials of this account can't be read: the encryption key is missing or has changed. Put the key back into FATURA_ENCRYPTION_KEY, or enter the credentials again.",
  },
  other_merchant: {
    reason: "conflict",
    "pt-BR": "Estas credenciais pertencem a outra conta do gateway que a que emitiu as faturas desta conta, e estornos e cancelamentos delas precisam das atuais. Adicione as novas credenciais como outra conta e arquive esta quando nenhuma fatura precisar mais dela.",
    en: "These credentials belong to another account at the gateway than the one that issued this account's invoices, whose refunds and cancellations need the present ones. Add the new credentials as another account, and archive this one when no invoice needs it any more.",
  },
  changed_meanwhile: {
    reason: "conflict",
    "pt-BR": "Outra pessoa alterou isto ao mesmo tempo. Recarregue a página e tente de novo.",
    en: "Somebody else changed this at the same time. Reload the page and try again.",
  },
  default_from_configuration: {
    reason: "conflict",
    "pt-BR": "A configuração já define a conta padrão. Tire isDefault dela para escolher a padrão aqui.",
    en: "The configuration names the default account. Take isDefault off it to choose the default here.",
  },
  default_cannot_be_unset: {
    reason: "conflict",
    "pt-BR": "Sempre há uma conta padrão. Para mudá-la, torne outra conta a padrão.",
    en: "There is always one default account. To change it, make another account the default.",
  },
  encryption_key_missing: {
    reason: "conflict",
    "pt-BR": "Falta a chave de criptografia: as credenciais não poderiam ser guardadas com segurança. Gere uma com \"openssl rand -base64 32\", defina FATURA_ENCRYPTION_KEY e reinicie o Medusa.",
    en: "The encryption key is missing: credentials could not be kept safely. Make one with \"openssl rand -base64 32\", set FATURA_ENCRYPTION_KEY and restart Medusa.",
  },
  invoice_not_found: {
    reason: "not_found",
    "pt-BR": "Esta fatura não existe.",
    en: "This invoice does not exist.",
  },
  order_without_invoice: {
    reason: "not_found",
    "pt-BR": "Este pedido não tem fatura.",
    en: "This order has no invoice.",
  },
  invoice_not_issued: {
    reason: "conflict",
    "pt-BR": "O gateway não confirmou a emissão desta fatura, então não há o que fazer com ela lá.",
    en: "The gateway has not confirmed that this invoice was issued, so nothing can be done with it there.",
  },
  nothing_to_pay: {
    reason: "conflict",
    "pt-BR": "Esta fatura não tem mais um código que possa ser pago, então não há instruções para enviar.",
    en: "This invoice has no code any more that could be paid, so there are no instructions to send.",
  },
  resend_in_production: {
    reason: "conflict",
    "pt-BR": "Só no SANDBOX: em produção, o gateway bloqueia quem pede o reenvio de notificações.",
    en: "In SANDBOX only: in production the gateway blocks whoever asks for notices to be sent again.",
  },
  resend_environment_unknown: {
    reason: "conflict",
    "pt-BR": "O ambiente desta conta ainda não é conhecido, e em produção o gateway bloqueia quem pede o reenvio. Teste a conexão em Configurações > Fatura.",
    en: "It is not known yet whether this account is in production, where the gateway blocks whoever asks for notices to be sent again. Test the connection in Settings > Fatura.",
  },
  resend_without_webhook: {
    reason: "conflict",
    "pt-BR": "Nenhuma notificação desta fatura chegou ainda, então o número do webhook dela não é conhecido.",
    en: "No notice of this invoice has arrived yet, so the number of its webhook is not known.",
  },
  path_not_configured: {
    reason: "conflict",
    "pt-BR": "A documentação do gateway não mostra o caminho desta operação. Pergunte ao suporte do gateway e defina a opção do plugin {option}.",
    en: "The gateway's documentation does not show the path of this operation. Ask the gateway's support for it, and set the plugin's option {option}.",
  },
  scope_missing: {
    reason: "conflict",
    "pt-BR": "A credencial não tem a permissão para esta operação ({operation}). Inclua no painel do gateway e na conta um destes escopos: {scopes}.",
    en: "The credential lacks the permission for this operation ({operation}). Add one of these scopes in the gateway's panel and to the account: {scopes}.",
  },
  gateway_refused: {
    reason: "conflict",
    "pt-BR": "O gateway recusou: {words}",
    en: "The gateway refused: {words}",
  },
  gateway_silent: {
    reason: "conflict",
    "pt-BR": "O gateway não respondeu de forma legível. Tente de novo em alguns minutos.",
    en: "The gateway gave no readable answer. Try again in some minutes.",
  },
  look_ups_paused: {
    reason: "conflict",
    "pt-BR": "O gateway não pode ser consultado agora: o limite de consultas foi usado ou o gateway está nos recusando. Tente de novo em um minuto.",
    en: "The gateway can't be asked now: the budget of look-ups is used up or the gateway is refusing us. Try again in a minute.",
  },
  due_date_not_for_card: {
    reason: "conflict",
    "pt-BR": "Só um PIX ou um boleto tem um vencimento que pode ser alterado.",
    en: "Only a PIX or a boleto has a due date that can be changed.",
  },
  due_date_not_open: {
    reason: "conflict",
    "pt-BR": "O vencimento só pode ser alterado enquanto a fatura espera pagamento ou está vencida.",
    en: "The due date can only be changed while the invoice waits or is overdue; it is \"{status}\".",
  },
  due_date_being_canceled: {
    reason: "conflict",
    "pt-BR": "Esta fatura está sendo cancelada, então o vencimento não pode ser alterado.",
    en: "This invoice is being cancelled, so its due date can't be changed.",
  },
  due_date_in_past: {
    reason: "bad_request",
    "pt-BR": "O novo vencimento não pode estar no passado.",
    en: "The new due date must not be in the past.",
  },
  due_date_refused: {
    reason: "conflict",
    "pt-BR": "O gateway recusou o novo vencimento: {words}",
    en: "The gateway refused the new due date: {words}",
  },
  due_date_not_confirmed: {
    reason: "conflict",
    "pt-BR": "O gateway não confirmou o novo vencimento. Confira a fatura e tente de novo.",
    en: "The gateway did not confirm the new due date. Look at the invoice, and try again.",
  },
  due_date_other_amount: {
    reason: "conflict",
    "pt-BR": "Com o novo vencimento o gateway cobra outro valor (R$ {amount}) que o devido. A fatura está sendo cancelada para que ninguém pague esse valor; veja em Problemas.",
    en: "With the new due date the gateway charges another amount (R$ {amount}) than what is owed. The invoice is being cancelled, so that nobody pays that; see Problems.",
  },
  notice_not_found: {
    reason: "not_found",
    "pt-BR": "Esta notificação não existe.",
    en: "This notice does not exist.",
  },
  notice_done: {
    reason: "conflict",
    "pt-BR": "Esta notificação já foi processada.",
    en: "This notice is done already.",
  },
  notice_at_work: {
    reason: "conflict",
    "pt-BR": "Esta notificação está sendo processada neste momento.",
    en: "This notice is being worked on at this moment.",
  },
  order_canceled: {
    reason: "conflict",
    "pt-BR": "O pedido está cancelado, então o Medusa não poderia lançar este estorno. Faça o estorno pela fatura, em Faturas.",
    en: "The order is cancelled, so Medusa could not book this refund. Refund it from the invoice in Fatura instead.",
  },
  order_change_active: {
    reason: "conflict",
    "pt-BR": "O pedido tem uma alteração em andamento (edição, devolução, troca, reclamação ou transferência). Confirme ou cancele-a antes: com ela aberta, o Medusa para no meio de um cancelamento ou de um estorno.",
    en: "The order has a change in progress (an edit, return, exchange, claim or transfer). Confirm or cancel it first: while it is open, Medusa stops half-way through a cancel or a refund.",
  },
  amount_fraction: {
    reason: "bad_request",
    "pt-BR": "O valor tem fração de centavo e não pode ser devolvido. Informe no máximo duas casas decimais, e pelo menos um centavo.",
    en: "The amount has a fraction of a cent, which can't be paid back. Enter at most two decimal places, and at least one cent.",
  },
  refund_claimed: {
    reason: "conflict",
    "pt-BR": "Este estorno do gateway já foi lançado.",
    en: "This refund of the gateway is booked already.",
  },
  refund_of_nothing: {
    reason: "conflict",
    "pt-BR": "O gateway não sabe de dinheiro deste pagamento, então não há o que estornar.",
    en: "The gateway knows of no money for this payment, so there is nothing to refund.",
  },
  refund_disputed: {
    reason: "conflict",
    "pt-BR": "O pagamento está contestado no gateway. Um estorno agora poderia devolver o dinheiro duas vezes; espere o fim da contestação.",
    en: "The payment is disputed at the gateway. A refund now could pay the money back twice; wait for the dispute to end.",
  },
  refund_status: {
    reason: "conflict",
    "pt-BR": "A fatura não pode ser estornada: o gateway não diz que ela está paga.",
    en: "The invoice can't be refunded while the gateway says \"{status}\".",
  },
  refund_too_much: {
    reason: "conflict",
    "pt-BR": "Só R$ {left} deste pagamento ainda podem ser estornados; R$ {refunded} já foram devolvidos.",
    en: "Only R$ {left} of this payment can still be refunded; R$ {refunded} have already been returned.",
  },
  refund_same_moment: {
    reason: "conflict",
    "pt-BR": "Outro estorno deste pagamento foi feito no mesmo momento. Confira o que foi estornado antes de estornar de novo.",
    en: "Another refund of this payment was made at the same moment. Look at what was refunded before you refund again.",
  },
  refund_came_late: {
    reason: "conflict",
    "pt-BR": "O estorno anterior deste pagamento, cujo resultado não era conhecido, acaba de ser confirmado pelo gateway. Confira o que foi estornado; se for preciso devolver mais, estorne de novo daqui a um minuto.",
    en: "The earlier refund of this payment, whose outcome was not known, has just been confirmed by the gateway. Look at what was refunded; if more is to be given back, refund again in a minute.",
  },
  refund_under_way: {
    reason: "conflict",
    "pt-BR": "Outro estorno desta fatura está em andamento. Espere até que termine.",
    en: "Another refund of this invoice is under way. Wait until it is done.",
  },
  refund_pending: {
    reason: "conflict",
    "pt-BR": "O gateway ainda trabalha num estorno anterior desta fatura. Espere até que termine.",
    en: "The gateway is still working on an earlier refund of this invoice. Wait until it is done.",
  },
  refund_unknown: {
    reason: "conflict",
    "pt-BR": "Ainda não se sabe o resultado de um estorno anterior desta fatura. O gateway está sendo consultado; confira a fatura antes de estornar de novo.",
    en: "The outcome of an earlier refund of this invoice is not known yet. It is being checked with the gateway; look at the invoice before you refund again.",
  },
  refund_refused: {
    reason: "conflict",
    "pt-BR": "O gateway recusou o estorno: {words}",
    en: "The gateway refused the refund: {words}",
  },
  refund_not_sent: {
    reason: "conflict",
    "pt-BR": "Não foi possível falar com o gateway; nada foi estornado. Tente de novo em alguns minutos.",
    en: "The gateway could not be reached; nothing was refunded. Try again in some minutes.",
  },
  refund_accepted: {
    reason: "conflict",
    "pt-BR": "O gateway aceitou o estorno de R$ {amount} e está trabalhando nele. Não o envie de novo: ele é lançado aqui sozinho quando o gateway confirmar.",
    en: "The gateway has accepted the refund of R$ {amount} and is working on it. Do not send it again: it is booked here by itself when the gateway confirms it.",
  },
  refund_less_returned: {
    reason: "conflict",
    "pt-BR": "O gateway devolveu R$ {refunded} em vez de R$ {amount}. Veja em Problemas o que fazer; nada mais é enviado para esta fatura enquanto isso.",
    en: "The gateway has returned R$ {refunded} instead of R$ {amount}. Problems says what to do; nothing else is sent for this invoice meanwhile.",
  },
  refund_not_told: {
    reason: "conflict",
    "pt-BR": "O gateway não disse se o estorno foi feito. Ele não é enviado de novo; o resultado está sendo consultado e aparecerá na fatura.",
    en: "The gateway did not say whether the refund was made. It is not sent again; the outcome is being checked and will show on the invoice.",
  },
  captured_is_refunded: {
    reason: "conflict",
    "pt-BR": "Este pagamento já foi capturado: ele é devolvido com um estorno, e não cancelado.",
    en: "This payment is captured already: it is refunded, not cancelled.",
  },
  capture_not_paid: {
    reason: "conflict",
    "pt-BR": "O gateway ainda não confirmou este pagamento. Ele é capturado sozinho quando o gateway confirmar; não há o que capturar à mão.",
    en: "The gateway has not confirmed this payment yet. It is captured by itself when the gateway does; there is nothing to capture by hand.",
  },
  capture_undecided: {
    reason: "conflict",
    "pt-BR": "O que entrou não é o que o pedido devia, ou não se sabe quanto entrou. Decida em Faturas > Problemas: o que for aceito é capturado sozinho.",
    en: "What came in is not what the order owed, or it is not known how much came in. Decide in Invoices > Problems: what is accepted is captured by itself.",
  },
  capture_too_much: {
    reason: "conflict",
    "pt-BR": "Só R$ {left} deste pagamento entraram e podem ser capturados.",
    en: "Only R$ {left} of this payment came in and can be captured.",
  },
  order_goes_on: {
    reason: "conflict",
    "pt-BR": "Este pedido não pode ser encerrado como não pago: há dinheiro, outro pagamento em andamento ou um código que ainda pode ser pago.",
    en: "This order can't be ended as unpaid: there is money, another payment under way, or a code that can still be paid.",
  },
  order_fulfilled: {
    reason: "conflict",
    "pt-BR": "O pedido tem um envio, ou foi concluído ou arquivado. Cancele antes os envios na página do pedido; um pedido concluído não pode ser cancelado.",
    en: "The order has a fulfilment, or was completed or archived. Cancel the fulfilments on the order's page first; a completed order can't be cancelled.",
  },
} satisfies Record<string, Text>
