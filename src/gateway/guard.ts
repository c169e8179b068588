import { lookup } from "node:dns"
import { isIP, type LookupFunction } from "node:net"

/** Which addresses a gateway's host may not stand for. */
export type AddressGuard = { host: string; forbids: (ip: string) => boolean }

/** Instead of a connection to an address that is forbidden. */
export const FORBIDDEN_ADDRESS = "EFORBIDDENADDRESS"

class ForbiddenAddressError extends Error {
  readonly code = FORBIDDEN_ADDRESS
}

export const forbiddenAddress = (): Error => new ForbiddenAddressError("a forbidden address")

/** A host that is an address itself is never looked up. @throws ForbiddenAddressError */
export function refuseForbiddenHost({ host, forbids }: AddressGuard): void {
  const ip = host.replace(/^\[|\]$/g, "")
  if (isIP(ip) && forbids(ip)) {
    throw forbiddenAddress()
  }
}

/**
 * Node's own look-up of names, at the moment of connecting: what a name stood for when it was saved says nothing about
 * now. One forbidden address among several is enough to refuse them all. Other hosts than the gateway's, as that of a
 * proxy in between, are the server's own affair; what is handed to a proxy is judged before (`GuardedProxy`).
 */
export function guardedLookup({ host, forbids }: AddressGuard): LookupFunction {
  return (hostname, options, callback) => {
    if (hostname !== host) {
      lookup(hostname, options, callback as never)
      return
    }
    lookup(hostname, { ...options, all: true }, (error, addresses) => {
      const first = addresses?.[0]
      if (error || !first) {
        callback(error ?? new Error("no address"), "", 0)
      } else if (addresses.some(({ address }) => forbids(address))) {
        callback(forbiddenAddress(), "", 0)
      } else if (options.all) {
        callback(null, addresses)
      } else {
        callback(null, first.address, first.family)
      }
    })
  }
}
