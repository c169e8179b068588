import { readNoticeToken } from "../index"
import { sampleJson } from "./support/fake-gateway"

const base64 = (text: string) => Buffer.from(text).toString("base64")
const TOKEN = "OjhhNzFmM2MwYjJkNTRlNmY="
const FOUND = { webhookId: "wh_77", merchantToken: null, serviceToken: "8a71f3c0b2d54e6f" }

it("finds the token of the sample", () => {
  const lines = sampleJson("notice-headers.json")["lines"] as string[]
  const rawHeaders = lines.flatMap((line) => line.split(/: (.*)/s).slice(0, 2))
  expect(readNoticeToken(rawHeaders)).toEqual(FOUND)
})

it.each([
  ["joined by a proxy", ["Webhook", `wh_77, ${TOKEN}`]],
  ["joined without a space", ["webhook", `wh_77,${TOKEN}`]],
  ["the token first", ["Webhook", TOKEN, "WEBHOOK", "wh_77"]],
  ["the id in Id", ["Id", "wh_77", "Webhook", TOKEN]],
  ["the id in Id, after it", ["Webhook", TOKEN, "id", "wh_77"]],
  ["the token in Id", ["Webhook", "wh_77", "Id", TOKEN]],
  ["without padding", ["Webhook", "wh_77", "Webhook", TOKEN.replace(/=+$/, "")]],
])("%s", (_name, rawHeaders) => {
  expect(readNoticeToken(rawHeaders)).toEqual(FOUND)
})

it("tells the merchant's part, also with a colon in it", () => {
  expect(readNoticeToken(["Webhook", base64("meu:segredo:8a71f3")])).toEqual({
    webhookId: null, merchantToken: "meu:segredo", serviceToken: "8a71f3",
  })
})

it("takes the later of two values that decode, for the id comes first", () => {
  const id = base64("a:b")
  expect(readNoticeToken(["Webhook", id, "Webhook", TOKEN])).toEqual({ ...FOUND, webhookId: id })
})

it.each([
  ["no headers", []],
  ["a name without value", ["Webhook"]],
  ["other headers", ["Authorization", TOKEN, "X-Webhook", TOKEN]],
])("finds nothing: %s", (_name, rawHeaders) => {
  expect(readNoticeToken(rawHeaders)).toEqual({ webhookId: null, merchantToken: null, serviceToken: null })
})

it.each([
  ["an id alone", "wh_77"],
  ["a number", "12345678"],
  ["no service part", base64("merchant:")],
  ["no colon", base64("8a71f3c0b2d54e6f")],
  ["binary", Buffer.from([0, 58, 1, 2, 255]).toString("base64")],
])("is no token: %s", (_name, value) => {
  expect(readNoticeToken(["Webhook", value])).toEqual({ webhookId: value, merchantToken: null, serviceToken: null })
})
