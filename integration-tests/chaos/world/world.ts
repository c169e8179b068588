import type { GatewayControl, GatewayInvoice, Shop } from "../../support"
import type { Diary } from "../diary"
import type { Moments } from "./moments"

/** What the people of the stories have to do with. */
export type World = {
  /** The shop's one address, whichever process answers. */
  shop: Shop
  databaseUrl: string
  gateway: GatewayControl
  /** The gateway's invoices, at most half a second old. */
  invoices(): Promise<GatewayInvoice[]>
  /** Before the shelves; see `queueOf`. */
  queue<T>(work: () => Promise<T>): Promise<T>
  diary: Diary
  moments: Moments
}

const FRESH_MS = 500

/** Reads the stand-in's invoices once for all who ask at about the same time. */
export function sharedInvoices(gateway: GatewayControl): () => Promise<GatewayInvoice[]> {
  let read: { at: number; invoices: Promise<GatewayInvoice[]> } | null = null
  return () => {
    if (!read || Date.now() - read.at > FRESH_MS) {
      read = { at: Date.now(), invoices: gateway.invoices() }
    }
    return read.invoices
  }
}
