import { lookup } from "node:dns"
import { isIP } from "node:net"
import { type AddressGuard, forbiddenAddress } from "./guard"

/** What a name stood for a moment ago is not asked again for each call. */
const KNOWN_MS = 30_000
/** Where the world's names are not known there is nothing to ask: each question waits in a thread that files are read by, too. */
const UNKNOWN_MS = 5 * 60_000
/** A call waits no longer for an answer that may never come. */
const PATIENCE_MS = 2_000

type Found = "allowed" | "forbidden" | "not_resolved"

/**
 * Judges what the gateway's name stands for here before a call goes, since it may go to a proxy: then there is no
 * connection of ours to the gateway's address that could be held to the guard. A proxy may know another address, and
 * where the name is not known here it alone does: then what it lets through decides.
 */
export class GuardedProxy {
  private known: { found: Promise<Found>; until: number } | undefined

  constructor(private readonly guard: AddressGuard) {}

  /** @throws the error of a forbidden address, before anything is sent */
  async refuseForbidden(): Promise<void> {
    if (!isIP(this.guard.host.replace(/^\[|\]$/g, "")) && (await this.found()) === "forbidden") {
      throw forbiddenAddress()
    }
  }

  private found(): Promise<Found> {
    if (!this.known || performance.now() >= this.known.until) {
      const known: { found: Promise<Found>; until: number } = { found: this.ask((late) => (known.found = Promise.resolve(late))), until: performance.now() + UNKNOWN_MS }
      this.known = known
      void known.found.then((found) => {
        known.until = performance.now() + (found === "not_resolved" ? UNKNOWN_MS : KNOWN_MS)
      })
    }
    return this.known.found
  }

  /** @param late is told what came after the call that asked had gone on: the next one is judged by it */
  private ask(late: (found: Found) => void): Promise<Found> {
    const { host, forbids } = this.guard
    return new Promise((resolve) => {
      let isLate = false
      const patience = setTimeout(() => {
        isLate = true
        resolve("not_resolved")
      }, PATIENCE_MS)
      lookup(host, { all: true }, (error, addresses) => {
        clearTimeout(patience)
        const found = error || !addresses.length ? "not_resolved" : addresses.some(({ address }) => forbids(address)) ? "forbidden" : "allowed"
        if (isLate) late(found)
        else resolve(found)
      })
    })
  }
}
