import { createContext, type ReactNode, useCallback, useContext, useEffect, useState } from "react"
import { createStoreClient, type StoreClient } from "../api/store-client"
import { ErrorPanel } from "../ui/error-panel"
import { Spinner } from "../ui/spinner"
import { loadConfig, type ShopConfig } from "./config"

type Shop = { config: ShopConfig; client: StoreClient }

const ShopContext = createContext<Shop | null>(null)

/** The configuration and the client of the store API; only usable inside `ShopProvider`. */
export function useShop(): Shop {
  const shop = useContext(ShopContext)
  if (!shop) throw new Error("useShop needs a ShopProvider above it.")
  return shop
}

/** Loads `/config.json` before anything else is shown. */
export function ShopProvider({ children }: { children: ReactNode }) {
  const [shop, setShop] = useState<Shop | "loading" | "failed">("loading")

  const load = useCallback(() => {
    setShop("loading")
    loadConfig()
      .then((config) => setShop({ config, client: createStoreClient(config) }))
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
  return <ShopContext.Provider value={shop}>{children}</ShopContext.Provider>
}
