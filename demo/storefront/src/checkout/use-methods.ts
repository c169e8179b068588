import type { MethodOption, Tokenization } from "medusa-payment-fatura/storefront"
import { useCheckoutOptions } from "medusa-payment-fatura/storefront/react"
import type { Cart } from "../api/types"
import { useShop } from "../app/shop-context"
import { useLoad } from "../ui/use-load"

export type Methods = {
  state: "loading" | "ready" | "failed"
  error: unknown
  reload: () => void
  /** In the order of display. */
  methods: MethodOption[]
  tokenization: Tokenization | undefined
  statementDescriptor: string | null
}

const ORDER = ["pix", "card", "boleto"]

/** How this cart can be paid: what the plugin offers, of what the region has. */
export function useMethods(cart: Cart): Methods {
  const { client } = useShop()
  const region = useLoad(client.paymentProviders)
  const offer = useCheckoutOptions({ cartId: cart.id, total: cart.total })
  const { options } = offer
  const failed = region.state === "failed" || (!options && offer.error !== null)
  const inRegion = new Set(region.state === "ready" ? region.value.map(({ id }) => id) : [])
  const usable = ({ provider_id, method }: MethodOption) => inRegion.has(provider_id) && (method !== "card" || options?.tokenization !== undefined)
  return {
    state: failed ? "failed" : options && region.state === "ready" ? "ready" : "loading",
    error: region.state === "failed" ? region.error : offer.error,
    reload: () => {
      region.reload()
      offer.reload()
    },
    methods: (options?.methods ?? []).filter(usable).sort((a, b) => ORDER.indexOf(a.method) - ORDER.indexOf(b.method)),
    tokenization: options?.tokenization,
    statementDescriptor: options?.payee.statement_descriptor ?? null,
  }
}
