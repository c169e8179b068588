import fc from "fast-check"
import { readBoleto } from "../boleto"

// The gateway's sample of R$ 305,80, due on 2026-11-23.
const BARCODE = "00199163900000305800500940144816060680935031"
const LINE = "00190500954014481606906809350314916390000030580"
const AT = new Date("2026-11-20T15:00:00Z")

test.each([
  ["barcode", BARCODE],
  ["line", LINE],
  ["printed line", "00190.50095 40144.816069 06809.350314 9 16390000030580"],
])("the %s is read", (_name, code) => {
  expect(readBoleto(code, AT)).toEqual({
    valid: true,
    line: LINE,
    barcode: BARCODE,
    amountCents: 30580,
    dueOn: "2026-11-23",
  })
})

// FEBRABAN's rule for bank boletos: 11 minus the remainder, and 1 where that gives 0, 10 or 11.
test.each([0, 1, 10])("the general check digit for the remainder %i is 1", (remainder) => {
  const body = bodyWithRemainder(remainder)
  expect(readBoleto(barcodeOf(body, "1"), AT)?.valid).toBe(true)
  for (const wrong of "023456789") {
    expect(readBoleto(barcodeOf(body, wrong), AT)?.valid).toBe(false)
  }
})

test.each<[string, string | null, string]>([
  // the factor as banks publish it: 1000 was 2000-07-03, 9999 was 2025-02-21, 1000 again 2025-02-22
  ["1000", "2025-02-22", "2026-11-20T15:00:00Z"],
  ["1001", "2025-02-23", "2026-11-20T15:00:00Z"],
  ["9999", "2025-02-21", "2026-11-20T15:00:00Z"],
  ["1639", "2026-11-23", "2026-11-20T15:00:00Z"],
  ["1000", "2000-07-03", "2001-01-01T15:00:00Z"],
  ["9999", "2025-02-21", "2024-11-20T15:00:00Z"],
  ["1002", "2025-02-24", "2025-02-20T15:00:00Z"],
  ["1000", "2049-10-14", "2049-10-10T15:00:00Z"],
  ["9999", "2049-10-13", "2049-10-10T15:00:00Z"],
  ["0000", null, "2026-11-20T15:00:00Z"],
  ["0999", null, "2026-11-20T15:00:00Z"],
])("the due factor %s means %s, read at %s", (factor, dueOn, at) => {
  const code = BARCODE.slice(0, 5) + factor + BARCODE.slice(9)
  expect(readBoleto(code, new Date(at))?.dueOn).toBe(dueOn)
})

test("a boleto without an amount has none", () => {
  const body = `0019${"1639"}${"0".repeat(10)}${BARCODE.slice(19)}`
  expect(readBoleto(barcodeOf(body, "1"), AT)?.amountCents).toBeNull()
})

test("the largest amount is read to the cent", () => {
  expect(readBoleto(BARCODE.slice(0, 9) + "9999999999" + BARCODE.slice(19), AT)?.amountCents).toBe(9999999999)
})

test.each([
  "", "abc", BARCODE.slice(1), `${LINE}0`, BARCODE.replace("9", "x"),
  // a utility bill
  "836200000005667800481000180975657313001589636081", "83620000000667800481001809756573100158963608",
])("%p is none", (code) => {
  expect(readBoleto(code, AT)).toBeNull()
})

test("another currency than the real is not valid", () => {
  expect(readBoleto(`0018${BARCODE.slice(4)}`, AT)?.valid).toBe(false)
})

const digits = (length: number) =>
  fc.string({ unit: fc.constantFrom(..."0123456789"), minLength: length, maxLength: length })

test("every generated boleto is read alike from barcode and line", () => {
  fc.assert(
    fc.property(fc.constantFrom("001", "033", "237", "341", "104"), fc.integer({ min: 1, max: 9_999_999_999 }), digits(25), (bank, amount, free) => {
      const body = `${bank}91639${String(amount).padStart(10, "0")}${free}`
      const read = readBoleto(barcodeOf(body, checkDigit(body)), AT)
      expect(read).toMatchObject({ valid: true, amountCents: amount, dueOn: "2026-11-23" })
      expect(readBoleto(read?.line ?? "", AT)).toEqual(read)
    })
  )
})

test("any wrong digit of the line makes it invalid", () => {
  for (let at = 0; at < LINE.length; at++) {
    for (const digit of "0123456789") {
      if (digit !== LINE.charAt(at)) {
        const wrong = LINE.slice(0, at) + digit + LINE.slice(at + 1)
        expect(readBoleto(wrong, AT)?.valid ?? false).toBe(false)
      }
    }
  }
})

function barcodeOf(body: string, digit: string): string {
  return body.slice(0, 4) + digit + body.slice(4)
}

function remainderOf(body: string): number {
  let sum = 0
  for (let at = body.length - 1, weight = 2; at >= 0; at--, weight = weight === 9 ? 2 : weight + 1) {
    sum += Number(body.charAt(at)) * weight
  }
  return sum % 11
}

function checkDigit(body: string): string {
  const remainder = remainderOf(body)
  return remainder === 0 || remainder === 1 || remainder === 10 ? "1" : String(11 - remainder)
}

function bodyWithRemainder(remainder: number): string {
  for (let free = 0; ; free++) {
    const body = `001916390000030580${String(free).padStart(25, "0")}`
    if (remainderOf(body) === remainder) {
      return body
    }
  }
}
