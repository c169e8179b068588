import { KeyRing } from "../crypto/key-ring"
import { hashOfTicket, holderNamedBy, isGivenOut, isSigned, sessionOfReference, ticketsOfEveryKey, writeTicket } from "../crypto/tickets"
import { testKey } from "./support/rows"

const ring = new KeyRing(testKey("first"))
const stranger = new KeyRing(testKey("stranger"))
const holder = { sessionId: "payses_01ABC", attempt: 3 }

describe("the ticket of an attempt", () => {
  it("names the attempt that it was made for, and is signed", () => {
    const ticket = writeTicket(ring, holder)
    expect([holderNamedBy(ticket), isSigned(ring, ticket)]).toEqual([holder, true])
  })

  it("fits into an address as it is", () => {
    expect(writeTicket(ring, holder)).toMatch(/^[\w.-]+$/)
  })

  it("is still recognised by its signature while the earlier key is in the ring, and by its hash afterwards", () => {
    const ticket = writeTicket(ring, holder)
    expect(isSigned(new KeyRing(`${testKey("second")},${testKey("first")}`), ticket)).toBe(true)
    const alone = new KeyRing(testKey("second"))
    expect(isSigned(alone, ticket)).toBe(false)
    expect(isGivenOut([hashOfTicket(writeTicket(alone, holder)), hashOfTicket(ticket)], ticket)).toBe(true)
    expect(isGivenOut([hashOfTicket(writeTicket(alone, holder))], ticket)).toBe(false)
    expect(isGivenOut(null, ticket)).toBe(false)
  })

  it("is the one of each key, newest first", () => {
    const both = new KeyRing(`${testKey("second")},${testKey("first")}`)
    expect(ticketsOfEveryKey(both, holder)).toEqual([writeTicket(new KeyRing(testKey("second")), holder), writeTicket(ring, holder)])
  })

  it("is refused for another attempt, another session and another key", () => {
    const [session, attempt, signature] = writeTicket(ring, holder).split(".") as [string, string, string]
    const forged = [
      `${session}.4.${signature}`,
      `payses_other.${attempt}.${signature}`,
      `${session}.${attempt}.${signature.slice(0, -2)}AA`,
      writeTicket(stranger, holder),
    ]
    expect(forged.map((ticket) => isSigned(ring, ticket))).toEqual(forged.map(() => false))
  })

  it.each(["", ".", "..", "a.b.c", "payses_01ABC.3", "payses_01ABC.3.", `payses_01ABC.03.${"x".repeat(43)}`, `payses_01ABC.1e3.${"x".repeat(43)}`, `payses_01ABC.9999999.${"x".repeat(43)}`, `\0.1.${"x".repeat(43)}`])("is not %j", (text) => {
    expect(holderNamedBy(text)).toBeNull()
  })

  it("is made for the session of the reference, whoever adopted the invoice", () => {
    expect(sessionOfReference({ reference: "payses_01ABC-12" })).toBe("payses_01ABC")
  })
})
