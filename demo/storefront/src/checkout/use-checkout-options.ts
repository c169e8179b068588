import { useEffect, useState } from "react"
import type { Cart, CheckoutOptions } from "../api/types"
import { useShop } from "../app/shop-context"
import type { Tokenization } from "../settings/tokenization"

/**
 * What the store offers for the cart as it is now (null until it has said so), and the script of its card form.
 * A checkout goes on without: the store checks method and installments again when the order is placed.
 */
export function useCheckoutOptions(cart: Cart): { options: CheckoutOptions | null; tokenization: Tokenization | undefined } {
  const { client, config } = useShop()
  const [options, setOptions] = useState<CheckoutOptions | null>(null)
  const { id, total } = cart

  useEffect(() => {
    let current = true
    client.checkoutOptions(id).then(
      (found) => { if (current) setOptions(found) },
      () => { if (current) setOptions(null) },
    )
    return () => { current = false }
  }, [client, id, total])

  return {
    // What was said about another total is old news; the script stays the same.
    options: options?.amount === total ? options : null,
    tokenization: options?.tokenization ?? config.tokenization,
  }
}

/** Why a method cannot be used for this cart, by provider id. */
export function unavailableMethods(options: CheckoutOptions | null): Record<string, string | undefined> {
  const methods = options?.methods ?? []
  return Object.fromEntries(methods.filter(({ available }) => !available).map(({ provider_id, reason }) => [provider_id, reason ?? "Indisponível agora."]))
}
