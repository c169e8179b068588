import path from "node:path"
import { exportedFunctions, slowTexts, slowValues } from "./support/hostile-text"

const domain = exportedFunctions(path.resolve(__dirname, ".."))

it("knows the rules that read text", () => {
  expect(domain.map(([name]) => name)).toEqual(expect.arrayContaining(["street.ts readStreet", "card-data.ts findCardData", "address.ts invoiceAddress"]))
})

it.each(domain)("%s reads a hostile text of 100 kB about as fast as a plain pass", (_name, call) => {
  expect(slowTexts(call)).toEqual([])
})

it.each(domain.filter(([name]) => /findCardData|findUnstorable|wordsOfError/.test(name)))("%s reads deep and wide JSON about as fast", (_name, call) => {
  expect(slowValues(call)).toEqual([])
})
