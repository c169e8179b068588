import { lookup } from "node:dns"
import { isIP } from "node:net"
import axios from "axios"
import { type AddressGuard, forbiddenAddress } from "./guard"

/** What a name stood for a moment ago is not asked again for each call. */
const KNOWN_MS = 30_000
/** Where the world's names are not known there is nothing to ask: each question waits in a thread that files are read by, too. */
const UNKNOWN_MS = 5 * 60_000
/** So long a call waits to hear whether what was found before still holds. */
const PATIENCE_MS = 2_000
/** A question that is open for so long has no answer here; longer than a resolver tries, and short enough for a shop. */
const LONGEST_OPEN_MS = 30_000

type Found = "allowed" | "forbidden" | "not_resolved"

/**
 * Judges what the gateway's name stands for here before a call goes to a proxy: then there is no connection of ours to
 * the gateway's address that could be held to the guard. A proxy may know another address, and where the name is not
 * known here it alone does: then what it lets through decides. But nothing goes while the first question is open: until
 * then a call waits, and one whose time is up before was not sent. A later question is waited for shortly; while it is
 * open or has failed, what was found before counts. So a name server that is slow or gone holds payments up once, for half
 * a minute at most; a name that was forbidden stays so until it is answered otherwise.
 */
export class GuardedProxy {
  private found: Found | undefined
  private open: Promise<Found> | undefined
  private askAgainAt = 0

  constructor(private readonly guard: AddressGuard) {}

  /** @throws the error of a forbidden address, before anything is sent */
  async refuseForbidden(): Promise<void> {
    if (mayUseProxy() && !isIP(this.guard.host.replace(/^\[|\]$/g, "")) && (await this.judged()) === "forbidden") {
      throw forbiddenAddress()
    }
  }

  private async judged(): Promise<Found> {
    if (this.found !== undefined && performance.now() < this.askAgainAt) {
      return this.found
    }
    const { found: before } = this
    this.open ??= this.ask()
    return before === undefined ? this.open : within(PATIENCE_MS, this.open, before)
  }

  private async ask(): Promise<Found> {
    const found = this.keep(await within(LONGEST_OPEN_MS, this.lookUp((late) => this.keep(late)), "not_resolved"))
    this.open = undefined
    return found
  }

  /** What was found stands until something else is: whoever runs a name's server chooses when it fails. */
  private keep(found: Found): Found {
    this.found = found === "not_resolved" ? (this.found ?? found) : found
    this.askAgainAt = performance.now() + (this.found === "not_resolved" ? UNKNOWN_MS : KNOWN_MS)
    return this.found
  }

  /** @param told is told of the answer whenever it comes, also when nobody waits for it any more */
  private lookUp(told: (found: Found) => void): Promise<Found> {
    const { host, forbids } = this.guard
    return new Promise((resolve) => {
      lookup(host, { all: true }, (error, addresses) => {
        const found = error || !addresses.length ? "not_resolved" : addresses.some(({ address }) => forbids(address)) ? "forbidden" : "allowed"
        told(found)
        resolve(found)
      })
    })
  }
}

/** Whether calls may go through a proxy: one that the environment names, whoever reads it, or that is set for all of axios. */
function mayUseProxy(): boolean {
  return Boolean(axios.defaults.proxy) || Object.entries(process.env).some(([name, value]) => value && /proxy$/i.test(name) && !/no_?proxy$/i.test(name))
}

function within<T>(ms: number, answer: Promise<T>, otherwise: T): Promise<T> {
  return new Promise((resolve) => {
    const timer = setTimeout(() => resolve(otherwise), ms)
    timer.unref()
    void answer.then((given) => {
      clearTimeout(timer)
      resolve(given)
    })
  })
}
