import { createContext, type ReactNode, useCallback, useContext, useEffect, useMemo, useRef, useState } from "react"
import { FaturaError } from "medusa-payment-fatura/storefront"
import type { Address, Cart } from "../api/types"
import { memory } from "../app/memory"
import { useShop } from "../app/shop-context"

type CartState = {
  /** `loading` until the remembered cart was fetched. */
  state: "loading" | "ready" | "failed"
  error?: unknown
  cart: Cart | null
  reload: () => void
  addItem: (variantId: string, quantity: number) => Promise<void>
  setQuantity: (lineId: string, quantity: number) => Promise<void>
  update: (changes: { email?: string; shipping_address?: Partial<Address> }) => Promise<Cart>
  chooseShipping: (optionId: string) => Promise<Cart>
  /** The method's discount is in the cart from then on. */
  chooseMethod: (providerId: string) => Promise<Cart>
  /** Runs something that changes the cart by itself, after all earlier changes and before all later ones. */
  inTurn: <T>(change: () => Promise<T>) => Promise<T>
  /** After the order: the next thing put into the cart starts a new one. */
  forget: () => void
}

const CartContext = createContext<CartState | null>(null)

export function useCart(): CartState {
  const cart = useContext(CartContext)
  if (!cart) throw new Error("useCart needs a CartProvider above it.")
  return cart
}

/** Keeps the cart of this browser. Its id is remembered, its contents always come from the server. */
export function CartProvider({ children }: { children: ReactNode }) {
  const { client, fatura } = useShop()
  const [cart, setCart] = useState<Cart | null>(null)
  const [loading, setLoading] = useState<{ state: CartState["state"]; error?: unknown }>({ state: "loading" })
  const queue = useRef<Promise<unknown>>(Promise.resolve())

  // Changes go one after the other: the server locks a cart, and late answers must not undo newer ones.
  const inTurn = useCallback(<T,>(change: () => Promise<T>): Promise<T> => {
    const result = queue.current.then(change, change)
    queue.current = result.catch(() => undefined)
    return result
  }, [])

  const reload = useCallback(() => {
    setLoading({ state: "loading" })
    inTurn(() => loadRemembered(client.cart)).then(
      (found) => {
        setCart(found)
        setLoading({ state: "ready" })
      },
      (error: unknown) => setLoading({ state: "failed", error }),
    )
  }, [client, inTurn])
  useEffect(reload, [reload])

  const value = useMemo<CartState>(() => {
    const change = (act: (cartId: string) => Promise<Cart>) => inTurn(async () => {
      const cartId = memory.cartId()
      if (!cartId) throw new FaturaError("http", "O carrinho está vazio.", 404)
      const changed = await act(cartId)
      setCart(changed)
      return changed
    })
    return {
      ...loading,
      cart,
      reload,
      inTurn,
      addItem: (variantId, quantity) => inTurn(async () => {
        setCart(await addToUsableCart(client, variantId, quantity))
      }),
      setQuantity: async (lineId, quantity) => {
        await change((cartId) => client.setQuantity(cartId, lineId, quantity))
      },
      update: (changes) => change((cartId) => client.updateCart(cartId, changes)),
      chooseShipping: (optionId) => change((cartId) => client.chooseShipping(cartId, optionId)),
      chooseMethod: (providerId) => change(async (cartId) => {
        await fatura.chooseMethod(cartId, providerId)
        return client.cart(cartId)
      }),
      forget: () => {
        memory.setCartId(null)
        setCart(null)
      },
    }
  }, [cart, client, fatura, inTurn, loading, reload])

  return <CartContext.Provider value={value}>{children}</CartContext.Provider>
}

/** The remembered cart; null when there is none, when the server lost it, or when it became an order. */
async function loadRemembered(fetchCart: (id: string) => Promise<Cart>): Promise<Cart | null> {
  const cartId = memory.cartId()
  if (!cartId) return null
  try {
    const cart = await fetchCart(cartId)
    if (!cart.completed_at) return cart
  } catch (error) {
    if (!(error instanceof FaturaError && error.status === 404)) throw error
  }
  memory.setCartId(null)
  return null
}

async function addToUsableCart(client: ReturnType<typeof useShop>["client"], variantId: string, quantity: number): Promise<Cart> {
  // Looked at afresh: another tab may have ordered this cart meanwhile.
  const known = await loadRemembered(client.cart)
  const cartId = known?.id ?? (await client.createCart()).id
  memory.setCartId(cartId)
  return client.addItem(cartId, variantId, quantity)
}
