import { createFaturaClient, type FaturaClient } from "medusa-payment-fatura/storefront"
import { FaturaProvider } from "medusa-payment-fatura/storefront/react"
import { createContext, type ReactNode, useCallback, useContext, useEffect, useState } from "react"
import { createStoreClient, type StoreClient } from "../api/store-client"
import { ErrorPanel } from "../ui/error-panel"
import { Spinner } from "../ui/spinner"
import { loadConfig, type ShopConfig } from "./config"
import { memory } from "./memory"

type Shop = { config: ShopConfig; client: StoreClient; fatura: FaturaClient }

const ShopContext = createContext<Shop | null>(null)

const contact = { name: "ajuda@loja-ipe.example", href: "mailto:ajuda@loja-ipe.example" }

/** The configuration and the clients of the store API; only usable inside `ShopProvider`. */
export function useShop(): Shop {
  const shop = useContext(ShopContext)
  if (!shop) throw new Error("useShop needs a ShopProvider above it.")
  return shop
}

function open(config: ShopConfig): Shop {
  const fatura = createFaturaClient({
    backend: config.backend,
    publishableKey: config.publishable_key,
    headers: (): Record<string, string> => {
      const token = memory.token()
      return token ? { authorization: `Bearer ${token}` } : {}
    },
  })
  return { config, fatura, client: createStoreClient(config, fatura.request) }
}

/** Loads `/config.json` before anything else is shown. */
export function ShopProvider({ children }: { children: ReactNode }) {
  const [shop, setShop] = useState<Shop | "loading" | "failed">("loading")

  const load = useCallback(() => {
    setShop("loading")
    loadConfig()
      .then((config) => setShop(open(config)))
      .catch(() => setShop("failed"))
  }, [])
  useEffect(load, [load])

  if (shop === "loading") return <main className="center-page"><Spinner label="Abrindo a loja..." /></main>
  if (shop === "failed") {
    return (
      <main className="center-page">
        <ErrorPanel
          title="A loja ainda está abrindo"
          text="O servidor da demonstração não respondeu. Espere alguns segundos e tente de novo."
          onRetry={load}
        />
      </main>
    )
  }
  return (
    <ShopContext.Provider value={shop}>
      <FaturaProvider client={shop.fatura} contact={contact}>{children}</FaturaProvider>
    </ShopContext.Provider>
  )
}
