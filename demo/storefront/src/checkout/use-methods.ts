import type { MethodOption, SavedPayer, Tokenization } from "medusa-payment-fatura/storefront"
import { useCheckoutOptions } from "medusa-payment-fatura/storefront/react"
import type { Cart } from "../api/types"

export type Methods = {
  state: "loading" | "ready" | "failed"
  error: unknown
  reload: () => void
  /** In the order of display. */
  methods: MethodOption[]
  tokenization: Tokenization | undefined
  statementDescriptor: string | null
  /** Of the customer who is logged in. */
  savedPayers: SavedPayer[]
}

const NONE: SavedPayer[] = []
const ORDER = ["pix", "card", "boleto"]

/** How this cart can be paid: what the store offers in the cart's region. */
export function useMethods(cart: Cart): Methods {
  const offer = useCheckoutOptions({ cartId: cart.id, total: cart.total })
  const { options } = offer
  const failed = !options && offer.error !== null
  const usable = ({ method }: MethodOption) => method !== "card" || options?.tokenization !== undefined
  return {
    state: failed ? "failed" : options ? "ready" : "loading",
    error: offer.error,
    reload: offer.reload,
    methods: (options?.methods ?? []).filter(usable).sort((a, b) => ORDER.indexOf(a.method) - ORDER.indexOf(b.method)),
    tokenization: options?.tokenization,
    savedPayers: options?.saved_payers ?? NONE,
    statementDescriptor: options?.payee.statement_descriptor ?? null,
  }
}
