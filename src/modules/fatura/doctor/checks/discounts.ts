import type { Database } from "../../database"
import { Discounts } from "../../discounts/discounts"
import type { DiscountState } from "../../discounts/promotion-state"
import type { FaturaOptions } from "../../options/schema"
import type { Finding } from "../finding"
import type { DoctorCode } from "../texts"

const CODES: Record<Exclude<DiscountState, "given">, DoctorCode> = {
  not_made: "discount_not_made",
  deleted: "discount_ended",
  off: "discount_ended",
  not_now: "discount_not_now",
  used_up: "discount_not_now",
  restricted: "discount_restricted",
  code_taken: "discount_code_taken",
}

/** Whether carts get the discounts that the options give methods; says nothing where there are none. */
export async function discounts(db: Database, options: FaturaOptions | null): Promise<Finding[]> {
  const check = "discounts"
  const views = options ? await new Discounts(db, options).views() : []
  const given = views.filter(({ state }) => state === "given").map(({ code }) => code)
  return [
    ...(given.length ? [{ check, state: "ok", code: "discounts_ok", values: { discounts: given.join(", ") } } as const] : []),
    ...views.flatMap(({ state, code, method }): Finding[] => (state === "given" ? [] : [{ check, state: "warning", code: CODES[state], subject: code, values: { code, method } }])),
  ]
}
