import { errorText, formatMoney as money, ptBR } from "medusa-payment-fatura/storefront"

/** Decimal reais as Brazilians read them: 1234.5 -> "R$ 1.234,50". */
export const formatMoney = (amount: number, currencyCode = "brl"): string => money(amount, currencyCode, ptBR.locale)

/** A failure as the shopper should read it. Never empty. */
export const errorWords = (error: unknown): string => errorText(error, ptBR)
