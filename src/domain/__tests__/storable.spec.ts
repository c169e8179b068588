import { findUnstorable, isStorableAmount, isStorableText, shortened, storableText } from "../storable"
import { nested } from "./support/hostile-json"

it.each([["plain", true], ["ação 💸", true], ["a\0b", false], ["\ud800", false], ["x\udc00y", false], ["\ud83d\udcb8", true]])("%j can be kept: %s", (text, kept) => {
  expect(isStorableText(text)).toBe(kept)
})

it("replaces what can't be kept, so that no text becomes another one", () => {
  expect(storableText("1\0" + "2\ud800")).toBe("1\uFFFD2\uFFFD")
  expect(storableText("💸")).toBe("💸")
})

it("cuts no character in two", () => {
  expect(shortened("ab💸", 3)).toBe("ab")
  expect(shortened("ab💸", 4)).toBe("ab💸")
  expect(shortened("abc", 2)).toBe("ab")
})

it.each([[2_147_483_647, true], [2_147_483_648, false], [-2_147_483_648, false], [0, true]])("%d cents fit: %s", (amount, fits) => {
  expect(isStorableAmount(amount)).toBe(fits)
})

it.each<[unknown, string | null]>([
  [{ payer: { name: "a\0" } }, "payer.name"],
  [{ list: ["a", { deep: "\ud800" }] }, "list.1.deep"],
  [{ first: { of: ["x"] }, list: ["a", "\0"] }, "list.1"],
  [{ payer: { "a\0": 1 } }, "payer"],
  [{ payer: { name: "Joana" }, count: 1, none: null }, null],
  ["\0", ""],
  [null, null],
])("finds it in %j at %j", (value, path) => {
  expect(findUnstorable(value)).toEqual(path === null ? null : { path, why: "text" })
})

it("refuses what is nested deeper than 64 levels, however deep it is", () => {
  expect(findUnstorable(nested("list", 64, "Joana"))).toBeNull()
  expect(findUnstorable(nested("list", 65, "Joana"))).toMatchObject({ why: "depth" })
  expect(findUnstorable(nested("object", 64, { name: "Joana" }))).toMatchObject({ why: "depth" })
  expect(findUnstorable(nested("object", 45_000, "Joana"))).toMatchObject({ why: "depth" })
})
