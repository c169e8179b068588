/** Languages in which a shopper is spoken to. */
export type Language = "pt-BR" | "en"

/** What can be said to a shopper. The key is also the `code` of the error. */
export type ShopperTextKey = keyof typeof TEXTS

const TEXTS = {
  missing_document: {
    "pt-BR": "Informe o CPF ou CNPJ de quem vai pagar.",
    en: "Enter the CPF or CNPJ of the payer.",
  },
  invalid_document: {
    "pt-BR": "O CPF ou CNPJ informado não é válido. Confira os números.",
    en: "The CPF or CNPJ is not valid. Check the digits.",
  },
  missing_name: {
    "pt-BR": "Informe o nome completo de quem vai pagar.",
    en: "Enter the payer's full name.",
  },
  missing_email: {
    "pt-BR": "Informe o e-mail de quem vai pagar.",
    en: "Enter the payer's e-mail.",
  },
  missing_card: {
    "pt-BR": "Informe os dados do cartão no formulário de pagamento.",
    en: "Enter the card in the payment form.",
  },
  card_expired: {
    "pt-BR": "A validade do cartão não está correta ou já passou (MM/AA).",
    en: "The card's expiry date is wrong or has passed (MM/YY).",
  },
  installments_not_available: {
    "pt-BR": "Este número de parcelas não está disponível para este valor.",
    en: "This number of installments is not available for this amount.",
  },
  card_denied: {
    "pt-BR": "O cartão não foi aprovado pelo banco emissor. Nada foi cobrado. Confira os dados, tente outro cartão ou pague com PIX.",
    en: "The card was not approved by the issuing bank. Nothing was charged. Check the data, try another card or pay with PIX.",
  },
  card_failed: {
    "pt-BR": "O pagamento com cartão não pôde ser processado. Nada foi cobrado. Tente de novo ou escolha outro meio de pagamento.",
    en: "The card payment could not be processed. Nothing was charged. Try again or choose another payment method.",
  },
  too_many_card_attempts: {
    "pt-BR": "Foram feitas muitas tentativas com cartão. Aguarde um pouco ou escolha outro meio de pagamento.",
    en: "Too many card attempts were made. Wait a while or choose another payment method.",
  },
  too_many_unpaid: {
    "pt-BR": "Há muitos pedidos seus aguardando pagamento. Pague ou cancele um deles, aguarde um pouco ou escolha outro meio de pagamento.",
    en: "Too many of your orders are waiting for payment. Pay or cancel one of them, wait a while or choose another payment method.",
  },
  too_many_renewals: {
    "pt-BR": "Este pedido já recebeu muitos códigos de pagamento. Fale com a loja.",
    en: "This order has had too many payment codes. Contact the store.",
  },
  order_not_found: {
    "pt-BR": "Pedido não encontrado.",
    en: "Order not found.",
  },
  nothing_to_pay: {
    "pt-BR": "Não há nada a pagar neste pedido.",
    en: "There is nothing to pay for this order.",
  },
  missing_address: {
    "pt-BR": "Complete o endereço de entrega: {field}.",
    en: "Complete the shipping address: {field}.",
  },
  unknown_payment_field: {
    "pt-BR": "Os dados de pagamento não estão no formato esperado: {field}.",
    en: "The payment data is not in the expected form: {field}.",
  },
  card_data_refused: {
    "pt-BR": "Por segurança, não envie o número nem o código do cartão à loja. Use o formulário de cartão, que os envia só ao processador.",
    en: "For your safety, do not send the card number or its code to the store. Use the card form, which sends them to the processor only.",
  },
  already_covered: {
    "pt-BR": "Este pedido já tem um pagamento. Atualize a página para ver a situação.",
    en: "This order already has a payment. Refresh the page to see how it stands.",
  },
  waiting_for_order: {
    "pt-BR": "Este pedido já tem um código de pagamento em aberto. Abra a página do pedido para pagar.",
    en: "This order already has an open payment code. Open the order page to pay.",
  },
  order_canceled: {
    "pt-BR": "Este pedido foi cancelado e não pode mais ser pago.",
    en: "This order was canceled and can no longer be paid.",
  },
  not_your_order: {
    "pt-BR": "Este pagamento pertence a outro pedido.",
    en: "This payment belongs to another order.",
  },
  outcome_unknown: {
    "pt-BR": "Ainda estamos confirmando a sua tentativa anterior. Aguarde alguns instantes e atualize a página.",
    en: "We are still confirming your previous attempt. Wait a moment and refresh the page.",
  },
  currency_not_supported: {
    "pt-BR": "Este meio de pagamento só aceita valores em reais.",
    en: "This payment method only takes Brazilian reais.",
  },
  amount_out_of_limits: {
    "pt-BR": "Este meio de pagamento não está disponível para este valor.",
    en: "This payment method is not available for this amount.",
  },
  method_unavailable: {
    "pt-BR": "Este meio de pagamento está indisponível no momento. Escolha outro.",
    en: "This payment method is unavailable right now. Choose another.",
  },
  gateway_refused: {
    "pt-BR": "O pagamento não pôde ser gerado com estes dados. Confira o nome, o documento e o endereço e tente de novo.",
    en: "The payment could not be created with this data. Check name, document and address, and try again.",
  },
  gateway_unreachable: {
    "pt-BR": "Não conseguimos gerar o pagamento agora. Nada foi cobrado. Tente de novo em instantes.",
    en: "We could not create the payment right now. Nothing was charged. Try again in a moment.",
  },
  amount_mismatch: {
    "pt-BR": "O valor do pagamento não confere com o do pedido. Nada foi cobrado. Fale com a loja.",
    en: "The amount of the payment does not match the order. Nothing was charged. Contact the store.",
  },
  not_found: {
    "pt-BR": "Não encontrado. Confira o endereço.",
    en: "Not found. Check the address.",
  },
  session_not_found: {
    "pt-BR": "Pagamento não encontrado. Confira o endereço da página.",
    en: "Payment not found. Check the page address.",
  },
  only_same_method: {
    "pt-BR": "Este pedido não pode ser passado para outro meio de pagamento, que tem outro preço. Pague como escolheu ou fale com a loja.",
    en: "This order can't be moved to another payment method, which has another price. Pay as you chose, or contact the store.",
  },
  changed_meanwhile: {
    "pt-BR": "A situação mudou enquanto você escolhia. Atualize a página para ver como está e tente de novo.",
    en: "Something changed while you were choosing. Refresh the page to see how things stand, and try again.",
  },
  sold_out: {
    "pt-BR": "Um dos itens não está mais disponível. Monte um novo carrinho com os outros itens.",
    en: "One of the items is not available any more. Make a new cart with the other items.",
  },
  other_price: {
    "pt-BR": "Este pedido custa outro valor por este meio de pagamento. Escolha o meio de pagamento na página do pedido.",
    en: "By this payment method the order has another price. Choose the payment method on the order's page.",
  },
  method_changed: {
    "pt-BR": "O desconto deste carrinho é de outro meio de pagamento. Escolha o meio de pagamento de novo e confira o total.",
    en: "The discount of this cart belongs to another payment method. Choose the payment method again and check the total.",
  },
  payer_not_found: {
    "pt-BR": "Os dados salvos de quem paga não foram encontrados. Informe o CPF ou CNPJ.",
    en: "The saved payer was not found. Enter the CPF or CNPJ.",
  },
  too_many_streams: {
    "pt-BR": "Este pagamento já está aberto em muitas janelas. Esta página continua verificando de tempos em tempos.",
    en: "This payment is open in too many windows already. This page keeps checking from time to time.",
  },
  check_too_soon: {
    "pt-BR": "Acabamos de verificar. Se você já pagou, a confirmação chega sozinha em instantes.",
    en: "We have just checked. If you have paid, the confirmation arrives by itself in a moment.",
  },
} as const

/** The text for a shopper, with `{field}` filled in. */
export function shopperText(key: ShopperTextKey, language: Language, values: { field?: string } = {}): string {
  return TEXTS[key][language].replace("{field}", values.field ?? "")
}

/** The language of a shopper by `Accept-Language`: English when it is preferred, else Portuguese. */
export function shopperLanguage(acceptLanguage: string | undefined): Language {
  const ranked = (acceptLanguage ?? "")
    .split(",")
    .map((part) => {
      const [tag, quality] = part.trim().split(";q=")
      return { tag: (tag ?? "").toLowerCase(), quality: quality ? Number(quality) : 1 }
    })
    .filter(({ tag }) => tag.startsWith("pt") || tag.startsWith("en"))
    .sort((a, b) => b.quality - a.quality)
  return ranked[0]?.tag.startsWith("en") ? "en" : "pt-BR"
}
