import { readdirSync, readFileSync } from "node:fs"
import path from "node:path"
import { isDatabaseError, UnexpectedStateError, wordsOfError } from "../words-of-error"

const named = (name: string, members: object = {}, message = "Joana Prado") => Object.assign(new Error(message), { name, ...members })

/** As the driver throws it: the statement with its values, and what PostgreSQL says beside it. */
const refused = (members: object = {}) =>
  Object.assign(new Error(`update "fatura_invoice" set "payer_name" = 'Joana Prado' - Joana Prado is not allowed`), {
    name: "error", code: "23514", severity: "ERROR", routine: "ExecConstraints", detail: "Failing row contains (Joana Prado).", ...members,
  })

it("tells our own words", () => {
  expect(wordsOfError(named("GatewayError", {}, "refund_invoice: no answer in time"))).toBe("refund_invoice: no answer in time")
  expect(wordsOfError(new UnexpectedStateError("Medusa has captured 0 of 100 cents"))).toBe("Medusa has captured 0 of 100 cents")
  // What comes out of a workflow is plain data.
  expect(wordsOfError({ name: "BookingWaits", message: "the order has a change in progress", stack: "" })).toBe("the order has a change in progress")
  expect(wordsOfError(named("SealError", {}, "x".repeat(900)))).toHaveLength(500)
})

it("tells of the database its code alone", () => {
  expect(wordsOfError(refused())).toBe("database error 23514")
  expect(wordsOfError({ ...refused(), code: "23514", severity: "ERROR", name: "CheckConstraintViolationException" })).toBe("database error 23514")
  expect(isDatabaseError(refused())).toBe(true)
  expect(isDatabaseError(named("GatewayError", { code: "EPIPE" }))).toBe(false)
})

it("tells of any other failure its kind, its code and its place, and no word of its message", () => {
  expect(wordsOfError(named("Error", { type: "not_allowed", code: "insufficient_inventory" }))).toMatch(/^not_allowed insufficient_inventory at words-of-error\.spec\.ts:\d+$/)
  expect(wordsOfError(named("Error"))).toMatch(/^unexpected error at words-of-error\.spec\.ts:\d+$/)
  expect(wordsOfError(named("TypeError"))).toMatch(/^TypeError at words-of-error\.spec\.ts:\d+$/)
  expect(wordsOfError(named("Error", { code: "ECONNREFUSED" }, "connect\n    at joana.js:1\n"))).toMatch(/^ECONNREFUSED at words-of-error\.spec\.ts:\d+$/)
  expect(wordsOfError({ message: "Joana Prado", code: 500 })).toBe("500")
  expect(wordsOfError({ name: "Joana Prado", type: "529.982.247-25", code: "joana@exemplo.com.br", message: "Joana" })).toBe("unexpected error")
})

it.each([undefined, null, "Joana Prado", 3, [], {}, new Map()])("copes with %p", (thrown) => {
  expect(wordsOfError(thrown)).toBe("unexpected error")
})

it("stands in every line of the log that tells why something failed", () => {
  const src = path.resolve(__dirname, "../..")
  const folders = ["modules", "workflows", "api", "subscribers", "jobs", "providers"]
  const files = folders.flatMap((folder) => readdirSync(path.join(src, folder), { recursive: true, encoding: "utf8" }).map((file) => path.join(folder, file)))
  const lines = files
    .filter((file) => file.endsWith(".ts") && !file.includes("__tests__"))
    .flatMap((file) => readFileSync(path.join(src, file), "utf8").split("\n").map((line) => `${file}: ${line.trim()}`))
  expect(lines.length).toBeGreaterThan(10_000)
  expect(lines.filter((line) => /`Fatura: [^`]*\$\{[^}]*(?:\.message|\.stack|String\(error|\berror\})/.test(line) || /(?:retry|postpone|dead|wait)\([^)]*\.message/.test(line))).toEqual([])
})
