/**
 * What no source tells about the gateway, as switches. The first value of each is the default.
 * A plugin has to be right under every setting.
 */
export const ASSUMPTION_VALUES = {
  gross_includes_discount_and_shipping: [true, false],
  cancel_of_paid_succeeds: [false, true],
  cancel_of_canceled_succeeds: [true, false],
  shape: ["invoice", "fatura"],
  page_size: [25, 100],
  refund_unit: ["cents", "reais"],
  refund_result: ["done", "pending", "unseen"],
  refund_answer: ["whole", "status_only", "empty"],
  refund_takes: ["cents", "reais"],
  refund_body: ["payment", "flat"],
  due_date_answer: ["as_asked", "scheduled", "later_day", "interest", "other_amount"],
  due_date_codes: [false, true],
  list_due: [false, true],
  list_order: ["newest_first", "oldest_first"],
  list_referrer: ["as_created", "other_for_boleto"],
  br_code_amount: [true, false],
  product_amount: ["per_unit", "per_line"],
  product_discount: ["per_line", "per_unit"],
  invoice_ids: ["same", "different"],
  notice_form: ["current", "legacy"],
  overdue_by_clock: [true, false],
  scopes_enforced: [false, true],
} as const

export type AssumptionKey = keyof typeof ASSUMPTION_VALUES
export type Assumptions = { -readonly [K in AssumptionKey]: (typeof ASSUMPTION_VALUES)[K][number] }

/** What each switch means, for the page (Brazilian Portuguese). */
export const ASSUMPTION_TEXTS: Record<AssumptionKey, string> = {
  gross_includes_discount_and_shipping: "amount.gross inclui desconto e frete",
  cancel_of_paid_succeeds: "cancelar uma fatura paga dá certo",
  cancel_of_canceled_succeeds: "cancelar de novo uma fatura cancelada dá certo",
  shape: "formato da resposta da criação",
  page_size: "faturas por página da lista",
  refund_unit: "unidade de refunds.* nas respostas",
  refund_result: "o estorno pedido fica pronto (unseen: aceito, sem efeito até o painel)",
  refund_answer: "o que a resposta do estorno mostra",
  refund_takes: "unidade em que o estorno lê o valor pedido",
  refund_body: "corpo do pedido de estorno",
  due_date_answer: "o que a resposta do novo vencimento traz",
  due_date_codes: "a resposta do novo vencimento traz o código do boleto",
  list_due: "a lista mostra payment.due",
  list_order: "ordem da lista de faturas",
  list_referrer: "referrer mostrado na lista",
  br_code_amount: "o PIX traz o valor (campo 54)",
  product_amount: "amount do produto",
  product_discount: "discount do produto",
  invoice_ids: "id e invoice_id",
  notice_form: "formato das notificações",
  scopes_enforced: "uma operação sem o escopo dela é recusada",
  overdue_by_clock: "fatura vence sozinha quando o dia passa",
}

export const ASSUMPTION_KEYS = Object.keys(ASSUMPTION_VALUES) as AssumptionKey[]

export const defaultAssumptions = (): Assumptions =>
  Object.fromEntries(ASSUMPTION_KEYS.map((key) => [key, ASSUMPTION_VALUES[key][0]])) as Assumptions

/**
 * The assumptions after a change.
 * @throws Error naming an unknown switch or a value that it can't take
 */
export const changeAssumptions = (current: Assumptions, change: Record<string, unknown>): Assumptions => {
  for (const [key, value] of Object.entries(change)) {
    const values: readonly unknown[] | undefined = Object.hasOwn(ASSUMPTION_VALUES, key)
      ? ASSUMPTION_VALUES[key as AssumptionKey]
      : undefined
    if (!values) {
      throw new Error(`unknown assumption "${key}"; known: ${ASSUMPTION_KEYS.join(", ")}`)
    }
    if (!values.includes(value)) {
      throw new Error(`assumption "${key}" takes ${values.map((one) => JSON.stringify(one)).join(" or ")}`)
    }
  }
  return { ...current, ...change } as Assumptions
}
