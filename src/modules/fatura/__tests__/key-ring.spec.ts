import { randomBytes } from "node:crypto"
import { KeyRing, SealError, readKeyRing } from "../crypto/key-ring"
import { sealedBefore, testKey } from "./support/rows"

const first = testKey("first")
const second = testKey("second")
const secret = "um segredo com acentuação: 你好"

describe("sealing", () => {
  it("opens what it sealed, and never seals alike", () => {
    const ring = new KeyRing(first)
    const sealed = [ring.seal(secret, "draft", ["row"]), ring.seal(secret, "draft", ["row"])]
    expect(sealed[0]).not.toBe(sealed[1])
    expect(sealed.map((text) => ring.open(text, "draft", ["row"]))).toEqual([secret, secret])
    expect(sealed.join()).not.toContain("segredo")
  })

  it("seals the empty text and a long one", () => {
    const ring = new KeyRing(first)
    const long = "x".repeat(100_000)
    expect([ring.open(ring.seal("", "p", ["row"]), "p", ["row"]), ring.open(ring.seal(long, "p", ["row"]), "p", ["row"])]).toEqual(["", long])
  })

  it("does not open for another purpose", () => {
    const ring = new KeyRing(first)
    expect(() => ring.open(ring.seal(secret, "draft", ["row"]), "access-token", ["row"])).toThrow(SealError)
  })

  it("does not open in another row, nor beside another address", () => {
    const ring = new KeyRing(first)
    const sealed = ring.seal(secret, "p", ["row", "https://gateway.example"])
    expect(ring.open(sealed, "p", ["row", "https://gateway.example"])).toBe(secret)
    for (const place of [["other", "https://gateway.example"], ["row", "https://thief.example"], ["row"], [], ["row", "https://gateway.example", ""], ["row,https://gateway.example"]]) {
      expect(() => ring.open(sealed, "p", place)).toThrow(SealError)
    }
    // Nor as what it would have been before places counted.
    expect(() => ring.open(sealed.replace(/^v2/, "v1"), "p", ["row", "https://gateway.example"])).toThrow(SealError)
  })

  it("opens what was sealed before places counted, and seals it again bound to its own", () => {
    const ring = new KeyRing(first)
    const before = sealedBefore("first", secret, "p")
    expect(before).toMatch(/^v1\./)
    expect(ring.open(before, "p", ["row"])).toBe(secret)
    const again = ring.reseal(before, "p", ["row"])!
    expect(ring.open(again, "p", ["row"])).toBe(secret)
    expect(() => ring.open(again, "p", ["other"])).toThrow(SealError)
    expect(ring.reseal(again, "p", ["row"])).toBeNull()
  })

  it("does not open when any byte was changed", () => {
    const ring = new KeyRing(first)
    const [version, id, packed] = ring.seal("geheim", "p", ["row"]).split(".") as [string, string, string]
    const bytes = Buffer.from(packed, "base64url")
    for (let index = 0; index < bytes.length; index++) {
      const changed = Buffer.from(bytes)
      changed[index]! ^= 1
      expect(() => ring.open([version, id, changed.toString("base64url")].join("."), "p", ["row"])).toThrow(SealError)
    }
  })

  it.each(["", "v1", "v1.12345678", "v3.12345678.AAAA", "v1.00000000.AAAA", "v2.00000000.AAAA", "not sealed at all"])("refuses %j in words", (text) => {
    expect(() => new KeyRing(first).open(text, "p", ["row"])).toThrow(SealError)
  })

  it.each([0, 5, 12, 20, 27])("refuses a value cut to %d bytes in words", (length) => {
    const ring = new KeyRing(first)
    const [version, id, packed] = ring.seal(secret, "p", ["row"]).split(".") as [string, string, string]
    const cut = Buffer.from(packed, "base64url").subarray(0, length).toString("base64url")
    expect(() => ring.open([version, id, cut].join("."), "p", ["row"])).toThrow(SealError)
  })
})

describe("replacing a key", () => {
  it("opens and verifies what the old key made, and makes all new with the first", () => {
    const old = new KeyRing(first)
    const both = new KeyRing(`${second}, ${first}`)
    expect(both.open(old.seal(secret, "p", ["row"]), "p", ["row"])).toBe(secret)
    expect(both.verify("text", old.sign("text", "p"), "p")).toBe(true)
    expect(() => old.open(both.seal(secret, "p", ["row"]), "p", ["row"])).toThrow(/not in FATURA_ENCRYPTION_KEY/)
    expect(old.verify("text", both.sign("text", "p"), "p")).toBe(false)
  })

  it("no longer opens when the old key is gone", () => {
    expect(() => new KeyRing(second).open(new KeyRing(first).seal(secret, "p", ["row"]), "p", ["row"])).toThrow(SealError)
  })
})

describe("signing", () => {
  const ring = new KeyRing(first)

  it("holds for this text and purpose only", () => {
    const signature = ring.sign("payses_1.1", "notice-ticket")
    expect(ring.verify("payses_1.1", signature, "notice-ticket")).toBe(true)
    expect(ring.verify("payses_1.2", signature, "notice-ticket")).toBe(false)
    expect(ring.verify("payses_1.1", signature, "session-reference")).toBe(false)
    expect(ring.verify("payses_1.1", signature.slice(1), "notice-ticket")).toBe(false)
    expect(ring.verify("payses_1.1", "", "notice-ticket")).toBe(false)
  })

  it("gives a fingerprint that is stable, and differs by key", () => {
    expect(ring.fingerprint("token")).toBe(new KeyRing(first).fingerprint("token"))
    expect(ring.fingerprint("token")).not.toBe(new KeyRing(second).fingerprint("token"))
    expect(ring.fingerprint("token")).not.toBe(ring.sign("token", "fingerprint"))
  })
})

describe("reading FATURA_ENCRYPTION_KEY", () => {
  it("takes base64 and hex, with spaces around", () => {
    const bytes = randomBytes(32)
    const { keys, faults } = readKeyRing(` ${bytes.toString("hex")} , ${bytes.toString("base64")} `)
    expect(faults).toEqual([])
    expect(keys.map((key) => key.bytes.equals(bytes))).toEqual([true, true])
  })

  it("names each key that does not fit, and never shows it", () => {
    const { faults } = readKeyRing(`${first},tooshort,${randomBytes(16).toString("hex")}`)
    expect(faults).toHaveLength(2)
    expect(faults[0]).toMatch(/key 2 must be 32 bytes/)
    expect(faults[1]).toMatch(/key 3 must be 32 bytes/)
    expect(faults.join()).not.toContain("tooshort")
  })

  it.each(["", " ", ",,"])("finds nothing in %j", (text) => {
    expect(readKeyRing(text).faults).toEqual([expect.stringMatching(/is empty/)])
    expect(() => new KeyRing(text)).toThrow(SealError)
  })
})

describe("an empty ring", () => {
  const empty = new KeyRing(undefined)

  it("seals, opens and signs nothing, and says what to do", () => {
    expect(empty.isEmpty).toBe(true)
    for (const use of [() => empty.seal("x", "p", ["row"]), () => empty.open("v1.00000000.AAAA", "p", ["row"]), () => empty.sign("x", "p"), () => empty.fingerprint("x")]) {
      expect(use).toThrow(/FATURA_ENCRYPTION_KEY is not set.*openssl rand -base64 32/)
    }
    expect(empty.verify("x", "y", "p")).toBe(false)
    expect(empty.fingerprints("x")).toEqual([])
  })
})

describe("after a key was put in front", () => {
  const before = new KeyRing(Buffer.alloc(32, "old").toString("base64"))
  const after = new KeyRing([Buffer.alloc(32, "new"), Buffer.alloc(32, "old")].map((key) => key.toString("base64")).join(","))

  it("old fingerprints are still among those of a text", () => {
    expect(after.fingerprints("x")).toEqual([after.fingerprint("x"), before.fingerprint("x")])
  })

  it("a value is sealed again once", () => {
    const again = after.reseal(before.seal("x", "p", ["row"]), "p", ["row"])!
    expect(again.startsWith(after.currentPrefix())).toBe(true)
    expect(after.open(again, "p", ["row"])).toBe("x")
    expect(after.reseal(again, "p", ["row"])).toBeNull()
  })
})
