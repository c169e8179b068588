import path from "node:path"
import { exportedFunctions, slowTexts } from "../../../domain/__tests__/support/hostile-text"

/** The files that mask, read or show a text; the others call the store or the page. */
const FILES = /^(?!(?:document|caret|groups|card-fields|format|shown-status|status-facts|error|own|installments|discount)\.ts$)/
const core = path.resolve(__dirname, "..")
const masks = [...exportedFunctions(core, FILES), ...exportedFunctions(path.join(core, "texts"), /^types/)]

it("knows the masks", () => {
  expect(masks.map(([name]) => name)).toEqual(expect.arrayContaining(["document.ts maskDocument", "card-fields.ts maskCardNumber", "card-fields.ts checkCard", "format.ts formatBoletoLine", "words.ts errorText"]))
})

it.each(masks)("%s reads a hostile text of 100 kB about as fast as a plain pass", (_name, call) => {
  expect(slowTexts(call)).toEqual([])
})
