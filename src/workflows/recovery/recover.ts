import { ContainerRegistrationKeys } from "@medusajs/framework/utils"
import type { MedusaContainer } from "@medusajs/framework/types"
import type { Knex } from "@medusajs/framework/mikro-orm/knex"
import { FATURA_MODULE, type FaturaModuleService } from "../../modules/fatura"
import { blockedOrders } from "./blocked-orders"
import { canceledOrders } from "./canceled-orders"
import { freeExpiredLocks } from "./expired-locks"
import { forgottenOrders } from "./forgotten-orders"
import { forgottenRefunds } from "./forgotten-refunds"
import { forsakenCreditLines } from "./forsaken-credit-lines"
import { forsakenOrders } from "./forsaken-orders"
import { movedBooks } from "./moved-books"
import { neverIssuedOrders } from "./never-issued-orders"
import { orderlessCodes } from "./orderless-codes"
import { orderlessMoney } from "./orderless-money"
import { recoverOne } from "./recover-one"
import type { Recovery } from "./recovery"
import { staleAttempts } from "./stale-attempts"
import { uncapturedOrders } from "./uncaptured-orders"
import { withdrawnCodes } from "./withdrawn-codes"

/** In the order of their weight: a change that stands in the way of a cancel is ended before the cancel is tried. */
const RECOVERIES: Recovery[] = [
  forgottenOrders, staleAttempts, canceledOrders, forsakenCreditLines, neverIssuedOrders, forsakenOrders, uncapturedOrders, blockedOrders, orderlessCodes, orderlessMoney, withdrawnCodes, movedBooks, forgottenRefunds,
]

/** Finishes what a killed process, a lost event or a silent gateway left undone. */
export async function recover(container: MedusaContainer): Promise<void> {
  for (const recovery of RECOVERIES) {
    await recoverOne(container, recovery)
  }
  const fatura: FaturaModuleService = container.resolve(FATURA_MODULE)
  await freeExpiredLocks(fatura, container.resolve<Knex>(ContainerRegistrationKeys.PG_CONNECTION))
}
