import { againAfterServerError } from "../again"
import { errorFromBody, FaturaError } from "../error"

beforeEach(() => void jest.useFakeTimers())
afterEach(() => void jest.useRealTimers())

/** Answers of one call after the other; an error is thrown. */
async function answers(...given: unknown[]) {
  const call = jest.fn(async () => {
    const next = given.shift()
    if (next instanceof Error) throw next
    return next
  })
  const told = againAfterServerError(call).then((value) => ({ value }), (error: FaturaError) => ({ status: error.status }))
  await jest.advanceTimersByTimeAsync(2_000)
  return { ...(await told), calls: call.mock.calls.length }
}

const conflict = { type: "conflict", code: "invalid_state_error", message: "The request conflicted with another request." }

it.each([
  ["an error of the server", errorFromBody(500, { type: "unknown_error" })],
  ["what Medusa says while another request holds the cart", errorFromBody(409, conflict)],
])("calls once more after %s", async (_what, error) => {
  expect(await answers(error, "done")).toEqual({ value: "done", calls: 2 })
  expect(await answers(error, error, "done")).toEqual({ status: error.status, calls: 2 })
})

it.each([
  ["a refusal", errorFromBody(400, { type: "invalid_data" })],
  ["a conflict in words of the plugin's own", errorFromBody(409, { code: "method_changed", message: "Confira o total." })],
  ["a lost connection", new FaturaError("network", "")],
])("does not call again after %s", async (_what, error) => {
  expect(await answers(error, "done")).toEqual({ status: error.status, calls: 1 })
})
