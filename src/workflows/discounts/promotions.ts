import { ContainerRegistrationKeys } from "@medusajs/framework/utils"
import type { CreatePromotionDTO, MedusaContainer } from "@medusajs/framework/types"
import { createPromotionsWorkflow, updatePromotionsStatusWorkflow } from "@medusajs/medusa/core-flows"
import { FATURA_MODULE, type FaturaModuleService } from "../../modules/fatura"
import type { DiscountNote, WantedDiscount } from "../../modules/fatura/discounts/discounts"
import { isAsMade, METHOD_KEY } from "../../modules/fatura/discounts/promotion-state"

/**
 * Makes Medusa's promotions agree with the options `methods.<method>.discount`: one automatic promotion for each, with
 * the rule that the cart is marked with the method. A changed discount is another promotion; the old one is switched
 * off and stays for the orders that had it. Which promotions are the plugin's is noted down by their ids; no other is
 * ever touched, whatever its code. What staff did to one of them (deleted, switched off, changed) stands: only the
 * options, or staff in Settings, ask for it anew. Cheap when there is nothing to do; safe to run in several processes.
 */
export async function ensureDiscounts(container: MedusaContainer): Promise<void> {
  const { discounts }: FaturaModuleService = container.resolve(FATURA_MODULE)
  if (discounts.agree) {
    return
  }
  for (const note of await discounts.unwanted()) {
    await switchTo("inactive", container, note.promotion_id)
    await discounts.noteEnded(note)
  }
  for (const one of discounts.wanted()) {
    const note = await discounts.note(one.code)
    if (!note || note.ended_at) {
      await give(container, one, note)
    }
  }
  discounts.agree = true
}

/** Staff want the discount given again, after they had ended it. What they changed about the promotion stays so. */
export async function giveAgain(container: MedusaContainer, wanted: WantedDiscount): Promise<void> {
  const { discounts }: FaturaModuleService = container.resolve(FATURA_MODULE)
  await give(container, wanted, await discounts.note(wanted.code))
}

async function give(container: MedusaContainer, wanted: WantedDiscount, note: DiscountNote | null): Promise<void> {
  const { discounts }: FaturaModuleService = container.resolve(FATURA_MODULE)
  const own = note && (await discounts.promotion(note.promotion_id))
  const id = own ? own.id : await make(container, wanted)
  if (id) {
    await switchTo("active", container, id)
    await discounts.remember(wanted, id)
  }
}

/** @returns its id, or null where a promotion that is not the plugin's has the code, which is left as it is */
async function make(container: MedusaContainer, wanted: WantedDiscount): Promise<string | null> {
  const { discounts }: FaturaModuleService = container.resolve(FATURA_MODULE)
  const asMade = async () => {
    const found = await discounts.promotionByCode(wanted.code)
    return found && { id: isAsMade(found, wanted.method, wanted.discount) ? found.id : null }
  }
  const found = await asMade()
  if (found) {
    return found.id
  }
  try {
    const { result } = await createPromotionsWorkflow(container).run({ input: { promotionsData: [promotionOf(wanted)] } })
    return result[0]!.id
  } catch (error) {
    // Another process was first: the code is unique.
    const others = await asMade()
    if (!others) {
      throw error
    }
    container.resolve(ContainerRegistrationKeys.LOGGER).debug(`Fatura: the promotion ${wanted.code} was made by another process`)
    return others.id
  }
}

async function switchTo(status: "active" | "inactive", container: MedusaContainer, id: string): Promise<void> {
  const { discounts }: FaturaModuleService = container.resolve(FATURA_MODULE)
  const promotion = await discounts.promotion(id)
  if (promotion && promotion.status !== status) {
    await updatePromotionsStatusWorkflow(container).run({ input: { promotionsData: [{ id, status }] } })
  }
}

function promotionOf({ method, discount, code }: WantedDiscount): CreatePromotionDTO {
  return {
    code,
    type: "standard",
    status: "active",
    is_automatic: true,
    // Otherwise Medusa takes a fixed amount off before tax, and the cart gets more off than was said.
    is_tax_inclusive: discount.type === "fixed",
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
