import path from "node:path"
import { exportedFunctions, slowTexts, slowValues } from "./support/hostile-text"

const domain = exportedFunctions(path.resolve(__dirname, ".."))

it("knows the rules that read text", () => {
  expect(domain.map(([name]) => name)).toEqual(expect.arrayContaining(["street.ts readStreet", "card-data.ts findCardData", "address.ts invoiceAddress"]))
})

/** What looks for card numbers reads a text in several forms. */
const mostPasses = (name: string) => (name.startsWith("card-data") ? 150 : 40)

it.each(domain)("%s reads a hostile text of 100 kB about as fast as a plain pass", (name, call) => {
  expect(slowTexts(call, undefined, mostPasses(name))).toEqual([])
})

it.each(domain.filter(([name]) => /findCardData|findUnstorable|wordsOfError/.test(name)))("%s reads deep and wide JSON about as fast", (name, call) => {
  expect(slowValues(call, mostPasses(name))).toEqual([])
})
