import { type Answered, readMutationsOf, withoutNetwork } from "../support/tolerance"

/** Every wire sample that is an answer to a call of ours that issues or changes something. */
const SAMPLES: Record<string, Answered> = {
  "create-pix-200.json": { call: "create", status: 200, calls: 1 },
  "create-pix-fatura-200.json": { call: "create", status: 200, calls: 1 },
  "create-pix-static-no-image-200.json": { call: "create", status: 200, calls: 1 },
  "create-card-200.json": { call: "create", status: 200, calls: 1 },
  "assumed-create-boleto-200.json": { call: "create", status: 200, calls: 1 },
  "assumed-create-card-action-200.json": { call: "create", status: 200, calls: 1 },
  "assumed-create-card-denied-200.json": { call: "create", status: 200, calls: 1 },
  "patch-due-date-200.json": { call: "dueDate", status: 200, calls: 1 },
  "delete-cancel-200.json": { call: "cancel", status: 200, calls: 1 },
  "assumed-put-refund-200.json": { call: "refund", status: 200, calls: 1 },
}

let network: jest.SpyInstance
beforeAll(() => {
  network = withoutNetwork()
})
afterAll(() => network.mockRestore())

it.each(Object.entries(SAMPLES))("%s: mutations crash nothing, capture nothing, and cost no second call", async (name, answered) => {
  await readMutationsOf(name, answered)
}, 300_000)
