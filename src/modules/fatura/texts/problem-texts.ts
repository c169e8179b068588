import { readBlocks } from "../../../domain/order-blocks"
import { decidesOf } from "../../../domain/problem-facts"
import type { ProblemKind } from "../../../domain/problems"
import { ORDER_BLOCK_TEXTS } from "./order-block-texts"
import type { Language } from "./shopper-texts"

/** What staff read about a problem: what happened, what to do, and where. Actions are those of `resolve`. */
export type ProblemText = { title: string; remedy: string }

const TEXTS: Record<ProblemKind, Record<Language, ProblemText>> = {
  paid_after_cancel: {
    "pt-BR": { title: "Pago depois do cancelamento", remedy: "O cliente pagou um código de um pedido já cancelado. Abra o problema e escolha “Devolver pelo gateway”, ou “Aceitar o pagamento” para reativar o pedido, se ainda houver estoque." },
    en: { title: "Paid after the cancel", remedy: "The shopper paid a code of an order that was cancelled. Open the problem and choose “Refund at the gateway”, or “Accept the payment” to reinstate the order if its stock is still there." },
  },
  paid_twice: {
    "pt-BR": { title: "Pago duas vezes", remedy: "Duas cobranças do mesmo pedido foram pagas. Devolva esta pelo gateway; a outra já está lançada no pedido." },
    en: { title: "Paid twice", remedy: "Two invoices of the same order were paid. Refund this one at the gateway; the other is booked on the order." },
  },
  paid_too_little: {
    "pt-BR": { title: "Pago a menos", remedy: "O valor pago é menor que o do pedido, por isso nada foi capturado. Combine com o cliente e escolha: devolver pelo gateway (o pedido volta a esperar um pagamento) ou aceitar (só o que entrou é capturado, e o que falta vira crédito no pedido)." },
    en: { title: "Paid too little", remedy: "Less than the order's total was paid, so nothing was captured. Speak to the customer and choose: refund it at the gateway (the order then waits for another payment), or accept it (only what came in is captured, and the rest becomes a credit on the order)." },
  },
  paid_amount_unknown: {
    "pt-BR": { title: "Pago, sem valor legível", remedy: "O gateway diz que a cobrança foi paga, mas não um valor possível, por isso nada foi capturado. Veja no painel do gateway quanto entrou e use \"Sincronizar\" na fatura. Se o valor do pedido entrou, aceite o pagamento; se não, devolva o que entrou." },
    en: { title: "Paid, no readable amount", remedy: "The gateway says that the invoice was paid, but no amount that can be, so nothing was captured. Look in the gateway's panel how much came in and press \"Sync\" on the invoice. If the order's amount came in, accept the payment; if not, refund what did." },
  },
  paid_without_order: {
    "pt-BR": { title: "Pago sem pedido", remedy: "O dinheiro entrou e não há pedido: a finalização da compra falhou depois da cobrança, e a devolução que o Medusa tentou foi recusada. Veja o motivo da falha no log do servidor. Se o cliente voltar ao carrinho e finalizar, o pedido nasce com este pagamento e este aviso se fecha. Senão, devolva o dinheiro pelo gateway ou registre um estorno feito fora." },
    en: { title: "Paid without an order", remedy: "The money came in and there is no order: completing the purchase failed after the charge, and the refund that Medusa tried was refused. See in the server's log why it failed. If the shopper returns to the cart and completes it, the order is made with this payment and this notice closes. Otherwise refund the money at the gateway, or record a refund made elsewhere." },
  },
  overpaid: {
    "pt-BR": { title: "Pago a mais", remedy: "Entrou mais do que o pedido devia. O que o pedido devia está capturado (nada, se não devia mais nada, como depois de uma alteração); o excesso está só no gateway. Devolva-o pelo gateway, registre um estorno feito fora, ou fique com ele e diga o motivo." },
    en: { title: "Paid too much", remedy: "More came in than the order owed. What it owed is captured (nothing, if it owed nothing any more, as after a change); the excess is only at the gateway. Refund it at the gateway, record a refund made elsewhere, or keep it and say why." },
  },
  amount_mismatch: {
    "pt-BR": { title: "Valor cobrado diferente do pedido", remedy: "O gateway cobrou ou cobraria um valor diferente. Uma cobrança não paga foi cancelada. Se foi paga, devolva pelo gateway ou aceite o pagamento. Confira no painel do gateway se há taxas ou descontos na conta antes de dispensar." },
    en: { title: "The amount is not the order's", remedy: "The gateway charged or would charge another amount. An unpaid invoice was cancelled. If it was paid, refund it at the gateway or accept the payment. Look for extra fees or discounts of the account in the gateway's panel before you dismiss this." },
  },
  canceled_after_paid: {
    "pt-BR": { title: "Cancelado depois de pago", remedy: "O gateway diz que uma cobrança já paga foi cancelada ou negada. Não envie a mercadoria antes de conferir a cobrança no painel do gateway; depois use \"Sincronizar\" na cobrança. Se o dinheiro não está lá, cancele o pedido." },
    en: { title: "Cancelled after it was paid", remedy: "The gateway says that a paid invoice was cancelled or denied. Look at it in the gateway's panel before you ship, then press \"Sync\" on the invoice. If the money is not there, cancel the order." },
  },
  payment_unconfirmed: {
    "pt-BR": { title: "Pagamento não confirmado", remedy: "Uma notificação diz que a cobrança foi paga, e o gateway, consultado, não diz o mesmo. Não envie a mercadoria antes de conferir a cobrança no painel do gateway. Se o dinheiro está lá, use \"Sincronizar\" na cobrança, ou \"Tentar de novo\" na notificação; se não está, cancele o pedido e fale com o suporte do gateway: alguém pode ter enviado uma notificação falsa." },
    en: { title: "Payment not confirmed", remedy: "A notice says that the invoice was paid, and the gateway, asked, does not say the same. Look at the invoice in the gateway's panel before you ship. If the money is there, press \"Sync\" on the invoice, or \"Try again\" on the notice; if it is not, cancel the order and speak to the gateway's support: somebody may have sent a false notice." },
  },
  dispute: {
    "pt-BR": { title: "Contestação aberta", remedy: "O pagador contestou o pagamento no banco. Responda no painel do gateway, dentro do prazo, com os comprovantes de entrega. Não devolva o dinheiro enquanto isso: ele poderia sair duas vezes." },
    en: { title: "Disputed", remedy: "The payer disputes the payment at the bank. Answer in the gateway's panel in time, with proof of delivery. Do not refund meanwhile: the money could go out twice." },
  },
  dispute_lost: {
    "pt-BR": { title: "Contestação perdida", remedy: "O dinheiro voltou ao pagador e está lançado como reembolso no pedido. Decida sobre a mercadoria, e feche com \"dismiss\"." },
    en: { title: "Dispute lost", remedy: "The money went back to the payer and is booked as a refund on the order. Decide about the goods, then dismiss this." },
  },
  unknown_status: {
    "pt-BR": { title: "Situação desconhecida", remedy: "O gateway informou um código que o plugin não conhece; nada foi alterado. Veja a cobrança no painel do gateway e use \"Sincronizar\". Se continuar, pergunte ao suporte do gateway o que o código significa." },
    en: { title: "Unknown status", remedy: "The gateway sent a code that the plugin does not know; nothing was changed. Look at the invoice in the gateway's panel and press \"Sync\". If it stays, ask the gateway's support what the code means." },
  },
  unreadable_notice: {
    "pt-BR": { title: "Notificação ilegível", remedy: "Uma notificação não pôde ser lida; a situação da cobrança foi consultada uma vez no lugar dela. Se houver muitas, abra \"Notificações\", veja o conteúdo e informe o suporte do gateway." },
    en: { title: "Unreadable notice", remedy: "A notice could not be read; the invoice was looked up once instead. If there are many, open \"Notices\", look at their content and tell the gateway's support." },
  },
  authorized_not_captured: {
    "pt-BR": { title: "Autorizado e não capturado", remedy: "Faz mais de um dia que o pagamento está só autorizado. Abra a cobrança no painel do gateway e capture ou cancele lá; não envie a mercadoria antes." },
    en: { title: "Authorised but not captured", remedy: "The payment has been only authorised for more than a day. Open the invoice in the gateway's panel and capture or cancel it there; do not ship before." },
  },
  payment_not_decided: {
    "pt-BR": { title: "Pagamento em processamento ou agendado há tempo demais", remedy: "O gateway diz há mais de um dia que o pagamento está em processamento, ou que está agendado para um dia que já passou; o pedido e o estoque esperam. Veja no painel do gateway o que houve. Se foi pago, use \"Sincronizar\" na cobrança. Se não será pago, cancele o pedido: a cobrança é cancelada com ele." },
    en: { title: "Payment processing or scheduled for too long", remedy: "The gateway has said for more than a day that the payment is being processed, or that it is scheduled for a day that is over; the order and its stock wait. See in the gateway's panel what became of it. If it was paid, press \"Sync\" on the invoice. If it will not be paid, cancel the order: the invoice is cancelled with it." },
  },
  card_outcome_unknown: {
    "pt-BR": { title: "Não se sabe se o cartão foi cobrado", remedy: "O gateway não respondeu à cobrança, e ela não aparece na lista. Procure-a no painel do gateway pela referência. Se não houver cobrança, feche com \"dismiss\": o cliente poderá tentar de novo." },
    en: { title: "Nobody knows whether the card was charged", remedy: "The gateway did not answer the charge, and it is not in the list. Look for the reference in the gateway's panel. If there is no charge, dismiss this: the shopper can then try again." },
  },
  attempt_outcome_unknown: {
    "pt-BR": { title: "Cobrança sem resposta", remedy: "Faz mais de meia hora que não se sabe se a cobrança foi criada, porque o gateway não pode ser consultado. Confira se o gateway está no ar e se há um problema de bloqueio ou de credenciais; o resto se resolve sozinho." },
    en: { title: "Invoice without an answer", remedy: "For more than half an hour nobody knows whether the invoice was made, because the gateway can't be asked. Check whether the gateway is up, and whether there is a problem about a block or credentials; the rest mends itself." },
  },
  answer_not_kept: {
    "pt-BR": { title: "Cobrança criada que não pôde ser guardada", remedy: "O gateway criou uma cobrança, mas a resposta não pôde ser guardada, por exemplo porque traz o número de outra cobrança da loja. O código não foi mostrado ao cliente, que pode tentar de novo. Procure a cobrança no painel do gateway pela referência: se ainda pode ser paga, cancele-a lá; se um cartão foi cobrado, confira o pedido antes de devolver. Depois feche com \"dismiss\"." },
    en: { title: "Invoice issued that could not be kept", remedy: "The gateway issued an invoice, but its answer could not be kept, for example because it bears the number of another invoice of the store. Its code was not shown to the shopper, who can try again. Look for the reference in the gateway's panel: cancel it there if it can still be paid; if a card was charged, check the order before you return the money. Then dismiss this." },
  },
  cancel_refused: {
    "pt-BR": { title: "Cancelamento recusado", remedy: "O gateway não cancelou a cobrança, que ainda pode ser paga. Cancele-a no painel do gateway e use \"Sincronizar\"." },
    en: { title: "Cancel refused", remedy: "The gateway did not cancel the invoice, which can still be paid. Cancel it in the gateway's panel and press \"Sync\"." },
  },
  refund_failed_on_cancel: {
    "pt-BR": { title: "Pedido cancelado sem devolver o dinheiro", remedy: "O pedido foi cancelado, mas o valor pago não foi devolvido. Devolva agora pelo gateway, ou registre um estorno feito fora." },
    en: { title: "Order cancelled, money not returned", remedy: "The order was cancelled, but what was paid was not returned. Refund it now at the gateway, or record a refund made elsewhere." },
  },
  refund_outcome_unknown: {
    "pt-BR": { title: "Não se sabe se o reembolso saiu", remedy: "O gateway não respondeu ao reembolso. Nenhum outro é enviado enquanto isso. Veja a cobrança no painel do gateway: se o reembolso está lá, ele é lançado sozinho; se não está, feche com \"dismiss\" e tente de novo." },
    en: { title: "Nobody knows whether the refund was made", remedy: "The gateway did not answer the refund. No other is sent meanwhile. Look at the invoice in the gateway's panel: if the refund is there, it is booked by itself; if not, dismiss this and try again." },
  },
  refund_not_finished: {
    "pt-BR": { title: "Reembolso em andamento há tempo demais", remedy: "Há mais de três dias o gateway diz que o reembolso está em andamento; o dinheiro ainda não voltou ao cliente, e nenhum outro reembolso é enviado. Veja a cobrança no painel do gateway e pergunte ao suporte de lá. Quando terminar, ou for recusado, isto se fecha sozinho. Se o painel já não mostra um reembolso em andamento, feche com \"dismiss\": outro pode então ser enviado." },
    en: { title: "Refund under way for too long", remedy: "The gateway has said for more than three days that the refund is under way; the money is not back with the shopper, and no other refund is sent. Look at the invoice in the gateway's panel and ask the gateway's support. When it is done, or refused, this closes by itself. If the panel shows no refund under way any more, dismiss this: another can then be sent." },
  },
  refund_amount_unknown: {
    "pt-BR": { title: "Reembolso sem valor", remedy: "O gateway diz que parte foi devolvida, mas não quanto. Veja o valor no painel do gateway e registre-o como estorno feito fora." },
    en: { title: "Refund without an amount", remedy: "The gateway says that a part was returned, but not how much. Look up the amount in the gateway's panel and record it as a refund made elsewhere." },
  },
  refund_amount_mismatch: {
    "pt-BR": { title: "Devolvido outro valor que o pedido", remedy: "O gateway devolveu outro valor que o do estorno pedido; os livros mostram o que foi devolvido. Confira no painel do gateway: ou outro estorno foi feito lá ao mesmo tempo, ou o gateway lê o valor em outra unidade (reais em vez de centavos). Nesse caso não estorne mais nada antes de corrigir a opção endpoints.refund_invoice.unit. Depois feche com \"dismiss\"." },
    en: { title: "Another amount went back than was asked for", remedy: "The gateway returned another amount than the refund asked for; the books show what went back. Look in the gateway's panel: either another refund was made there at the same time, or the gateway reads the amount in another unit (reais instead of cents). Then refund nothing more before the option endpoints.refund_invoice.unit is set right. Afterwards dismiss this." },
  },
  returned_twice: {
    "pt-BR": { title: "Devolvido mais do que foi pago", remedy: "O gateway devolveu dinheiro que também está registrado como devolvido por fora: juntos, mais do que o cliente pagou. Confira os dois no painel do gateway e nos seus comprovantes e, se o dinheiro saiu duas vezes, peça o excedente de volta ao cliente. Depois feche com \"dismiss\"." },
    en: { title: "More went back than was paid", remedy: "The gateway returned money that is also recorded as returned elsewhere: together more than the shopper paid. Check both in the gateway's panel and in your receipts and, if the money went back twice, ask the shopper for the excess. Afterwards dismiss this." },
  },
  gateway_refund_not_booked: {
    "pt-BR": { title: "Reembolso não lançado no pedido", remedy: "Dinheiro foi devolvido no gateway e não pôde ser lançado. Se o pedido tem uma alteração, troca ou devolução em andamento, confirme-a ou cancele-a: o lançamento segue sozinho. Se o pedido nunca foi pago, confira no painel e feche com \"dismiss\"." },
    en: { title: "Refund not booked on the order", remedy: "Money was returned at the gateway and could not be booked. If the order has an edit, exchange or return in progress, confirm or cancel it: the booking follows by itself. If the order was never paid, check in the panel and dismiss this." },
  },
  credentials_refused: {
    "pt-BR": { title: "Credenciais recusadas", remedy: "O gateway recusou o token ou a chave secreta. Crie ou confira a credencial no painel do gateway, menu API > Credenciais, e atualize-a na configuração do plugin. Até lá nenhum pagamento é criado." },
    en: { title: "Credentials refused", remedy: "The gateway refused the token or the secret key. Make or check the credential in the gateway's panel, menu API > Credenciais, and update it in the plugin's configuration. Until then no payment can be made." },
  },
  account_unusable: {
    "pt-BR": { title: "Conta de faturas antigas sem acesso", remedy: "Há faturas emitidas por uma conta do gateway cujas credenciais não estão mais aqui: elas não podem ser consultadas, canceladas nem estornadas. Nada foi enviado com outras credenciais. Recoloque as credenciais daquela conta na configuração ou adicione-as como uma conta própria em Configurações > Fatura. Se o servidor dela não está em allowedGatewayHosts, e é mesmo o do gateway, inclua-o ali." },
    en: { title: "No access to the account of earlier invoices", remedy: "Invoices were issued by a gateway account whose credentials are not here any more: they can't be looked up, cancelled or refunded. Nothing was sent with other credentials. Put the credentials of that account back into the configuration, or add them as an account of their own in Settings > Fatura. If its host is not in allowedGatewayHosts, and really is the gateway's, add it there." },
  },
  other_merchant: {
    "pt-BR": { title: "Credenciais de outra conta do gateway", remedy: "As credenciais desta conta pertencem a outra conta do gateway que a que emitiu as faturas dela. Vindas da configuração, elas passam a valer para novas vendas, e as faturas anteriores ficam numa conta arquivada, com as credenciais anteriores quando estavam guardadas; se a troca foi um engano, volte atrás na configuração. Informadas no admin, elas não são usadas: adicione-as como uma nova conta e volte às anteriores nesta." },
    en: { title: "Credentials of another gateway account", remedy: "The credentials of this account belong to another account at the gateway than the one that issued its invoices. Where they come from the configuration, they hold for new sales, and earlier invoices are kept in an archived account, with the earlier credentials where those were known; if it was a mistake, undo it in the configuration. Where they were entered in the admin, they are not used: add them as a new account, and enter the earlier ones here again." },
  },
  blocked_by_gateway: {
    "pt-BR": { title: "Bloqueado pelo gateway", remedy: "O gateway está recusando as consultas da loja. Elas param sozinhas por um tempo que cresce. Se durar mais de um dia, peça a liberação ao suporte do gateway, com o IP do servidor; verifique se outro sistema usa a mesma conta." },
    en: { title: "Blocked by the gateway", remedy: "The gateway refuses the store's look-ups. They pause by themselves for a time that grows. If it lasts for more than a day, ask the gateway's support to lift it, naming the server's IP; check whether another system uses the same account." },
  },
  missing_scope: {
    "pt-BR": { title: "Falta uma permissão", remedy: "O gateway recusa esta operação. Em geral falta um escopo à credencial: inclua-o no painel do gateway, menu API > Credenciais, e acrescente-o à opção scopes. Se ele está lá, peça ao suporte do gateway para liberar a chamada. Enquanto as notificações não puderem ser validadas, cada uma custa uma consulta." },
    en: { title: "A permission is missing", remedy: "The gateway refuses this operation. Mostly the credential lacks a scope: add it in the gateway's panel, menu API > Credenciais, and to the option scopes. If it is there, ask the gateway's support to let the call through. While notices can't be validated, each costs a look-up." },
  },
  notices_not_arriving: {
    "pt-BR": { title: "Notificações não chegam", remedy: "Pagamentos foram encontrados só por consulta. Confira se o endereço público do servidor (backendUrl) responde de fora, e se um firewall ou proxy bloqueia POST em /hooks/fatura." },
    en: { title: "Notices do not arrive", remedy: "Payments were found only by asking. Check that the server's public address (backendUrl) answers from outside, and that no firewall or proxy blocks POST to /hooks/fatura." },
  },
  notification_address: {
    "pt-BR": { title: "Endereço de notificações inadequado", remedy: "O gateway não pode usar o endereço backendUrl: ele não é https, é desta máquina, ou seu nome não existe. Corrija a opção backendUrl (FATURA_BACKEND_URL) e reinicie o servidor." },
    en: { title: "Notification address not usable", remedy: "The gateway can't use the address backendUrl: it is not https, is this machine's own, or its name does not exist. Correct the option backendUrl (FATURA_BACKEND_URL) and restart the server." },
  },
  backlog: {
    "pt-BR": { title: "Trabalho atrasado", remedy: "Notificações ou tarefas esperam há muito tempo. Confira se o processo worker do Medusa está no ar, e os erros no log. Depois de corrigido, tudo é feito sozinho." },
    en: { title: "Work is late", remedy: "Notices or tasks have been waiting for long. Check that Medusa's worker process is up, and the errors in its log. Once mended, everything is done by itself." },
  },
  dead_letter: {
    "pt-BR": { title: "Não foi possível processar", remedy: "Uma notificação ou tarefa falhou muitas vezes. Veja o motivo aqui e no log do servidor. Uma tarefa continua sendo tentada; uma notificação é tentada de novo em \"Notificações\", com \"Tentar de novo\"." },
    en: { title: "Could not be worked off", remedy: "A notice or a task failed many times. See why here and in the server's log. A task goes on being tried; a notice is tried again under \"Notices\", with \"Retry\"." },
  },
  clock_skew: {
    "pt-BR": { title: "Relógio errado", remedy: "O relógio do servidor difere do relógio do gateway em mais de dois minutos; vencimentos e expirações ficam errados. Ligue a sincronização de horário (NTP) no servidor." },
    en: { title: "The clock is wrong", remedy: "The server's clock differs from the gateway's by more than two minutes; due dates and expiries become wrong. Turn on time synchronisation (NTP) on the server." },
  },
  sandbox_in_production: {
    "pt-BR": { title: "Conta de teste em produção", remedy: "A credencial é de testes (SANDBOX), e os métodos de pagamento estão bloqueados. Use a credencial de produção do painel do gateway. Só para testar, ligue allowSandbox." },
    en: { title: "Test account in production", remedy: "The credential is a test one (SANDBOX), and the payment methods are blocked. Use the production credential of the gateway's panel. Only for a test, turn on allowSandbox." },
  },
  module_not_loaded: {
    "pt-BR": { title: "Plugin instalado pela metade", remedy: "Nenhum método do plugin pode ser escolhido. Confira em medusa-config.ts o provider medusa-payment-fatura/providers/fatura no módulo de pagamento, e em Configurações > Regiões inclua os métodos (pp_pix_fatura e outros) na região em reais." },
    en: { title: "Plugin only half installed", remedy: "None of the plugin's methods can be chosen. Check the provider medusa-payment-fatura/providers/fatura of the payment module in medusa-config.ts, and add the methods (pp_pix_fatura and others) to the region in BRL under Settings > Regions." },
  },
  expired_locks: {
    "pt-BR": { title: "Travas deixadas por um processo que caiu", remedy: "Um processo caiu durante a finalização de compras; as travas dos carrinhos foram removidas. Veja no log por que caiu. Com vários processos, use o módulo de locking com Redis." },
    en: { title: "Locks left by a crashed process", remedy: "A process crashed during checkouts; the locks of its carts were removed. See in its log why. With several processes, use the locking module with Redis." },
  },
  encryption_key: {
    "pt-BR": { title: "Chave de criptografia ausente ou trocada", remedy: "Dados guardados não podem ser abertos com as chaves atuais. Ponha a chave antiga de volta no fim da lista em FATURA_ENCRYPTION_KEY e reinicie o servidor." },
    en: { title: "Encryption key missing or changed", remedy: "Stored data can't be opened with the keys of today. Put the old key back at the end of the list in FATURA_ENCRYPTION_KEY and restart the server." },
  },
  late_notice_of_old_session: {
    "pt-BR": { title: "Pago um código antigo", remedy: "Um código que já tinha sido trocado foi pago, e o pedido não tem mais onde lançá-lo. Devolva o dinheiro pelo gateway, ou reative o pagamento do pedido e sincronize a cobrança." },
    en: { title: "An old code was paid", remedy: "A code that had been replaced was paid, and the order has nowhere to book it. Refund it at the gateway, or give the order a new payment and sync the invoice." },
  },
  email_not_delivered: {
    "pt-BR": { title: "E-mail talvez não entregue", remedy: "Um e-mail ao cliente não saiu, ou o provedor de e-mail não respondeu e ele pode ou não ter saído; para não chegar em dobro, não é enviado de novo sozinho. Veja o registro do provedor. Se o cliente ainda pode pagar, abra a cobrança e use \"Enviar instruções de pagamento de novo\"; senão, avise o cliente, se preciso, e descarte." },
    en: { title: "An e-mail may not have arrived", remedy: "An e-mail to the shopper did not go out, or the mail provider did not answer and it may or may not have; so as not to arrive twice, it is not sent again by itself. Look into the provider's log. If the shopper can still pay, open the invoice and use \"Send payment instructions again\"; otherwise tell the shopper where needed, and dismiss." },
  },
  order_not_ended: {
    "pt-BR": { title: "Pedido não pago que não pode ser cancelado", remedy: "O código venceu sem pagamento, mas o pedido e seu estoque continuam presos. Quando nada mais impedir, o pedido é cancelado sozinho. “Cancelar o pedido” encerra também a alteração começada; “Dispensar” mantém o pedido." },
    en: { title: "Unpaid order that can't be cancelled", remedy: "The code expired unpaid, but the order and its stock are still held. Once nothing is in the way the order is cancelled by itself. “Cancel the order” ends the change that was begun, too; “Dismiss” keeps the order." },
  },
}

/** Said before all else: what the remedy would have staff do could pay the money back twice. */
const RETURNING: Record<Language, string> = {
  "pt-BR": "Um estorno desta cobrança está a caminho no gateway, ou ainda não se sabe se saiu: não devolva o dinheiro de outro jeito e não envie a mercadoria por ele. Espere o resultado, que aparece aqui sozinho; só se o estorno não sair, decida:",
  en: "A refund of this invoice is on its way at the gateway, or it is not known yet whether it was made: do not return the money in another way, and do not ship for it. Wait for the outcome, which shows here by itself; decide only if it comes to nothing:",
}

/**
 * @param details of the problem, where what to do depends on them
 * @param isReturning a refund of the invoice is on its way, or its outcome is unknown
 */
export function problemText(kind: ProblemKind, language: Language, details: Record<string, unknown> | null = null, isReturning = false): ProblemText {
  const { title, remedy } = TEXTS[kind][language]
  const blocks = kind === "order_not_ended" ? readBlocks(details?.blocks) : []
  const first = isReturning && decidesOf(kind) !== "none" ? [RETURNING[language]] : []
  return { title, remedy: [...first, remedy, ...blocks.map((block) => ORDER_BLOCK_TEXTS[block][language])].join(" ") }
}
