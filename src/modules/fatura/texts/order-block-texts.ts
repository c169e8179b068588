import { type OrderBlock } from "../../../domain/order-blocks"
import type { Language } from "./shopper-texts"

/** What stands in the way of ending an unpaid order, and what ends that. */
export const ORDER_BLOCK_TEXTS: Record<OrderBlock, Record<Language, string>> = {
  edit: {
    "pt-BR": "Uma edição do pedido foi começada e não foi confirmada nem cancelada: confirme-a ou cancele-a na página do pedido.",
    en: "An edit of the order was begun and neither confirmed nor cancelled: confirm or cancel it on the order's page.",
  },
  return_request: {
    "pt-BR": "Uma devolução foi começada e não foi confirmada nem cancelada: confirme-a ou cancele-a na página do pedido.",
    en: "A return was begun and neither confirmed nor cancelled: confirm or cancel it on the order's page.",
  },
  return_receive: {
    "pt-BR": "O recebimento de uma devolução foi começado e não foi concluído: conclua-o ou cancele-o na página do pedido.",
    en: "Receiving a return was begun and not finished: finish or cancel it on the order's page.",
  },
  exchange: {
    "pt-BR": "Uma troca foi começada e não foi confirmada nem cancelada: confirme-a ou cancele-a na página do pedido.",
    en: "An exchange was begun and neither confirmed nor cancelled: confirm or cancel it on the order's page.",
  },
  claim: {
    "pt-BR": "Uma reclamação foi começada e não foi confirmada nem cancelada: confirme-a ou cancele-a na página do pedido.",
    en: "A claim was begun and neither confirmed nor cancelled: confirm or cancel it on the order's page.",
  },
  other_change: {
    "pt-BR": "O pedido tem uma alteração em andamento: conclua-a ou cancele-a na página do pedido.",
    en: "A change of the order is in progress: finish or cancel it on the order's page.",
  },
  fulfillment: {
    "pt-BR": "O pedido já tem um envio, embora nada tenha sido pago: se a mercadoria não saiu, cancele o envio na página do pedido; se saiu, combine o pagamento com o cliente e dispense este problema.",
    en: "The order is fulfilled already, though nothing was paid: if the goods have not left, cancel the fulfilment on the order's page; if they have, agree on the payment with the customer and dismiss this.",
  },
  completed: {
    "pt-BR": "O pedido foi marcado como concluído ou arquivado, embora nada tenha sido pago por aqui, e o Medusa não cancela um pedido assim: se foi pago de outro modo, dispense este problema; senão, libere o estoque à mão e dispense-o.",
    en: "The order was completed or archived, though nothing was paid here, and Medusa cancels no such order: if it was paid otherwise, dismiss this; if not, free its stock by hand and dismiss this.",
  },
}
