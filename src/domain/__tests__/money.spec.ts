import fc from "fast-check"
import { cents, reaisText, toCents, toReais, wholeCents } from "../money"

describe("toCents", () => {
  test.each<[Parameters<typeof toCents>[0], number]>([
    [115.7, 11570],
    ["115.70", 11570],
    [" 115.7 ", 11570],
    [0, 0],
    [-0, 0],
    ["0", 0],
    [".5", 50],
    ["5.", 500],
    ["+3.10", 310],
    [0.1 + 0.2, 30],
    [2.675, 268],
    [1.005, 101],
    ["1.004999999", 100],
    ["0.005", 1],
    ["0.0049", 0],
    [-2.675, -268],
    ["-0.004", 0],
    [1e-7, 0],
    ["1.5e3", 150000],
    ["12345e-4", 123],
    [1e21 / 1e10, 10000000000000],
    [{ value: "30.5" }, 3050],
    [{ value: 30.5 }, 3050],
    [{ numeric: 85.2 }, 8520],
  ])("%j is %i", (reais, expected) => {
    expect(toCents(reais)).toBe(expected)
  })

  test("takes Medusa's raw amount with its precision", () => {
    const raw: { value: string; precision: number } = { value: "30.5", precision: 20 }
    expect(toCents(raw)).toBe(3050)
  })

  test.each([NaN, Infinity, "", " ", ".", "abc", "1,50", "R$ 1.50", "1.2.3", "--1", "0x10", "1e400", 1e300, null, undefined, {}, [], true])(
    "refuses %p",
    (junk) => {
      expect(() => toCents(junk as never)).toThrow(RangeError)
    }
  )
})

describe("wholeCents", () => {
  test.each<[Parameters<typeof wholeCents>[0], number | null]>([
    [95, 9500],
    [95.01, 9501],
    [0.1 + 0.2, 30],
    [115.7 - 30.5, 8520],
    [1234567.89, 123456789],
    ["12.50", 1250],
    [{ value: "201.11" }, 20111],
    [95.001, null],
    [0.001, null],
    [0.005, null],
    [0.999, null],
    ["201.111", null],
    [{ value: "201.111" }, null],
    [1e308, null],
    [-1e308, null],
    [1e15, null],
    ["1e400", null],
  ])("%j is %p", (reais, expected) => {
    expect(wholeCents(reais)).toBe(expected)
  })

  test("refuses what is no amount", () => {
    expect(() => wholeCents("1,50")).toThrow(RangeError)
  })
})

describe("cents", () => {
  test.each([0.5, NaN, Infinity, 2 ** 53])("refuses %p", (n) => {
    expect(() => cents(n)).toThrow(RangeError)
  })

  test("knows no negative zero", () => {
    expect(Object.is(cents(-0), 0)).toBe(true)
  })
})

test.each([
  [0, 0, "0.00"],
  [1, 0.01, "0.01"],
  [10, 0.1, "0.10"],
  [11570, 115.7, "115.70"],
  [100000, 1000, "1000.00"],
  [-5, -0.05, "-0.05"],
  [-123456, -1234.56, "-1234.56"],
])("%i cents are %d reais and the text %s", (amount, reais, text) => {
  expect(toReais(cents(amount))).toBe(reais)
  expect(reaisText(cents(amount))).toBe(text)
})

const amounts = fc.integer({ min: -(10 ** 13), max: 10 ** 13 }).map(cents)

test("no cent is lost by reais, by text, or by Medusa's shapes", () => {
  fc.assert(
    fc.property(amounts, (amount) => {
      expect(toCents(toReais(amount))).toBe(amount)
      expect(toCents(reaisText(amount))).toBe(amount)
      expect(toCents({ value: reaisText(amount) })).toBe(amount)
      expect(toCents({ numeric: toReais(amount) })).toBe(amount)
    })
  )
})

test("rounds half up on the decimal text", () => {
  fc.assert(
    fc.property(fc.nat(10 ** 12), fc.stringMatching(/^\d{1,12}$/), (amount, more) => {
      const text = `${Math.floor(amount / 100)}.${String(amount % 100).padStart(2, "0")}${more}`
      expect(toCents(text)).toBe(amount + ("56789".includes(more.charAt(0)) ? 1 : 0))
      expect(toCents(`-${text}`) + toCents(text)).toBe(0)
    })
  )
})
