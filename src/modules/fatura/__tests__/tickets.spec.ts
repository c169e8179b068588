import { KeyRing } from "../crypto/key-ring"
import { readSessionReference, readTicket, writeSessionReference, writeTicket } from "../crypto/tickets"
import { testKey } from "./support/rows"

const ring = new KeyRing(testKey("first"))
const stranger = new KeyRing(testKey("stranger"))
const holder = { sessionId: "payses_01ABC", attempt: 3 }

describe("the ticket of an attempt", () => {
  it("comes back as the attempt that it was made for", () => {
    expect(readTicket(ring, writeTicket(ring, holder))).toEqual(holder)
  })

  it("fits into an address as it is", () => {
    expect(writeTicket(ring, holder)).toMatch(/^[\w.-]+$/)
  })

  it("is still read after the key was replaced", () => {
    const replaced = new KeyRing(`${testKey("second")},${testKey("first")}`)
    expect(readTicket(replaced, writeTicket(ring, holder))).toEqual(holder)
  })

  it("is refused for another attempt, another session and another key", () => {
    const [session, attempt, signature] = writeTicket(ring, holder).split(".") as [string, string, string]
    const forged = [
      `${session}.4.${signature}`,
      `payses_other.${attempt}.${signature}`,
      `${session}.03.${signature}`,
      `${session}.${attempt}.${signature.slice(0, -2)}AA`,
      writeTicket(stranger, holder),
    ]
    expect(forged.map((ticket) => readTicket(ring, ticket))).toEqual(forged.map(() => null))
  })

  it("is not made of a session reference, nor the reverse", () => {
    const reference = writeSessionReference(ring, "payses_01ABC.3")
    expect(readTicket(ring, reference)).toBeNull()
    expect(readSessionReference(ring, writeTicket(ring, holder))).toBeNull()
  })

  it.each(["", ".", "..", "a.b.c", "payses_01ABC.3", "payses_01ABC.3.", "payses_01ABC.1e3.x", "payses_01ABC.9999999.x", "\0.1.x"])("is not %j", (text) => {
    expect(readTicket(ring, text)).toBeNull()
  })
})

describe("the reference in public session data", () => {
  it("comes back as the session's id, in spite of a new key", () => {
    const reference = writeSessionReference(ring, "payses_01ABC")
    expect(readSessionReference(ring, reference)).toBe("payses_01ABC")
    expect(readSessionReference(new KeyRing(`${testKey("second")},${testKey("first")}`), reference)).toBe("payses_01ABC")
  })

  it("can't be turned into another session's", () => {
    const [, signature] = writeSessionReference(ring, "payses_01ABC").split(".") as [string, string]
    expect(readSessionReference(ring, `payses_02DEF.${signature}`)).toBeNull()
    expect(readSessionReference(ring, writeSessionReference(stranger, "payses_01ABC"))).toBeNull()
  })

  it.each([undefined, null, 7, {}, ["payses_01ABC"], "", "payses_01ABC", "payses_01ABC."])("is not %j", (value) => {
    expect(readSessionReference(ring, value)).toBeNull()
  })
})
