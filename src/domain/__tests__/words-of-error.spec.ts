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

/** As they reach us where no word came from PostgreSQL: Medusa's database layer has put the statement with its values before the driver's words. */
const statement = (words: string, members: object = {}) => Object.assign(new Error(`insert into "customer" ("first_name") values ('Joana Prado') - ${words}`), members)

it.each<[string, Error, string]>([
  ["a connection that was reset", statement("read ECONNRESET", { code: "ECONNRESET" }), "database error ECONNRESET"],
  ["one that was closed", statement("Connection terminated unexpectedly"), "database error (connection lost)"],
  ["one that was closed while it was opened", statement("Connection terminated due to connection timeout", { name: "DriverException" }), "database error DriverException"],
  ["one that can't be used any more", statement("Client has encountered a connection error and is not queryable"), "database error (connection lost)"],
  ["one of the pool", named("KnexTimeoutError", {}, "Knex: Timeout acquiring a connection"), "database error KnexTimeoutError"],
  ["the driver's own words alone", new Error("Connection terminated unexpectedly"), "database error (connection lost)"],
  ["a value that looks like a part of the message", new Error(`\n select * from "payer" where "name" = 'Joana - Connection terminated - Prado' - write EPIPE`), "database error at words-of-error.spec.ts"],
  ["a long statement", new Error(`select '${"Joana Prado ".repeat(9_000)}' - Connection terminated`), "database error (connection lost)"],
])("tells of %s as little, though it has no code of PostgreSQL", (_name, error, words) => {
  expect(isDatabaseError(error)).toBe(true)
  expect(wordsOfError(error).replace(/:\d+$/, "")).toBe(words)
})

it.each([new Error("read ECONNRESET"), new Error("Selecting a shipping method failed - try again"), new Error("550 mailbox unavailable - over quota"), new Error("With love"), named("FetchError"), "select 'a' - b", null])("takes %p for none of the database's", (error) => {
  expect(isDatabaseError(error)).toBe(false)
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

const src = path.resolve(__dirname, "../..")
const lines = ["modules", "workflows", "api", "subscribers", "jobs", "providers", "cli"]
  .flatMap((folder) => readdirSync(path.join(src, folder), { recursive: true, encoding: "utf8" }).map((file) => path.join(folder, file)))
  .filter((file) => file.endsWith(".ts") && !file.includes("__tests__"))
  .flatMap((file) => readFileSync(path.join(src, file), "utf8").split("\n").map((line) => `${file}: ${line.trim()}`))

it("stands in every line of the log that tells why something failed", () => {
  expect(lines.length).toBeGreaterThan(10_000)
  expect(lines.filter((line) => /`Fatura: [^`]*\$\{[^}]*(?:\.message|\.stack|String\(error|\berror\})/.test(line) || /(?:retry|postpone|dead|wait)\([^)]*\.message/.test(line))).toEqual([])
})

/** Where the words of something thrown are read all the same, and whose words they are there. */
const READERS: Record<string, string> = {
  "modules/fatura/options/read-options.ts": "our own client's, about options",
  "modules/fatura/accounts/account-faults.ts": "our own client's, about an address",
  "modules/fatura/health/health.ts": "a SealError's",
  "modules/fatura/health/watch.ts": "a SealError's",
  "modules/fatura/errors-without-values.ts": "replaces them",
  "api/doors/notice-door.ts": "our own, about the size of a body",
  "api/doors/shopper.ts": "our own for shoppers",
  "cli/store-config.ts": "told by the doctor, which scrubs them",
}

it("is the only way by which the words of something thrown are told, but for our own", () => {
  const reading = lines.filter((line) => /\b(?:error|err|failed|failure|cause|thrown|reason)\b(?: as [\w<>]+\))?\??\.(?:message|stack|detail)\b|\(\w+ as (?:Partial<)?(?:Medusa)?Error>?\)\.(?:message|stack)|String\((?:error|err|failed|failure|cause|thrown)\)/.test(line))
  expect([...new Set(reading.map((line) => line.split(":")[0]))].sort()).toEqual(Object.keys(READERS).sort())
})
