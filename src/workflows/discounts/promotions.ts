import { ContainerRegistrationKeys, Modules } from "@medusajs/framework/utils"
import type { CreatePromotionDTO, IPromotionModuleService, MedusaContainer } from "@medusajs/framework/types"
import { createPromotionsWorkflow, updatePromotionsStatusWorkflow } from "@medusajs/medusa/core-flows"
import { FATURA_MODULE, type FaturaModuleService } from "../../modules/fatura"
import type { Discount } from "../../modules/fatura/options/limits"
import type { PaymentMethod } from "../../modules/fatura/ledger/row"
import { METHOD_KEY } from "./method-key"

const METHODS: readonly PaymentMethod[] = ["pix", "boleto", "card"]
const CODE_PREFIX = "FATURA"

/** The options as they were when the promotions were last made to agree with them, in this process. */
let agreed = ""

/**
 * Makes Medusa's promotions agree with the options `methods.<method>.discount`: one automatic promotion for each, with
 * the rule that the cart is marked with the method. A changed discount is another promotion; the old one is switched
 * off and stays for the orders that had it. Cheap when there is nothing to do; safe to run in several processes.
 */
export async function ensureDiscounts(container: MedusaContainer): Promise<void> {
  const fatura: FaturaModuleService = container.resolve(FATURA_MODULE)
  const { methods } = await fatura.settings.current()
  const wanted = new Map(METHODS.flatMap((method) => (methods[method].discount ? [[codeOf(method, methods[method].discount), promotionOf(method, methods[method].discount)]] : [])))
  const state = [...wanted.keys()].join()
  if (state === agreed) {
    return
  }
  const promotions: IPromotionModuleService = container.resolve(Modules.PROMOTION)
  const existing = await promotions.listPromotions({ is_automatic: true }, { select: ["id", "code", "status"], take: null as never })
  const ours = existing.filter(({ code }) => METHODS.some((method) => code?.startsWith(`${CODE_PREFIX}-${method.toUpperCase()}-`)))
  const change = (ids: string[], status: "active" | "inactive") =>
    Promise.all(ids.map((id) => updatePromotionsStatusWorkflow(container).run({ input: { promotionsData: [{ id, status }] } })))
  await change(ours.filter(({ code, status }) => !wanted.has(code!) && status === "active").map(({ id }) => id), "inactive")
  await change(ours.filter(({ code, status }) => wanted.has(code!) && status !== "active").map(({ id }) => id), "active")
  const known = new Set(ours.map(({ code }) => code))
  for (const [code, promotion] of wanted) {
    if (!known.has(code)) {
      await create(container, promotion)
    }
  }
  agreed = state
}

/** Another process may have been first: the code is unique. */
async function create(container: MedusaContainer, promotion: CreatePromotionDTO): Promise<void> {
  try {
    await createPromotionsWorkflow(container).run({ input: { promotionsData: [promotion] } })
  } catch (error) {
    const promotions: IPromotionModuleService = container.resolve(Modules.PROMOTION)
    if ((await promotions.listPromotions({ code: promotion.code })).length === 0) {
      throw error
    }
    container.resolve(ContainerRegistrationKeys.LOGGER).debug(`Fatura: the promotion ${promotion.code} was made by another process`)
  }
}

function codeOf(method: PaymentMethod, { type, value }: Discount): string {
  return `${CODE_PREFIX}-${method.toUpperCase()}-${value}${type === "percent" ? "PCT" : "BRL"}`
}

function promotionOf(method: PaymentMethod, discount: Discount): CreatePromotionDTO {
  return {
    code: codeOf(method, discount),
    type: "standard",
    status: "active",
    is_automatic: true,
    application_method: {
      type: discount.type === "percent" ? "percentage" : "fixed",
      target_type: "items",
      allocation: "across",
      value: discount.value,
      currency_code: "brl",
    },
    rules: [{ attribute: `metadata.${METHOD_KEY}`, operator: "eq", values: [method] }],
  }
}
