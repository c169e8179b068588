import path from "node:path"
import { digitGroups } from "../digit-groups"
import { exportedFunctions, slowTexts, slowValues, unfed } from "./support/hostile-text"

const domain = exportedFunctions(path.resolve(__dirname, ".."))

it("knows the rules that read text", () => {
  expect(domain.map(([name]) => name)).toEqual(expect.arrayContaining(["street.ts readStreet", "card-data.ts findCardData", "address.ts invoiceAddress"]))
})

/** What the ways that suit most do not suit: names as people type them, a connection's addresses, the items of an order, groups of digits. */
const ALSO = (text: string) => [
  [{ name: text, deep: { first_name: text, last_name: text, address_1: text, note: text } }],
  [text, text, 1],
  [text, text, ["loopback"]],
  [{ items: [{ id: text, title: text, product_title: text, variant_title: text, quantity: 1, total: 1 }], shippingTotal: 1, due: 2, orderLabel: text, texts: { shipping: text } }],
  [digitGroups(text)],
]

/** They look something up by a status or a problem's kind of our own. */
const WITHOUT_TEXT = [
  "invoice-status.ts codeOfStatus", "invoice-status.ts isDefinitelyUnpaid", "invoice-status.ts isOpen", "invoice-status.ts moneyArrived", "problem-actions.ts operationOf", "problem-actions.ts takesAmount",
  "transitions.ts afterChange", "transitions.ts judgeChange",
]

it("feeds every function of the folder with text but these", () => {
  expect(unfed(domain, ALSO).sort()).toEqual(WITHOUT_TEXT)
})

/** What looks for card numbers reads a text in several forms. */
const mostPasses = (name: string) => (name.startsWith("card-data") ? 150 : 40)

it.each(domain)("%s reads a hostile text of 100 kB about as fast as a plain pass", (name, call) => {
  expect(slowTexts(call, ALSO, mostPasses(name))).toEqual([])
})

it.each(domain.filter(([name]) => /findCardData|findUnstorable|wordsOfError/.test(name)))("%s reads deep and wide JSON about as fast", (name, call) => {
  expect(slowValues(call, mostPasses(name))).toEqual([])
})
