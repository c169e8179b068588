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
      const known = { found: this.ask(), until: performance.now() + UNKNOWN_MS }
      this.known = known
      void known.found.then((found) => {
        known.until = performance.now() + (found === "not_resolved" ? UNKNOWN_MS : KNOWN_MS)
      })
    }
    return this.known.found
  }

  private ask(): Promise<Found> {
    const { host, forbids } = this.guard
    return new Promise((resolve) => {
      const patience = setTimeout(() => resolve("not_resolved"), PATIENCE_MS)
      lookup(host, { all: true }, (error, addresses) => {
        clearTimeout(patience)
        resolve(error || !addresses.length ? "not_resolved" : addresses.some(({ address }) => forbids(address)) ? "forbidden" : "allowed")
      })
    })
  }
}
