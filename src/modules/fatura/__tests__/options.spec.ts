import { isHostAllowed } from "../options/allowed-hosts"
import { ConfigurationError, readOptions } from "../options/read-options"
import { testKey } from "./support/rows"

const complete = {
  FATURA_BASE_URL: "https://gateway.example",
  FATURA_TOKEN: "token",
  FATURA_SECRET_KEY: "c2VjcmV0LWtleQ==",
  FATURA_BACKEND_URL: "https://api.loja.example",
  FATURA_ENCRYPTION_KEY: testKey("options"),
}

function faultsOf(given: Record<string, unknown>, env: Record<string, string | undefined>): string[] {
  try {
    readOptions(given, env)
  } catch (error) {
    expect(error).toBeInstanceOf(ConfigurationError)
    return (error as ConfigurationError).faults
  }
  return []
}

describe("merging file and environment", () => {
  it("needs nothing but the environment", () => {
    const options = readOptions({}, complete)
    expect(options.accounts).toEqual([
      expect.objectContaining({ name: "default", isDefault: true, baseUrl: "https://gateway.example", token: "token", secretKey: "c2VjcmV0LWtleQ==" }),
    ])
    expect(options.methods.pix).toMatchObject({ enabled: true, expiresInMinutes: 60 })
    expect(options).toMatchObject({ onExpiry: "cancel_order", allowSandbox: false, reconciliation: { lookUpsPerMinute: 5, lookUpsPerDay: 1_500 } })
  })

  it("lets the file win, deep inside too, and changes nothing that it was given", () => {
    const given = { methods: { pix: { expiresInMinutes: 10 } }, onExpiry: "keep_order", reconciliation: { lookUpsPerDay: 50 } }
    const copy = structuredClone(given)
    const options = readOptions(given, {
      ...complete,
      FATURA_PIX_EXPIRES_IN_MINUTES: "90",
      FATURA_ON_EXPIRY: "cancel_order",
      FATURA_LOOK_UPS_PER_MINUTE: "9",
      FATURA_LOOK_UPS_PER_DAY: "900",
    })
    expect(options.methods.pix.expiresInMinutes).toBe(10)
    expect(options.onExpiry).toBe("keep_order")
    expect(options.reconciliation).toMatchObject({ lookUpsPerMinute: 9, lookUpsPerDay: 50 })
    expect(given).toEqual(copy)
  })

  it("takes the one account flat, and takes off the slashes of addresses", () => {
    const { FATURA_TOKEN: _token, ...env } = complete
    const options = readOptions({ token: "flat", scopes: ["invoice.write"], baseUrl: "https://other.example/api//", backendUrl: "https://api.loja.example/" }, env)
    expect(options.accounts[0]).toMatchObject({ token: "flat", scopes: ["invoice.write"], baseUrl: "https://other.example/api" })
    expect(options.backendUrl).toBe("https://api.loja.example")
  })

  it("never trims or decodes the secret key", () => {
    expect(readOptions({}, { ...complete, FATURA_SECRET_KEY: " c2Vj==" }).accounts[0]!.secretKey).toBe(" c2Vj==")
  })

  it("splits scopes and understands only `true`", () => {
    const options = readOptions({}, { ...complete, FATURA_SCOPES: "invoice.write, invoice.read,", FATURA_ALLOW_SANDBOX: "true" })
    expect(options.accounts[0]!.scopes).toEqual(["invoice.write", "invoice.read"])
    expect(options.allowSandbox).toBe(true)
    expect(readOptions({}, { ...complete, FATURA_ALLOW_SANDBOX: "no" }).allowSandbox).toBe(false)
  })

  it.each([["2", 2], ["10.0.0.0/8, 2400:cb00::/32,loopback", ["10.0.0.0/8", "2400:cb00::/32", "loopback"]], ["", undefined]])("reads the proxies %j", (text, expected) => {
    expect(readOptions({}, { ...complete, FATURA_TRUSTED_PROXIES: text }).trustedProxies).toEqual(expected)
  })

  it("refuses proxies that are none", () => {
    expect(() => readOptions({ trustedProxies: ["10.0.0.0/40"] }, complete)).toThrow(/trustedProxies: must be the number of proxies \(0 to 20\), or a list of addresses.* \(or set FATURA_TRUSTED_PROXIES\)/)
  })

  it("ignores the database settings that Medusa adds, and empty variables", () => {
    expect(readOptions({ database: { clientUrl: "postgres://x" } }, { ...complete, FATURA_ORDER_URL: "" }).orderUrl).toBeUndefined()
    expect(readOptions({}, { ...complete, FATURA_ORDER_URL: "https://loja.example/pedido/{order_id}?c={cart_id}" }).orderUrl).toBe("https://loja.example/pedido/{order_id}?c={cart_id}")
  })
})

describe("what staff can bring later", () => {
  const { FATURA_BACKEND_URL } = complete

  it.each([
    ["an account, when nothing of one is given", {}, { accounts: [] }],
    ["an account, when its variables are empty", { FATURA_BASE_URL: "", FATURA_TOKEN: "", FATURA_SECRET_KEY: "" }, { accounts: [] }],
    ["the encryption key", { FATURA_ENCRYPTION_KEY: "" }, { accounts: [] }],
  ])("%s", (_what, env, expected) => {
    const options = readOptions({}, { FATURA_BACKEND_URL, ...env })
    expect(options).toMatchObject(expected)
    expect(options.encryptionKey).toBeUndefined()
  })
})

describe("faults", () => {
  it("are all told at once, with the variable that would mend each", () => {
    const faults = faultsOf({ methods: { pix: { expiresInMinutes: 0 } }, onExpiry: "explode", colour: "red" }, { FATURA_BASE_URL: "https://gateway.example" })
    const expected = ["FATURA_TOKEN", "FATURA_SECRET_KEY", "FATURA_BACKEND_URL", "methods.pix.expiresInMinutes", "onExpiry", "colour"]
    for (const words of expected) {
      expect(faults.filter((fault) => fault.includes(words))).toHaveLength(1)
    }
  })

  it("are listed in the error's own text", () => {
    expect(() => readOptions({ baseUrl: "https://gateway.example" }, {})).toThrow(/accounts\.0\.token: is missing \(or set FATURA_TOKEN\)/)
  })

  it("do not show a value", () => {
    const faults = faultsOf({ encryptionKey: "short-and-secret", token: 7 as never }, { ...complete, FATURA_ENCRYPTION_KEY: undefined })
    expect(faults.join()).not.toContain("short-and-secret")
    expect(faults).toHaveLength(2)
  })

  it.each([
    ["a number that is none", {}, { FATURA_LOOK_UPS_PER_MINUTE: "five" }, /reconciliation\.lookUpsPerMinute/],
    ["an address without a scheme", { backendUrl: "api.loja.example" }, {}, /backendUrl/],
    ["an unknown option inside", { methods: { pix: { expiresIn: 5 } } }, {}, /methods\.pix/],
    ["an encryption key of the wrong length", {}, { FATURA_ENCRYPTION_KEY: "c2hvcnQ=" }, /encryptionKey: key 1/],
    ["a create limit above the cart's lock", { timeouts: { create: 60_000 } }, {}, /timeouts\.create/],
  ])("%s", (_what, given, env, words) => {
    expect(faultsOf(given, { ...complete, ...env })).toEqual([expect.stringMatching(words)])
  })
})

describe("faults between options", () => {
  const account = { name: "a", baseUrl: "https://gateway.example", token: "t", secretKey: "s" }

  it.each([
    ["two accounts of one name", { accounts: [account, account] }, {}, /two accounts are named "a"/],
    ["names that differ in what is no letter of an id", { accounts: [{ ...account, name: "Filial Á" }, { ...account, name: "Filial Ó" }] }, {}, /the names "Filial Á" and "Filial Ó" can't be told apart/],
    ["names that differ in capitals and spaces", { accounts: [{ ...account, name: "Loja SP" }, { ...account, name: "loja-sp" }, { ...account, name: "Outra" }] }, {}, /the names "Loja SP" and "loja-sp" can't/],
    ["an account's own path that leads to another host", { accounts: [{ ...account, endpoints: { cancel_invoice: { path: "//evil.example" } } }] }, {}, /accounts: "a": endpoints.cancel_invoice.path/],
    ["two defaults", { accounts: [{ ...account, isDefault: true }, { ...account, name: "b", isDefault: true }] }, {}, /only one account/],
    ["plain http in production", { backendUrl: "http://api.loja.example" }, { NODE_ENV: "production" }, /backendUrl: must start with https/],
    ["a gateway by plain http, in production or not", { baseUrl: "http://gateway.example" }, {}, /https/],
    ["credentials in the gateway's address", { baseUrl: "https://user:pass@gateway.example" }, {}, /credentials/],
    ["an operation that does not exist", { endpoints: { cancel: { path: "/x" } } }, {}, /endpoints/],
    ["a path that leads to another host", { endpoints: { cancel_invoice: { path: "//evil.example" } } }, {}, /cancel_invoice/],
    ["an account beside the list of accounts", { accounts: [account], token: "other" }, {}, /token/],
  ])("%s", (_what, given, env, words) => {
    expect(faultsOf(given, { ...complete, ...env })).toEqual([expect.stringMatching(words)])
  })

  it("lets loopback be plain http in production", () => {
    const env = { ...complete, NODE_ENV: "production", FATURA_BASE_URL: "http://127.0.0.1:9100", FATURA_BACKEND_URL: "http://localhost:9000" }
    expect(faultsOf({}, env)).toEqual([])
  })
})

it.each(["loja.example/{order_id}", "/pedido/{order_id}", "https://loja.example/{id}", "https://loja example/{order_id}", "https://[loja/{order_id}", "ftp://loja.example/{order_id}"])("refuses the order address %s at the start", (address) => {
  expect(() => readOptions({}, { ...complete, FATURA_ORDER_URL: address })).toThrow(/FATURA_ORDER_URL|orderUrl/)
})

describe("allowed hosts", () => {
  it("are names, alone or with all below them, from the file or the environment", () => {
    expect(readOptions({ allowedGatewayHosts: ["gateway.example"] }, { ...complete, FATURA_ALLOWED_SCRIPT_HOSTS: "*.gateway.example, static.example" })).toMatchObject({
      allowedGatewayHosts: ["gateway.example"],
      allowedScriptHosts: ["*.gateway.example", "static.example"],
    })
    const without = readOptions({}, complete)
    expect([without.allowedGatewayHosts, without.allowedScriptHosts]).toEqual([undefined, undefined])
    const faults = faultsOf({ allowedGatewayHosts: ["https://gateway.example", "*", "a/b"] }, complete)
    expect(faults.filter((fault) => fault.startsWith("allowedGatewayHosts"))).toHaveLength(3)
  })

  it("are looked at when Medusa starts", () => {
    const tokenization = { scriptUrl: "https://skimmer.example/t.js", attributes: {} }
    expect(faultsOf({ allowedGatewayHosts: ["api.gateway.example"], allowedScriptHosts: ["*.gateway.example"], tokenization }, complete)).toEqual([
      `accounts: "default": the host of its baseUrl is not in allowedGatewayHosts`,
      "tokenization.scriptUrl: its host is not in allowedScriptHosts",
    ])
    expect(faultsOf({ allowedGatewayHosts: ["GATEWAY.example"] }, complete)).toEqual([])
  })

  it.each([
    ["https://api.gateway.example/v1", ["api.gateway.example"], true],
    ["https://API.Gateway.Example", ["api.gateway.EXAMPLE"], true],
    ["https://a.b.gateway.example", ["*.gateway.example"], true],
    ["https://gateway.example", ["*.gateway.example"], false],
    ["https://evilgateway.example", ["*.gateway.example"], false],
    ["https://gateway.example.evil.example", ["gateway.example"], false],
    ["https://gateway.example@evil.example", ["gateway.example"], false],
    ["https://evil.example/gateway.example", ["gateway.example"], false],
    ["https://evil.example#.gateway.example", ["*.gateway.example"], false],
    ["https://evil.example\\.gateway.example", ["*.gateway.example"], false],
    ["no address", ["gateway.example"], false],
    ["https://gateway.example", [], false],
    ["https://gateway.example", undefined, true],
  ])("%s with %j: %s", (address, allowed, expected) => {
    expect(isHostAllowed(address, allowed)).toBe(expected)
  })
})
