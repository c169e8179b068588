/** Why a decision about a problem can't be taken, or not like this; part of the staff's texts. */
export const DECISION_TEXTS = {
  problem_not_found: {
    reason: "not_found",
    "pt-BR": "Este problema não existe.",
    en: "This problem does not exist.",
  },
  problem_permission: {
    reason: "forbidden",
    "pt-BR": "Esta decisão diz para onde vai o dinheiro, e exige uma permissão própria: {policies}. Peça a quem administra a loja.",
    en: "This decision says where the money goes, and needs a permission of its own: {policies}. Ask who runs the store.",
  },
  problem_resolved: {
    reason: "conflict",
    "pt-BR": "Este problema já foi resolvido.",
    en: "This problem is resolved already.",
  },
  problem_without_invoice: {
    reason: "conflict",
    "pt-BR": "Este problema não é de uma fatura.",
    en: "This problem is not about an invoice.",
  },
  nothing_to_accept: {
    reason: "conflict",
    "pt-BR": "Este problema não tem um pagamento que possa ser aceito.",
    en: "This problem has no payment to accept.",
  },
  action_not_offered: {
    reason: "conflict",
    "pt-BR": "Esta decisão não cabe neste problema. Abra-o de novo: ele mostra as que cabem.",
    en: "This decision does not fit this problem. Open it again: it shows those that do.",
  },
  amount_not_taken: {
    reason: "bad_request",
    "pt-BR": "Esta decisão vale para tudo e não aceita um valor. Para decidir só uma parte, devolva essa parte ou registre o estorno dela.",
    en: "This decision is about all of it and takes no amount. To decide about a part, return that part or record its refund.",
  },
  not_enough_stock: {
    reason: "conflict",
    "pt-BR": "Não há mais estoque para reativar este pedido. Devolva o pagamento.",
    en: "There is not enough stock left to bring this order back. Refund the payment instead.",
  },
  external_refund_amount: {
    reason: "bad_request",
    "pt-BR": "O valor precisa ser maior que zero e no máximo o que resta do pagamento.",
    en: "The amount must be more than zero and at most what is left of the payment.",
  },
  nothing_undecided: {
    reason: "conflict",
    "pt-BR": "Não resta dinheiro a decidir neste problema.",
    en: "No money is left to decide about in this problem.",
  },
  keep_amount: {
    reason: "bad_request",
    "pt-BR": "O valor precisa ser maior que zero e no máximo R$ {left}, que é o que resta a decidir.",
    en: "The amount must be more than zero and at most R$ {left}, which is what is left to decide.",
  },
  accept_without_order: {
    reason: "conflict",
    "pt-BR": "Ainda não há pedido em que lançar menos do que o valor cobrado. Devolva o dinheiro.",
    en: "There is no order yet on which less than the amount due could be booked. Refund the money.",
  },
} as const
