import { invoiceAddress } from "../../../domain/address"
import { findCardData } from "../../../domain/card-data"
import { brazilianState } from "../../../domain/state"
import { driftOf, readNotice, redact } from "../../../gateway"
import { mayDo } from "../../../sandbox/scopes"
import { METHOD_BY_PROVIDER_ID, methodOfProvider } from "../sessions/provider-ids"
import { asShopperError } from "../texts/shopper-error"

describe.each(["__proto__", "constructor", "toString", "hasOwnProperty", "valueOf"])("a key from outside that every object knows: %s", (key) => {
  /** As a parser makes it: the key is a member of its own, "__proto__" too. */
  const holding = (value: unknown): Record<string, unknown> => JSON.parse(`{"${key}":${JSON.stringify(value)}}`)

  it("is no provider of ours", () => {
    expect(methodOfProvider(key)).toBeNull()
    expect(METHOD_BY_PROVIDER_ID[key]).toBeUndefined()
  })

  it("is no state, and no kind of error", () => {
    expect(brazilianState(key)).toBeNull()
    expect(asShopperError({ type: key, reason: key, key, message: key })).toBeNull()
    expect(asShopperError({ ...holding("x"), reason: key, key: "missing_name" })).toBeNull()
  })

  it("hides nothing that is searched for, and changes no object", () => {
    expect(findCardData({ payer: holding("4111 1111 1111 1111") })).toMatchObject({ what: "number" })
    expect(JSON.stringify(redact(holding({ document: "529.982.247-25", polluted: true })))).not.toContain("529")
    expect(redact(holding("ok"))).toEqual(holding("ok"))
    expect(({} as { polluted?: boolean }).polluted).toBeUndefined()
  })

  it("is drift in the gateway's messages, and no member of a webhook", () => {
    expect(driftOf("notice", holding(1))).toContainEqual({ kind: "unknown_member", path: key, found: "integer" })
    expect(readNotice(Buffer.from(JSON.stringify(holding({ id: "1" }))))).toEqual({ kind: "unreadable", why: "no single invoice in it" })
    expect(readNotice(Buffer.from(`${key}=1`), "application/x-www-form-urlencoded")).toMatchObject({ kind: "unreadable" })
  })

  it("is no name in metadata, and no operation that a scope is asked for", () => {
    const place = { address_1: "Rua Augusta, 15", city: "São Paulo", province: "SP", postal_code: "01304-001", country_code: "br", metadata: holding({ number: "7" }) }
    expect(invoiceAddress(place as never)).toMatchObject({ address: { number: "15", state: "SP" } })
    expect(mayDo(key, [])).toBe(true)
  })
})
