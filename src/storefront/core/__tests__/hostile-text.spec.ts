import path from "node:path"
import { exportedFunctions, slowTexts, unfed } from "../../../domain/__tests__/support/hostile-text"

/** They call the store or the page, wait for it, or hold its texts. */
const CALLERS = ["again.ts", "client.ts", "event-stream.ts", "place-order.ts", "poll.ts", "request.ts", "stream.ts", "tokenization.ts", "transport.ts", "types.ts", "watch.ts"]
const core = path.resolve(__dirname, "..")
const masks = [...exportedFunctions(core, CALLERS), ...exportedFunctions(path.join(core, "texts"))]

it("knows the masks", () => {
  expect(masks.map(([name]) => name)).toEqual(expect.arrayContaining(["document.ts maskDocument", "card-fields.ts maskCardNumber", "card-fields.ts CARD_MASKS.number", "card-fields.ts checkCard", "format.ts formatBoletoLine", "words.ts errorText"]))
})

/** Fields of a card, and an input of the page. */
const ALSO = (text: string) => [["number", text], ["name", text], ["expiry", text], ["cvv", text], [{ number: text, name: text, expiry: text, cvv: text }], [{ value: text, selectionStart: 0, setSelectionRange: () => undefined }, 50_000]]

/** Numbers, put into our own words. */
const WITHOUT_TEXT = ["discount.ts discountText", "installments.ts mostInstallmentsText", "installments.ts planText"]

it("feeds every one with text but these", () => {
  expect(unfed(masks, ALSO).sort()).toEqual(WITHOUT_TEXT)
})

it.each(masks)("%s reads a hostile text of 100 kB about as fast as a plain pass", (_name, call) => {
  expect(slowTexts(call, ALSO)).toEqual([])
})
