import { MathBN } from "@medusajs/framework/utils"
import type { BigNumberInput, IPaymentModuleService } from "@medusajs/framework/types"
import { type Cents, toCents, wholeCents } from "../../../domain/money"
import { StaffError } from "../texts/staff-error"

type Amount = Parameters<typeof toCents>[0]
/** In reais: what binary floats add. */
const NOISE = 1e-6

type Row = { id: string; amount: unknown }

/**
 * What a refund of Medusa asks for, in cents. Medusa's totals can have fractions of a cent, as after a percentage
 * off: the whole rest of a payment is refunded to the cent that was paid. Every other fraction is a mistake.
 * @param except a refund that is being made stands in Medusa's books already
 * @throws StaffError for an amount that nobody can be paid
 */
export async function refundableAmount(payments: IPaymentModuleService, paymentId: string | null, amount: Amount, except: string | null): Promise<Cents> {
  const isRest = async () => paymentId !== null && Math.abs(await differenceToRest(payments, paymentId, amount, except)) < NOISE
  const asked = wholeCents(amount) ?? ((await isRest()) ? toCents(amount) : null)
  if (asked === null || asked <= 0) {
    throw new StaffError("amount_fraction")
  }
  return asked
}

/** How far an amount is from what is captured and not refunded, in decimal reais as exact as Medusa has them. */
async function differenceToRest(payments: IPaymentModuleService, paymentId: string, amount: Amount, except: string | null): Promise<number> {
  const payment = await payments.retrievePayment(paymentId, { relations: ["captures", "refunds"] })
  const { captures = [], refunds = [] } = payment as unknown as { captures?: Row[]; refunds?: Row[] }
  const rest = MathBN.sub(sum(captures), sum(refunds.filter(({ id }) => id !== except)))
  return MathBN.sub(rest, amount as BigNumberInput).toNumber()
}

function sum(rows: Row[]): BigNumberInput {
  return MathBN.sum(0, ...rows.map(({ amount }) => amount as BigNumberInput))
}
