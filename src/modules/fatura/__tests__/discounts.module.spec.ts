import { asValue } from "@medusajs/framework/awilix"
import { createMedusaContainer, Modules, ModulesSdkUtils } from "@medusajs/framework/utils"
import type { IPromotionModuleService, MedusaContainer } from "@medusajs/framework/types"
import { FATURA_MODULE } from ".."
import { ensureDiscounts, giveAgain } from "../../../workflows/discounts/promotions"
import { methodPrices } from "../../../workflows/orders/method-prices"
import { type Database, tables } from "../database"
import { Discounts } from "../discounts/discounts"
import type { Discount } from "../options/limits"
import { medusaModule } from "./support/medusa-module"
import { dropDatabase } from "../../../../demo/lib/database"
import { testServer } from "../../../../integration-tests/support/environment"
import { cloneTemplate } from "../../../../integration-tests/support/template"

let url: string
let db: Database
let promotions: IPromotionModuleService

beforeAll(async () => {
  url = await cloneTemplate(testServer())
  db = ModulesSdkUtils.createPgConnection({ clientUrl: url, pool: { min: 0, max: 12 } }) as Database
  promotions = await medusaModule<IPromotionModuleService>(db, Modules.PROMOTION)
})
afterAll(async () => {
  await db.destroy()
  await dropDatabase(url)
})
beforeEach(async () => {
  await db(tables.discount).delete()
  await db.raw("truncate promotion, promotion_campaign, promotion_rule cascade")
  await startWith({ pix: { type: "percent", value: 5 } })
})

let discounts: Discounts
let container: MedusaContainer

/** The store starts with these discounts in its options, as if in a new process; `given` is none of a method. */
async function startWith(given: { pix?: Discount; boleto?: Discount; card?: Discount }): Promise<void> {
  const methods = { pix: { discount: given.pix }, boleto: { discount: given.boleto }, card: { discount: given.card } }
  discounts = new Discounts(db, { methods } as never)
  container = createMedusaContainer() as MedusaContainer
  container.register({ [FATURA_MODULE]: asValue({ discounts }), [Modules.PROMOTION]: asValue(promotions), logger: asValue({ debug: () => undefined, warn: () => undefined, error: () => undefined, info: () => undefined }) })
  await ensureDiscounts(container)
}
const five: Discount = { type: "percent", value: 5 }
const view = async () => (await discounts.views())[0]
const own = async () => (await promotions.listPromotions({ code: "FATURA-PIX-5PCT" }))[0]!
const statuses = async () => Object.fromEntries((await promotions.listPromotions({}, { select: ["code", "status"] })).map(({ code, status }) => [code, status]))

describe("what became of a method's discount", () => {
  it("given: announced as it is", async () => {
    expect(await view()).toMatchObject({ method: "pix", code: "FATURA-PIX-5PCT", state: "given", given: five, wanted: five, promotion_id: (await own()).id })
    expect(await discounts.given()).toEqual({ pix: five })
  })

  const campaign = (dates: object, budget?: object) => ({ name: "Campanha", campaign_identifier: "c1", ...dates, ...(budget && { budget }) }) as never
  const inCampaign = async (given: never) => {
    const made = await promotions.createCampaigns(given)
    await promotions.updatePromotions({ id: (await own()).id, campaign_id: made.id })
  }
  const past = new Date(Date.now() - 3_600_000)
  const future = new Date(Date.now() + 3_600_000)

  it.each([
    ["deleted", "was deleted", async () => promotions.softDeletePromotions([(await own()).id])],
    ["off", "was switched off", async () => promotions.updatePromotions({ id: (await own()).id, status: "inactive" })],
    ["off", "was made a draft", async () => promotions.updatePromotions({ id: (await own()).id, status: "draft" })],
    ["not_now", "is in a campaign that has ended", () => inCampaign(campaign({ ends_at: past }))],
    ["not_now", "is in a campaign that has not begun", () => inCampaign(campaign({ starts_at: future }))],
    ["used_up", "has used up its limit", async () => promotions.updatePromotions({ id: (await own()).id, limit: 3, used: 3 } as never)],
    ["used_up", "has used up its campaign's budget", async () => {
      await inCampaign(campaign({}, { type: "usage", limit: 2 }))
      await db("promotion_campaign_budget").update({ used: 2, raw_used: JSON.stringify({ value: "2", precision: 20 }) })
    }],
    ["restricted", "got another rule", async () => promotions.addPromotionRules((await own()).id, [{ attribute: "customer.groups.id", operator: "in", values: ["cusgroup_1"] }])],
    ["restricted", "got a rule for its items", async () => promotions.addPromotionTargetRules((await own()).id, [{ attribute: "items.product.id", operator: "in", values: ["prod_1"] }])],
    ["restricted", "is no longer automatic", async () => promotions.updatePromotions({ id: (await own()).id, is_automatic: false })],
    ["restricted", "lost its rule", async () => promotions.removePromotionRules((await own()).id, (await promotions.listPromotionRules({})).map(({ id }) => id))],
    ["restricted", "was changed to a discount on shipping", async () => promotions.updatePromotions({ id: (await own()).id, application_method: { target_type: "shipping_methods" } } as never)],
  ] as [string, string, () => Promise<unknown>][])("%s: the promotion %s; nothing is announced, and no start takes it back", async (state, _what, byStaff) => {
    await byStaff()
    const before = await db("promotion").orderBy("id").select("id", "status", "deleted_at", "is_automatic")
    expect(await view()).toMatchObject({ state, given: null, wanted: five })
    expect(await discounts.given()).toEqual({})
    for (let start = 0; start < 2; start++) {
      await startWith({ pix: five })
    }
    expect(await view()).toMatchObject({ state, given: null })
    expect(await db("promotion").orderBy("id").select("id", "status", "deleted_at", "is_automatic")).toEqual(before)
  })

  it("given with another value, when staff changed it in the promotion", async () => {
    await promotions.updatePromotions({ id: (await own()).id, application_method: { value: 3 } } as never)
    expect(await view()).toMatchObject({ state: "given", given: { type: "percent", value: 3 }, wanted: five })
  })

  it("in a campaign that is running, and within its limits, it is given", async () => {
    await inCampaign(campaign({ starts_at: past, ends_at: future }, { type: "usage", limit: 10 }))
    expect(await view()).toMatchObject({ state: "given", given: five })
  })
})

describe("whose promotion it is", () => {
  const byStaff = (code: string, rules: object[] = []) =>
    promotions.createPromotions({ code, type: "standard", status: "active", is_automatic: true, application_method: { type: "percentage", target_type: "items", allocation: "across", value: 5, currency_code: "brl" }, rules } as never)

  it("one of staff is never touched, though its code begins like the plugin's", async () => {
    await byStaff("FATURA-PIX-NATAL")
    await byStaff("FATURA-PIX-20PCT", [{ attribute: "metadata.fatura_method", operator: "eq", values: ["pix"] }])
    await startWith({})
    await startWith({ boleto: { type: "fixed", value: 10 } })
    expect(await statuses()).toEqual({ "FATURA-PIX-NATAL": "active", "FATURA-PIX-20PCT": "active", "FATURA-PIX-5PCT": "inactive", "FATURA-BOLETO-10BRL": "active" })
  })

  it("one of staff that has the very code stays as it is: the discount is not announced, and it is said why", async () => {
    await byStaff("FATURA-PIX-7PCT")
    const before = await promotions.listPromotions({ code: "FATURA-PIX-7PCT" }, { relations: ["rules", "application_method"] })
    await startWith({ pix: { type: "percent", value: 7 } })
    expect(await view()).toMatchObject({ state: "code_taken", given: null, promotion_id: null })
    expect(await promotions.listPromotions({ code: "FATURA-PIX-7PCT" }, { relations: ["rules", "application_method"] })).toEqual(before)
    expect(await statuses()).toMatchObject({ "FATURA-PIX-5PCT": "inactive" })
  })

  it("one that was made just before its process died is found again, and made no second time", async () => {
    await db(tables.discount).delete()
    await startWith({})
    await startWith({ pix: five })
    expect(await view()).toMatchObject({ state: "given", promotion_id: (await own()).id })
    expect(await promotions.listPromotions({})).toHaveLength(1)
  })

  it("a discount that the options drop is switched off, and taken up again when they have it again", async () => {
    await startWith({ pix: { type: "percent", value: 8 } })
    expect(await statuses()).toEqual({ "FATURA-PIX-5PCT": "inactive", "FATURA-PIX-8PCT": "active" })
    await startWith({ pix: five })
    expect(await statuses()).toEqual({ "FATURA-PIX-5PCT": "active", "FATURA-PIX-8PCT": "inactive" })
    expect(await discounts.given()).toEqual({ pix: five })
  })

  it("a fixed amount is taken off with its tax, so that the cart gets what is said", async () => {
    await startWith({ card: { type: "fixed", value: 10 } })
    expect(await discounts.given()).toEqual({ card: { type: "fixed", value: 10 } })
    expect((await promotions.listPromotions({ code: "FATURA-CARD-10BRL" }))[0]).toMatchObject({ is_tax_inclusive: true })
  })

  it("two processes that start at once make one", async () => {
    await startWith({})
    await db.raw("truncate promotion cascade")
    await db(tables.discount).delete()
    discounts = new Discounts(db, { methods: { pix: { discount: five }, boleto: {}, card: {} } } as never)
    container.register({ [FATURA_MODULE]: asValue({ discounts }) })
    await Promise.all([ensureDiscounts(container), ensureDiscounts(container)])
    expect(await promotions.listPromotions({})).toHaveLength(1)
    expect(await view()).toMatchObject({ state: "given" })
  })
})

describe("staff give it again", () => {
  it.each([
    ["deleted", async () => promotions.softDeletePromotions([(await own()).id])],
    ["off", async () => promotions.updatePromotions({ id: (await own()).id, status: "inactive" })],
  ] as [string, () => Promise<unknown>][])("after it was %s", async (state, byStaff) => {
    await byStaff()
    expect(await view()).toMatchObject({ state })
    await giveAgain(container, discounts.wanted()[0]!)
    expect(await view()).toMatchObject({ state: "given", given: five })
    expect(await statuses()).toEqual({ "FATURA-PIX-5PCT": "active" })
  })
})

describe("what a placed order costs by each method", () => {
  const methods = { pix: { discount: five }, boleto: {}, card: {} }
  /** One item of 100.00; what was taken off it, by which promotion. */
  const prices = async (takenOff: { amount: number; promotion_id: string; code: string }[], mark: string | undefined, session: string, { order = {}, changes = [] }: { order?: object; changes?: object[] } = {}) => {
    const total = takenOff.reduce((left, { amount }) => left - amount, 100)
    const adjustments = takenOff.map((one, index) => ({ id: `adj_${index}`, is_tax_inclusive: false, ...one }))
    const sold = {
      id: "order_1", version: 1, currency_code: "brl", metadata: { fatura_method: mark }, credit_lines: [], cart: { id: "cart_1" }, shipping_methods: [],
      items: [{ id: "item_1", variant_id: "variant_1", quantity: 1, unit_price: 100, is_tax_inclusive: false, tax_lines: [], adjustments }],
      ...order,
    }
    container.register({
      query: asValue({ graph: async ({ entity }: { entity: string }) => ({ data: entity === "order" ? [sold] : changes }) }),
      [FATURA_MODULE]: asValue({ discounts, settings: { current: async () => ({ methods }) }, ledger: { ofOrder: async () => [], ofCollection: async () => [] } }),
    })
    const collections = [{ status: "not_paid", sessions: [{ id: "payses_1", providerId: session }] }]
    return methodPrices(container, { id: "order_1", pendingCents: total * 100, collections } as never)
  }
  const byPix = async () => ({ amount: 5, promotion_id: (await own()).id, code: "FATURA-PIX-5PCT" })

  it("the discount is in the price by PIX, and not by the others", async () => {
    expect(await prices([], undefined, "pp_boleto_fatura")).toEqual({ pix: { amount: 9500, newCart: true }, boleto: { amount: 10000, newCart: false }, card: { amount: 10000, newCart: false } })
    expect(await prices([await byPix()], "pix", "pp_pix_fatura")).toEqual({ pix: { amount: 9500, newCart: false }, boleto: { amount: 10000, newCart: true }, card: { amount: 10000, newCart: true } })
  })

  it.each([
    ["something of it was sent", { order: { fulfillments: [{ id: "ful_1", canceled_at: null }] } }],
    ["it is being changed", { changes: [{ id: "ordch_1", change_type: "edit" }] }],
    ["another provider is being paid", { order: { payment_collections: [{ id: "pay_col_2", status: "not_paid", payments: [], payment_sessions: [{ id: "payses_2", provider_id: "pp_other_other", status: "pending" }] }] } }],
    ["it has money", { order: { payment_collections: [{ id: "pay_col_2", status: "partially_authorized", payments: [], payment_sessions: [] }] } }],
  ])("a new cart is not offered where it would be refused: %s", async (_why, state) => {
    expect(await prices([], undefined, "pp_boleto_fatura", state)).toEqual({ pix: null, boleto: { amount: 10000, newCart: false }, card: { amount: 10000, newCart: false } })
  })

  it("one that staff have ended is not promised, and stays in an order that had it", async () => {
    const had = await byPix()
    await promotions.updatePromotions({ id: had.promotion_id, status: "inactive" })
    expect(await prices([], undefined, "pp_boleto_fatura")).toEqual({ pix: { amount: 10000, newCart: false }, boleto: { amount: 10000, newCart: false }, card: { amount: 10000, newCart: false } })
    expect(await prices([had], "pix", "pp_pix_fatura")).toMatchObject({ pix: { amount: 9500, newCart: false }, card: { amount: 10000, newCart: true } })
  })

  describe("with a code that the shopper had typed", () => {
    const coupon = (given: object = {}) =>
      promotions.createPromotions({ code: "PRIMEIRA10", type: "standard", status: "active", is_automatic: false, application_method: { type: "percentage", target_type: "items", allocation: "across", value: 10, currency_code: "brl" }, ...given } as never) as never as Promise<{ id: string }>
    const typed = { order: { promotions: [{ code: "PRIMEIRA10", is_automatic: false }] } }
    const taken = async (given?: object) => ({ amount: 10, promotion_id: (await coupon(given)).id, code: "PRIMEIRA10" })

    it("the code still counts, as in the cart: 10 % of 100, and 5 % of the rest by PIX", async () => {
      expect(await prices([await taken()], undefined, "pp_boleto_fatura", typed)).toMatchObject({ pix: { amount: 8550, newCart: true }, boleto: { amount: 9000, newCart: false } })
      expect(await prices([{ amount: 10, promotion_id: "promo_1", code: "PRIMEIRA10" }, { ...(await byPix()), amount: 4.5 }], "pix", "pp_pix_fatura", typed)).toMatchObject({ pix: { amount: 8550, newCart: false }, card: { amount: 9000, newCart: true } })
    })

    it.each([
      ["was ended by staff", { status: "inactive" }],
      ["was used up", { limit: 1, used: 1 }],
      ["is in a campaign that is over", { campaign: { name: "Campanha", campaign_identifier: "c2", ends_at: new Date(Date.now() - 3_600_000) } }],
    ])("it is not promised when it %s: the cart would not get it", async (_why, given) => {
      const had = await taken({ ...given, ...("used" in given && { used: undefined }) })
      await ("used" in given ? promotions.updatePromotions({ id: had.promotion_id, used: 1 } as never) : undefined)
      expect(await prices([had], undefined, "pp_boleto_fatura", typed)).toMatchObject({ pix: { amount: 9500, newCart: true }, boleto: { amount: 9000, newCart: false } })
    })

    it("it counts as staff have changed it since", async () => {
      const had = await taken()
      await promotions.updatePromotions({ id: had.promotion_id, application_method: { value: 20 } } as never)
      expect(await prices([had], undefined, "pp_boleto_fatura", typed)).toMatchObject({ pix: { amount: 7600, newCart: true } })
    })

    it("it is not promised when it was deleted", async () => {
      const had = await taken()
      await promotions.softDeletePromotions([had.promotion_id])
      expect(await prices([had], undefined, "pp_boleto_fatura", { order: { promotions: [null] } })).toMatchObject({ pix: { amount: 9500, newCart: true } })
    })
  })

  it("one that staff have changed is promised as carts get it", async () => {
    await promotions.updatePromotions({ id: (await own()).id, application_method: { value: 3 } } as never)
    expect((await prices([], undefined, "pp_boleto_fatura")).pix).toEqual({ amount: 9700, newCart: true })
  })

  it("a promotion of staff is no method's discount, though its code begins like one: every method has the order's price", async () => {
    await startWith({})
    const theirs = { amount: 20, promotion_id: "promo_staff", code: "FATURA-PIX-NATAL" }
    expect(await prices([theirs], "pix", "pp_pix_fatura")).toEqual({ pix: { amount: 8000, newCart: false }, boleto: { amount: 8000, newCart: false }, card: { amount: 8000, newCart: false } })
  })

  it("an order keeps the discount that the options have dropped, by its method alone", async () => {
    const had = await byPix()
    await startWith({})
    expect(await prices([had], "pix", "pp_pix_fatura")).toMatchObject({ pix: { amount: 9500, newCart: false }, boleto: { amount: 10000, newCart: true } })
  })
})
