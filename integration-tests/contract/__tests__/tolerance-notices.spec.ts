import { readdirSync, readFileSync } from "node:fs"
import path from "node:path"
import fc from "fast-check"
import { driftOf, readNotice, readNoticeToken } from "../../../src/gateway"
import { decodeText, parseJson } from "../../../src/gateway/decode-body"
import { bytesOf, mutated, mutation } from "../support/mutations"
import { expectNoCapture, MUTATIONS, noticeSaysPaid, sampleText } from "../support/tolerance"

const NOTICES = [
  "notice-paid-pix.json", "notice-paid-pix-second-event.json", "notice-legacy.json", "assumed-notice-paid-boleto.json",
  "assumed-notice-overdue-boleto.json", "assumed-notice-disputed-card.json", "assumed-notice-partly-refunded-card.json",
]

it.each(NOTICES)("%s: mutations are read or kept, and never say more than they do", (name) => {
  const text = sampleText(name)
  fc.assert(
    fc.property(mutation, ({ changes, encoding }) => {
      const body = bytesOf(mutated(text, changes), encoding)
      const json = parseJson(decodeText(body))
      const reading = readNotice(body, "application/json")
      driftOf("notice", json)
      if (reading.kind === "notice") {
        expectNoCapture({ amountCents: reading.notice.amountCents, refundedCents: reading.notice.refundedCents }, json)
        if (reading.notice.statusCode === 5 && !noticeSaysPaid(json)) {
          throw new Error("read as paid, but the notice does not say so")
        }
      }
    }),
    { numRuns: MUTATIONS, endOnFailure: true }
  )
}, 300_000)

it("notice-headers.json: in mutations of the lines a token is found only where it stands", () => {
  const { lines } = JSON.parse(sampleText("notice-headers.json")) as { lines: string[] }
  const text = JSON.stringify(lines)
  fc.assert(
    fc.property(mutation, ({ changes }) => {
      const sent = JSON.parse(JSON.stringify(mutated(text, changes))) as unknown[]
      const rawHeaders = sent.flatMap((line) => {
        const [name = "", ...value] = String(line).split(": ")
        return [name, value.join(": ")]
      })
      const { serviceToken } = readNoticeToken(rawHeaders)
      if (serviceToken !== null && serviceToken !== "8a71f3c0b2d54e6f") {
        const places = rawHeaders.filter((value) => Buffer.from(value, "base64").toString("latin1").endsWith(`:${serviceToken}`))
        expect(places).not.toEqual([])
      }
    }),
    { numRuns: MUTATIONS, endOnFailure: true }
  )
}, 300_000)

it("every wire sample is mutated in one of these suites", () => {
  const named = ["tolerance-answers.spec.ts", "tolerance-reads.spec.ts", "tolerance-notices.spec.ts"]
    .flatMap((file) => sampleNames(path.join(__dirname, file)))
  expect(new Set(named)).toEqual(new Set(readdirSync(path.join(__dirname, "../../../src/gateway/__tests__/wire"))))
})

function sampleNames(file: string): string[] {
  return [...readFileSync(file, "utf8").matchAll(/"([\w-]+\.(?:json|html))"/g)].map(([, name]) => name!)
}
