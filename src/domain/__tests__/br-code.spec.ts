import { Socket } from "node:net"
import fc from "fast-check"
import { createStaticPix, hasError } from "pix-utils"
import { readBrCode } from "../br-code"

// The gateway's samples: a dynamic code without an amount, a static one with R$ 115,70.
const DYNAMIC =
  "00020101021226800014br.gov.bcb.pix2558pix.gateway.example/qr/v2/0193c6a277f07b1e9a612f4f6f1c9e015204000053039865802BR5912LOJA EXEMPLO6009SAO PAULO62070503***63048BCA"
const STATIC =
  "00020126580014br.gov.bcb.pix0136123e4567-e12b-12d3-a456-4266554400005204000053039865406115.705802BR5912LOJA EXEMPLO6009SAO PAULO62070503***6304E435"
const INVALID = { valid: false, amountCents: null, merchantName: null, txid: null }

test("a dynamic code has no amount", () => {
  expect(readBrCode(DYNAMIC)).toEqual({ valid: true, amountCents: null, merchantName: "LOJA EXEMPLO", txid: null })
})

test("reading a dynamic code opens no connection", () => {
  const connect = jest.spyOn(Socket.prototype, "connect")
  readBrCode(DYNAMIC)
  expect(connect).not.toHaveBeenCalled()
  connect.mockRestore()
})

test("a static code has its amount", () => {
  expect(readBrCode(STATIC)).toEqual({ valid: true, amountCents: 11570, merchantName: "LOJA EXEMPLO", txid: null })
  expect(readBrCode(` ${STATIC}\n`).amountCents).toBe(11570)
  expect(readBrCode(STATIC.replace("6304E435", "6304e435")).amountCents).toBe(11570)
})

test("of a dynamic code with an amount the amount is read", () => {
  const code = withCrc(
    "00020101021226800014br.gov.bcb.pix2558pix.gateway.example/qr/v2/0193c6a277f07b1e9a612f4f6f1c9e01520400005303986540510.505802BR5912LOJA EXEMPLO6009SAO PAULO62090505AB1236304"
  )
  expect(readBrCode(code)).toMatchObject({ valid: true, amountCents: 1050, txid: "AB123" })
})

test("an amount of zero is none", () => {
  const code = withCrc(STATIC.slice(0, -4).replace("5406115.70", "54040.00"))
  expect(readBrCode(code)).toMatchObject({ valid: true, amountCents: null })
})

test.each([
  ["empty", ""],
  ["some text", "pix"],
  ["a wrong checksum", STATIC.slice(0, -4) + "E436"],
  ["a changed amount", STATIC.replace("115.70", "915.70")],
  ["cut short", STATIC.slice(0, -10)],
  ["no checksum", STATIC.slice(0, -8)],
  ["something added", STATIC + "0"],
  ["another currency", withCrc(STATIC.slice(0, -4).replace("5303986", "5303840"))],
  ["another scheme", withCrc(STATIC.slice(0, -4).replace("br.gov.bcb.pix", "br.com.bcb.pix"))],
  ["an amount that is no number", withCrc(STATIC.slice(0, -4).replace("115.70", "115,70"))],
  ["a tag that stands twice", withCrc(STATIC.slice(0, -8) + "5406115.706304")],
  ["a length that is no number", withCrc(STATIC.slice(0, -4).replace("5406", "54x6"))],
])("%s is not valid, and nothing of it is believed", (_name, code) => {
  expect(readBrCode(code)).toEqual(INVALID)
})

test("codes that another library writes are read", () => {
  const word = fc.stringMatching(/^[A-Z][A-Z0-9]{0,14}$/)
  fc.assert(
    fc.property(fc.integer({ min: 1, max: 10 ** 9 }), word, word, (amount, name, txid) => {
      const pix = createStaticPix({
        merchantName: name,
        merchantCity: "SAO PAULO",
        pixKey: "123e4567-e12b-12d3-a456-426655440000",
        transactionAmount: amount / 100,
        txid,
      })
      if (hasError(pix)) {
        throw new Error("the other library refuses its input")
      }
      expect(readBrCode(pix.toBRCode())).toEqual({ valid: true, amountCents: amount, merchantName: name, txid })
    })
  )
})

test("any single changed character is noticed, and no text makes it throw", () => {
  fc.assert(
    fc.property(fc.nat(STATIC.length - 1), fc.constantFrom(..."0159aZ. "), (at, character) => {
      fc.pre(STATIC.charAt(at).toUpperCase() !== character.toUpperCase())
      expect(readBrCode(STATIC.slice(0, at) + character + STATIC.slice(at + 1)).valid).toBe(false)
    })
  )
  fc.assert(fc.property(fc.string({ unit: "binary" }), (text) => readBrCode(text).valid === false))
})

/** CRC-16/CCITT-FALSE by long division of the bits, another way than the code's. */
function withCrc(upToCrc: string): string {
  const bits = [...Buffer.from(upToCrc, "utf8")].flatMap((byte) => [...byte.toString(2).padStart(8, "0")].map(Number))
  const register = [...bits, ...Array<number>(16).fill(0)]
  for (let at = 0; at < 16; at++) {
    register[at] = (register[at] ?? 0) ^ 1
  }
  const polynomial = [...0x11021.toString(2)].map(Number)
  for (let at = 0; at < bits.length; at++) {
    if (register[at]) {
      polynomial.forEach((bit, index) => {
        register[at + index] = (register[at + index] ?? 0) ^ bit
      })
    }
  }
  return upToCrc + parseInt(register.slice(-16).join(""), 2).toString(16).toUpperCase().padStart(4, "0")
}
