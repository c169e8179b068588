import { type Answered, readMutationsOf, withoutNetwork } from "../support/tolerance"

/** Every wire sample that is an answer to a question of ours, or an error. */
const SAMPLES: [string, Answered][] = [
  ["auth-200.json", { call: "auth", status: 200, calls: 1 }],
  ["assumed-status-200.json", { call: "status", status: 200, calls: 1 }],
  ["list-200.json", { call: "list", status: 200, calls: 1 }],
  ["baas-statement-200.json", { call: "statement", status: 200, calls: 1 }],
  ["options-webhooks-200.json", { call: "validate", status: 200, calls: 1 }],
  ["options-webhooks-404.json", { call: "validate", status: 404, calls: 1 }],
  ["copy-webhooks-200.json", { call: "resend", status: 200, calls: 1 }],
  ["assumed-refused-200.json", { call: "create", status: 200, calls: 1 }],
  // The token is renewed once, by one GET /auth that is refused as well.
  ["error-401.json", { call: "refund", status: 401, calls: 2 }],
  ["error-404.json", { call: "cancel", status: 404, calls: 1 }],
  ["error-502.html", { call: "create", status: 502, calls: 1 }],
  ["assumed-error-403.html", { call: "refund", status: 403, calls: 1 }],
  ["assumed-error-429.html", { call: "list", status: 429, calls: 1 }],
]

let network: jest.SpyInstance
beforeAll(() => {
  network = withoutNetwork()
})
afterAll(() => network.mockRestore())

it.each(SAMPLES)("%s: mutations crash nothing, capture nothing, and cost no second call", async (name, answered) => {
  await readMutationsOf(name, answered)
}, 300_000)
