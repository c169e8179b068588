import { readdirSync, readFileSync } from "node:fs"
import path from "node:path"
import { exportedFunctions, HOSTILE_TEXTS, slowTexts, slowValues, unfed } from "../../domain/__tests__/support/hostile-text"
import { driftOfNotice } from "../drift"
import { readNotice } from "../notice"
import { redact } from "../redact"
import { shownOfNotice } from "../shown-notice"

const folder = path.resolve(__dirname, "..")
/** What sends and measures reads no text; what the folder shows to others stands in its own file. */
const readers = [...exportedFunctions(folder, ["look-ups.ts", "telemetry.ts", "exchange.ts", "index.ts"]), ...exportedFunctions(path.join(folder, "wire"))]

const samples = readdirSync(path.join(__dirname, "wire"))
  .filter((file) => file.endsWith(".json"))
  .map((file): unknown => JSON.parse(readFileSync(path.join(__dirname, "wire", file), "utf8")))

/** A message of the gateway of which every text is the hostile one; a list of it, too. */
function saying(sample: unknown, text: string): unknown {
  if (typeof sample !== "object" || sample === null) {
    return text
  }
  return Array.isArray(sample)
    ? sample.map((item) => saying(item, text))
    : Object.fromEntries(Object.entries(sample).map(([key, member]) => [key, saying(member, text)]))
}

/** As bytes and header lines; and with the time of an answer. */
const ALSO = (text: string) => [[text, new Date(0)], [Buffer.from(text), "application/x-www-form-urlencoded"], [Buffer.from(JSON.stringify({ invoices: { id: text, status: text } })), text], [["Webhook", text, "Id", text]]]

it("knows the readers of the gateway's answers and notices", () => {
  expect(readers.map(([name]) => name)).toEqual(
    expect.arrayContaining(["scrub-text.ts scrubText", "redact.ts redact", "notice.ts readNotice", "notice-token.ts readNoticeToken", "read-invoice.ts readInvoice", "retry-after.ts readRetryAfter"])
  )
})

/** What looks a name up for a connection, and what does by an operation of our own. */
const WITHOUT_TEXT = ["guard.ts guardedLookup", "scopes.ts scopesToTry"]

it("feeds every function of the folder with text but these", () => {
  expect(unfed(readers, ALSO).sort()).toEqual(WITHOUT_TEXT)
})

it.each(readers)("%s reads a hostile text of 100 kB about as fast as a plain pass", (_name, call) => {
  expect(slowTexts(call, ALSO)).toEqual([])
})

const oneAfterTheOther = (call: (message: unknown) => unknown) => (message: unknown) => call(message)

it.each(readers.filter(([name]) => /^read-/.test(name) || /redact|driftOf|readNoticeMessage|readStatement/.test(name)))(
  "%s reads each sample message with a hostile text in every member as fast",
  (_name, call) => {
    const message = samples.reduce((longest, sample) => (JSON.stringify(sample).length > JSON.stringify(longest).length ? sample : longest))
    expect(slowTexts(oneAfterTheOther(call), (text) => [[saying(message, text)]], 400)).toEqual([])
  }
)

/** In a member of a webhook. */
const asBody = (json: string) => Buffer.from(`{"invoices":{"id":"1","note":${json}}}`)

it.each<[string, (value: unknown, json: string) => unknown]>([
  ["redact", redact],
  ["shownOfNotice", (_value, json) => shownOfNotice(asBody(json))],
  ["readNotice", (_value, json) => readNotice(asBody(json), null)],
  ["driftOfNotice", (_value, json) => driftOfNotice(asBody(json))],
])("%s reads deep and wide JSON about as fast", (_name, call) => {
  expect(slowValues(call)).toEqual([])
})

it("hides in a long text what it hides in a short one, and tells that it was cut", () => {
  for (const [, text] of HOSTILE_TEXTS.slice(0, 8)) {
    const shown = String(redact(`joana@exemplo.com.br 529.982.247-25 ${text} joana@exemplo.com.br`))
    expect(shown).toMatch(/^\[e-mail\] \[document\] .*…$/su)
    expect(shown).toHaveLength(2_001)
  }
})

it("does not show the half of a secret that stands where the reading ends", () => {
  const secret = "eyJhbGciOiJIUzI1NiJ9.c2FuZGJveA.Qm9v"
  for (let before = 7_900; before < 8_010; before++) {
    // What is hidden before makes the text so short that its end is shown.
    const text = "12ABC34501DE35 ".repeat(Math.floor(before / 15)) + " ".repeat(before % 15) + `Bearer ${secret}`
    expect(String(redact(text))).not.toContain("eyJhb")
  }
})
