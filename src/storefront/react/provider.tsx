import { createContext, type ReactNode, useContext, useMemo } from "react"
import type { FaturaClient } from "../core/client"
import { ptBR } from "../core/texts/pt-br"
import type { FaturaTexts } from "../core/texts/types"
import type { SessionTransport } from "../core/transport"

/** Whom the shopper asks about a payment. */
export type Contact = {
  /** "WhatsApp (11) 4002-8922", an e-mail address ... */
  name: string
  /** `mailto:`, `https:` or `tel:` */
  href?: string
}

export type FaturaSettings = {
  client: FaturaClient
  texts: FaturaTexts
  contact?: Contact
  transport?: SessionTransport
}

const FaturaContext = /* @__PURE__ */ createContext<FaturaSettings | null>(null)

export type FaturaProviderProps = {
  /** Made once, outside of the component or in a `useMemo`: a new client starts every watch again. */
  client: FaturaClient
  /** Default: `ptBR`. */
  texts?: FaturaTexts
  contact?: Contact
  /** How payments are followed; default: by the store's event stream, else by asking. */
  transport?: SessionTransport
  children: ReactNode
}

/** What all components of the package share. */
export function FaturaProvider({ client, texts = ptBR, contact, transport, children }: FaturaProviderProps) {
  const settings = useMemo(() => ({ client, texts, contact, transport }), [client, texts, contact, transport])
  return <FaturaContext.Provider value={settings}>{children}</FaturaContext.Provider>
}

/** The settings of the `FaturaProvider` above. Throws without one. */
export function useFatura(): FaturaSettings {
  const settings = useContext(FaturaContext)
  if (!settings) throw new Error("This component of medusa-payment-fatura needs a FaturaProvider above it.")
  return settings
}

export const useTexts = (): FaturaTexts => useFatura().texts
