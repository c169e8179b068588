import { type Database, newId, tables } from "../database"
import type { PaymentMethod } from "../ledger/row"
import type { Discount } from "../options/limits"
import type { FaturaOptions } from "../options/schema"
import { type DiscountState, discountOf, isAsMade, type PromotionRow, stateOf } from "./promotion-state"

const METHODS: readonly PaymentMethod[] = ["pix", "boleto", "card"]

/** A discount that the options give a method, and the code of the promotion that gives it to carts. */
export type WantedDiscount = { method: PaymentMethod; discount: Discount; code: string }

export type DiscountView = {
  method: PaymentMethod
  code: string
  promotion_id: string | null
  /** What the options say. */
  wanted: Discount
  /** What carts get, and what is announced; null when nothing is. */
  given: Discount | null
  state: DiscountState
}

export type DiscountNote = { id: string; method: PaymentMethod; code: string; promotion_id: string; ended_at: Date | null }

/**
 * The discounts of methods as carts get them: what the options want, held against the promotions in Medusa's tables.
 * Read afresh each time, since staff can end a promotion at any moment; asks nothing where no method has a discount.
 */
export class Discounts {
  /** Whether the promotions were made to agree with the options, which stay the same as long as the process runs. */
  agree = false

  constructor(private readonly db: Database, private readonly options: Pick<FaturaOptions, "methods">) {}

  wanted(): WantedDiscount[] {
    return METHODS.flatMap((method) => {
      const { discount } = this.options.methods[method]
      return discount ? [{ method, discount, code: codeOf(method, discount) }] : []
    })
  }

  async views(): Promise<DiscountView[]> {
    const wanted = this.wanted()
    if (!wanted.length) {
      return []
    }
    const codes = wanted.map(({ code }) => code)
    const notes = await this.notes(codes)
    const promotions = await this.promotions({ ids: notes.map(({ promotion_id }) => promotion_id), codes })
    return wanted.map((one) => {
      const note = notes.find(({ code }) => code === one.code)
      return viewOf(one, note, note ? promotions.find(({ id }) => id === note.promotion_id) : undefined, promotions.find(({ code }) => code === one.code))
    })
  }

  /** What may be announced, by method. */
  async given(): Promise<Partial<Record<PaymentMethod, Discount>>> {
    const given = (await this.views()).flatMap(({ method, given }) => (given ? [[method, given]] : []))
    return Object.fromEntries(given) as Partial<Record<PaymentMethod, Discount>>
  }

  async note(code: string): Promise<DiscountNote | null> {
    return (await this.notes([code]))[0] ?? null
  }

  /** Notes of promotions that the plugin made and has not switched off, of other discounts than those that are wanted. */
  async unwanted(): Promise<DiscountNote[]> {
    return this.db(tables.discount).whereNotIn("code", this.wanted().map(({ code }) => code)).whereNull("ended_at")
  }

  /** A promotion by its id, whoever made it; null when it was deleted. */
  async promotion(id: string): Promise<PromotionRow | null> {
    return (await this.promotions({ ids: [id], codes: [] }))[0] ?? null
  }

  async promotionByCode(code: string): Promise<PromotionRow | null> {
    return (await this.promotions({ ids: [], codes: [code] }))[0] ?? null
  }

  /** Those of these promotions that are the plugin's own, each with its method; also those that it has switched off since. */
  async methodsOf(promotionIds: string[]): Promise<Map<string, PaymentMethod>> {
    const notes: DiscountNote[] = promotionIds.length ? await this.db(tables.discount).whereIn("promotion_id", promotionIds) : []
    return new Map(notes.map(({ promotion_id, method }) => [promotion_id, method]))
  }

  /** From now on this promotion is the one that gives the discount. */
  async remember({ method, code }: WantedDiscount, promotionId: string): Promise<void> {
    await this.db(tables.discount)
      .insert({ id: newId("fdis"), method, code, promotion_id: promotionId, ended_at: null })
      .onConflict("code")
      .merge({ promotion_id: promotionId, ended_at: null, updated_at: this.db.fn.now() })
  }

  async noteEnded({ id }: DiscountNote): Promise<void> {
    await this.db(tables.discount).where({ id }).update({ ended_at: this.db.fn.now(), updated_at: this.db.fn.now() })
  }

  private async notes(codes: string[]): Promise<DiscountNote[]> {
    return this.db(tables.discount).whereIn("code", codes)
  }

  private async promotions({ ids, codes }: { ids: string[]; codes: string[] }): Promise<PromotionRow[]> {
    const { rows } = await this.db.raw(
      `select p.id, p.code, p.status, p.is_automatic, p.type, p.metadata,
         coalesce(p.used >= p."limit", false) as is_limit_reached,
         m.type as method_type, m.value, m.currency_code, m.target_type, m.allocation,
         exists (select 1 from application_method_target_rules t where t.application_method_id = m.id) as has_target_rules,
         coalesce(c.starts_at > now(), false) or coalesce(c.ends_at <= now(), false) as is_out_of_time,
         coalesce(b.type in ('spend', 'usage') and b.used >= b."limit", false) as is_budget_used,
         coalesce(b.type not in ('spend', 'usage'), false) as has_personal_budget,
         coalesce((
           select json_agg(json_build_object('attribute', r.attribute, 'operator', r.operator, 'values', (
             select coalesce(json_agg(v.value), '[]') from promotion_rule_value v where v.promotion_rule_id = r.id and v.deleted_at is null)))
           from promotion_promotion_rule pr join promotion_rule r on r.id = pr.promotion_rule_id and r.deleted_at is null
           where pr.promotion_id = p.id), '[]') as rules
       from promotion p
       left join promotion_application_method m on m.promotion_id = p.id and m.deleted_at is null
       left join promotion_campaign c on c.id = p.campaign_id and c.deleted_at is null
       left join promotion_campaign_budget b on b.campaign_id = c.id and b.deleted_at is null
       where p.deleted_at is null and (p.id = any(?) or p.code = any(?))`,
      [ids, codes]
    )
    return rows
  }
}

export function codeOf(method: PaymentMethod, { type, value }: Discount): string {
  return `FATURA-${method.toUpperCase()}-${value}${type === "percent" ? "PCT" : "BRL"}`
}

function viewOf({ method, discount: wanted, code }: WantedDiscount, note: DiscountNote | undefined, own: PromotionRow | undefined, sameCode: PromotionRow | undefined): DiscountView {
  const view = { method, code, promotion_id: own?.id ?? null, wanted, given: null }
  if (own && !note!.ended_at) {
    const state = stateOf(own, method)
    return { ...view, state, given: state === "given" ? discountOf(own) : null }
  }
  // It is made, or taken up again, at the next look; unless somebody else's promotion stands in its place.
  if (note && !note.ended_at) {
    return { ...view, state: "deleted" }
  }
  return { ...view, state: !note && sameCode && !isAsMade(sameCode, method, wanted) ? "code_taken" : "not_made" }
}
