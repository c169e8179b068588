import { slowTexts } from "../../../domain/__tests__/support/hostile-text"
import { accountChangeSchema, newAccountSchema } from "../accounts/account-schema"
import { faultOfAddress, isInternal } from "../accounts/public-address"
import { isHostAllowed, isHostPattern } from "../options/allowed-hosts"
import { httpAddress, limits, orderAddress } from "../options/limits"

const account = (text: string) => ({
  name: text, base_url: text, token: text, secret_key: text, scopes: [text], merchant_webhook_token: text, sales_channel_ids: [text],
  tokenization: { script_url: text, attributes: { [text]: text } }, gateway_options: { endpoints: { create: { path: text, method: text } }, payment_types: { pix: text } },
})

it.each<[string, (text: unknown) => unknown]>([
  ["httpAddress", (text) => httpAddress.safeParse(text)],
  ["orderAddress", (text) => orderAddress.safeParse(text)],
  ["tokenization", (text) => limits.tokenization.safeParse({ scriptUrl: text, attributes: {} })],
  ["newAccountSchema", (text) => newAccountSchema.safeParse(account(String(text)))],
  ["accountChangeSchema", (text) => accountChangeSchema.safeParse(account(String(text)))],
  ["an address of an account", (text) => accountChangeSchema.safeParse({ base_url: text })],
  ["faultOfAddress", (text) => faultOfAddress(String(text), true, async () => [])],
  ["isInternal", (text) => isInternal(String(text))],
  ["isHostPattern", (text) => isHostPattern(String(text))],
  ["isHostAllowed", (text) => isHostAllowed(String(text), ["*.gateway.example"])],
])("%s reads a hostile text of 100 kB about as fast as a plain pass", (_name, call) => {
  expect(slowTexts(call)).toEqual([])
})

it("an address has an end: 2,000 characters, without the slashes at it", () => {
  expect(httpAddress.parse("https://gateway.example/api///")).toBe("https://gateway.example/api")
  expect(httpAddress.safeParse(`https://gateway.example/${"a".repeat(1_976)}`).success).toBe(true)
  expect(httpAddress.safeParse(`https://gateway.example/${"a".repeat(1_977)}`).success).toBe(false)
})
