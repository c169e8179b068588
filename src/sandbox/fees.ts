import type { Method } from "./types"

const INSTALLMENT_PERCENTS = [3.99, 4.59, 5.79, 6.99, 8.19, 9.39, 10.59, 11.79, 12.99, 14.19, 15.39, 16.59]

/** The fee table of the stand-in's account (wire: auth-200). */
export const FEE_TABLE = {
  warning: "As taxas nao incluem as taxas da adquirente",
  percent: 0.99,
  cents: 0.4,
  billet: { percent: 0, cents: 3.49 },
  pix: { percent: 0.99, cents: 0 },
  card: {
    percent: 3.99,
    cents: 0.39,
    installments: Object.fromEntries(INSTALLMENT_PERCENTS.map((percent, index) => [`x${index + 1}`, percent])),
  },
}

const percentOf = (cents: number, percent: number): number => Math.round((cents * percent) / 100)

/** What the stand-in keeps of an invoice, in cents. How the real fee table combines is told by no source. */
export const feesOf = (method: Method, dueCents: number, installments: number): number => {
  const fees: Record<Method, number> = {
    pix: percentOf(dueCents, FEE_TABLE.pix.percent),
    boleto: Math.round(FEE_TABLE.billet.cents * 100),
    card: percentOf(dueCents, INSTALLMENT_PERCENTS[installments - 1] ?? 0) + Math.round(FEE_TABLE.card.cents * 100),
  }
  return Math.min(fees[method], dueCents)
}
