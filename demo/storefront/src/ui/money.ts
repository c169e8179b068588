/** Decimal reais as Brazilians read them: 1234.5 -> "R$ 1.234,50". */
export function formatMoney(amount: number, currencyCode = "brl"): string {
  return new Intl.NumberFormat("pt-BR", { style: "currency", currency: currencyCode.toUpperCase() }).format(amount)
}
