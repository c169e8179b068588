import { addShippingMethodToCartWorkflow, updateCartPromotionsWorkflow } from "@medusajs/medusa/core-flows"
import { ContainerRegistrationKeys, MedusaError, Modules, PromotionActions } from "@medusajs/framework/utils"
import type { ICartModuleService, MedusaContainer } from "@medusajs/framework/types"
import { type Cents, toCents } from "../../domain/money"
import { wordsOfError } from "../../domain/words-of-error"
import { FATURA_MODULE, type FaturaModuleService } from "../../modules/fatura"
import type { InvoiceRow, PaymentMethod } from "../../modules/fatura/ledger/row"
import { PROVIDER_ID_BY_METHOD } from "../../modules/fatura/sessions/provider-ids"
import { ShopperError } from "../../modules/fatura/texts/shopper-error"
import { cancelReplacedOrder } from "../ending/cancel-order"
import { whyNotReplaced } from "../ending/why-not-replaced"
import { markCart } from "../discounts/mark-cart"
import { settleNow } from "../settle-invoice"
import { buyAgain, buyAgainOrSay } from "./buy-again"
import { carriedCodes, type OrderOfItems } from "./cart-price"
import { methodPrices } from "./method-prices"
import { isHeld, liveAttempts, readOrderToPay } from "./order-to-pay"
import { withOrderLock } from "./order-lock"
import { endAttempts } from "./end-attempts"
import { providersOfRegion } from "./region-providers"

/** An order is ended in a second or two. */
const WAIT_FOR_ANOTHER_MS = 10_000

/** A new cart, or the session of the order that turned out to be paid. */
export type Moved = { cartId: string } | { sessionId: string }

/**
 * The shopper pays an order by a method that has another price: its items go into a new cart, marked with the
 * method, where the price is shown before anybody agrees to it. The order's code is ended first, with a definite
 * answer, and the order cancelled, so that its stock is there for the cart.
 * @returns null when the method has the order's own price
 * @throws ShopperError; the order and its code then stay as they are, unless the code's end is not certain yet
 */
export async function moveToCart(container: MedusaContainer, orderId: string, method: PaymentMethod): Promise<Moved | null> {
  return withOrderLock(container, orderId, async () => {
    const fatura: FaturaModuleService = container.resolve(FATURA_MODULE)
    const order = await readOrderToPay(container, orderId)
    // One that staff have completed unpaid can't be cancelled for a cart; its price is its method's all the same.
    if (!order || order.status === "canceled" || order.pendingCents <= 0) {
      return null
    }
    const price = (await methodPrices(container, order))[method]
    if (price && !price.newCart) {
      return null
    }
    const offered = await providersOfRegion(container, order.regionId)
    if (offered && !offered.includes(PROVIDER_ID_BY_METHOD[method])) {
      throw new ShopperError("conflict", "method_unavailable")
    }
    const live = await liveAttempts(fatura, order)
    if (live.some(isHeld) || order.collections.some(({ holdsPayment }) => holdsPayment)) {
      throw new ShopperError("conflict", "already_covered")
    }
    const paid = await paidOrRefuse(container, fatura, orderId)
    if (paid) {
      return paid
    }
    if (!price) {
      throw new ShopperError("conflict", "only_same_method")
    }
    await fatura.issuing.checkAvailable(method, { amount: price.amount, currency: "brl", salesChannelId: order.salesChannelId })
    const early = await buyAgainWhileReserved(container, orderId)
    try {
      if (early) {
        await fillCart(container, early, orderId, method)
        await refuseDearer(container, early, price.amount)
      }
      const kept = (await endOrPaid(container, fatura, live)) ?? (await cancelReplaced(container, fatura, orderId))
      if (kept) {
        await dropCart(container, early)
        return kept
      }
    } catch (error) {
      await dropCart(container, early)
      throw error
    }
    if (early) {
      return { cartId: early }
    }
    const cartId = await buyAgainOrSay(container, orderId)
    await fillCart(container, cartId, orderId, method)
    return { cartId }
  })
}

/** @returns the session of a code that turned out to be paid when its end was asked for */
async function endOrPaid(container: MedusaContainer, fatura: FaturaModuleService, live: InvoiceRow[]): Promise<{ sessionId: string } | null> {
  const paid = await endAttempts(container, fatura, live)
  return paid && { sessionId: paid.session_id }
}

/** Nobody was told of it, and its order stays. Should that fail, a cart lies there that nobody has. */
async function dropCart(container: MedusaContainer, cartId: string | null): Promise<void> {
  if (cartId) {
    await (container.resolve(Modules.CART) as ICartModuleService).deleteCarts([cartId]).catch((error) => {
      container.resolve(ContainerRegistrationKeys.LOGGER).info(`Fatura: cart ${cartId} could not be deleted (${wordsOfError(error)})`)
    })
  }
}

/** Beside its items. */
async function fillCart(container: MedusaContainer, cartId: string, orderId: string, method: PaymentMethod): Promise<void> {
  await copyShipping(container, cartId, orderId)
  await markCart(container, cartId, PROVIDER_ID_BY_METHOD[method])
}

/**
 * The price that was shown is what is agreed to: where the catalogue is dearer by now, the order and its code are not
 * given up for it. A cent is what two roundings differ by.
 * @throws ShopperError
 */
async function refuseDearer(container: MedusaContainer, cartId: string, shown: Cents): Promise<void> {
  const { data } = await container.resolve(ContainerRegistrationKeys.QUERY).graph({ entity: "cart", fields: ["id", "total"], filters: { id: cartId } })
  if (toCents((data[0] as unknown as { total: number }).total) > shown + 1) {
    throw new ShopperError("conflict", "only_same_method")
  }
}

/**
 * Medusa would refuse the cancel, or cancel what is paid or being paid: looked at while the shopper still has the old
 * code, over every payment of the order. A code that can be paid no more may have brought money.
 * @returns the session of the money that is there, which is settled as far as it can be
 */
async function paidOrRefuse(container: MedusaContainer, fatura: FaturaModuleService, orderId: string): Promise<{ sessionId: string } | null> {
  const found = await whyNotReplaced(container, fatura, orderId)
  if (!found) {
    return null
  }
  if (found.why === "blocked") {
    throw new ShopperError("conflict", "only_same_method")
  }
  if (found.why === "elsewhere" || !found.invoice) {
    throw new ShopperError("conflict", "already_covered")
  }
  if (found.invoice.status === "authorized") {
    // Its end was asked for, and the gateway has not confirmed it.
    throw new ShopperError("conflict", "outcome_unknown")
  }
  await settleNow(container, found.invoice.id)
  return { sessionId: found.invoice.session_id }
}

/**
 * Its code has ended; whoever else ended the order meanwhile did the same.
 * @returns the session of money that came at the last moment
 */
async function cancelReplaced(container: MedusaContainer, fatura: FaturaModuleService, orderId: string): Promise<{ sessionId: string } | null> {
  const kept = await cancelReplacedOrder(container, fatura, orderId, WAIT_FOR_ANOTHER_MS).catch((error) => {
    const { LOGGER } = ContainerRegistrationKeys
    container.resolve(LOGGER).warn(`Fatura: order ${orderId} could not be cancelled for a new cart (${wordsOfError(error)})`)
    throw new ShopperError("conflict", "changed_meanwhile")
  })
  if (!kept) {
    return null
  }
  const paid = await paidOrRefuse(container, fatura, orderId)
  if (!paid) {
    throw new ShopperError("conflict", "changed_meanwhile")
  }
  return paid
}

/** Before anything is given up. The last items of a stock are reserved for the order itself: then null. */
async function buyAgainWhileReserved(container: MedusaContainer, orderId: string): Promise<string | null> {
  try {
    return await buyAgain(container, orderId)
  } catch (error) {
    if ((error as MedusaError).code === MedusaError.Codes.INSUFFICIENT_INVENTORY) {
      return null
    }
    throw new ShopperError("conflict", "only_same_method")
  }
}

type Delivered = { shipping_methods?: { shipping_option_id: string | null; data: Record<string, unknown> | null }[] | null; promotions?: OrderOfItems["promotions"] }

/** The same delivery; where it isn't offered any more, the shopper chooses another. */
async function copyShipping(container: MedusaContainer, cartId: string, orderId: string): Promise<void> {
  const query = container.resolve(ContainerRegistrationKeys.QUERY)
  const { data } = await query.graph({ entity: "order", fields: ["shipping_methods.shipping_option_id", "shipping_methods.data", "promotions.code", "promotions.is_automatic"], filters: { id: orderId } })
  const order = data[0] as unknown as Delivered | undefined
  const methods = order?.shipping_methods ?? []
  const options = methods.flatMap(({ shipping_option_id: id, data: chosen }) => (id ? [{ id, data: chosen ?? {} }] : []))
  if (!options.length) {
    return
  }
  try {
    await addShippingMethodToCartWorkflow(container).run({ input: { cart_id: cartId, options } })
    const promo_codes = carriedCodes(order?.promotions)
    if (promo_codes.length) {
      // One that is about the delivery found none before, and Medusa drops a code that takes nothing off.
      await updateCartPromotionsWorkflow(container).run({ input: { cart_id: cartId, promo_codes, action: PromotionActions.ADD } })
    }
  } catch (error) {
    container.resolve(ContainerRegistrationKeys.LOGGER).info(`Fatura: the delivery of order ${orderId} is chosen anew in cart ${cartId} (${wordsOfError(error)})`)
  }
}
