import { cents, toReais } from "../../domain/money"

/** Cents as decimal reais, where there is an amount. */
export function reaisOrNull(amount: number | null): number | null {
  return amount === null ? null : toReais(cents(amount))
}
