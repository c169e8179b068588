import type { Database } from "../database"
import { Doctor } from "../doctor/doctor"
import { doctorText } from "../doctor/texts"
import type { Setup } from "../doctor/finding"

const NOTHING: Setup = { config: null, configFault: "there is none in /srv", options: null, optionFaults: ["backendUrl: is missing"], db: null, production: true, processes: null }
const codes = async (setup: Partial<Setup>) => (await new Doctor({ ...NOTHING, ...setup }).findings()).map(({ check, state, code }) => `${check} ${state} ${code}`)

it("says what is missing where nothing is there, and nothing of what it could not look at", async () => {
  expect(await codes({})).toEqual(["configuration error config_not_read", "configuration error option_fault", "database error database_silent"])
})

it("asks a database that does not answer once, and says why", async () => {
  const raw = jest.fn(async () => {
    throw new Error("connect ECONNREFUSED postgres://store:secret@10.0.0.7:5432")
  })
  const { checks } = await new Doctor({ ...NOTHING, db: { raw } as unknown as Database }).report("en")
  expect(checks.filter(({ state }) => state === "error").map(({ check }) => check)).toEqual(["configuration", "configuration", "database"])
  expect(checks.at(-1)).toMatchObject({ code: "database_silent", message: "The database can't be asked: connect ECONNREFUSED postgres://***@10.0.0.7:5432" })
  expect(raw).toHaveBeenCalledTimes(1)
})

it.each<[string, Partial<Setup>, string]>([
  ["the configuration", { configFault: "Invalid URL 'postgres://store:secret@10.0.0.7'\nat x" }, "medusa-config could not be read: Invalid URL 'postgres://***@10.0.0.7'"],
  ["a password with a sign in it", { dbFault: "connect ETIMEDOUT postgres://store:sec@ret@10.0.0.7" }, "The database can't be asked: connect ETIMEDOUT postgres://***@10.0.0.7"],
  ["a secret that is cut off", { dbFault: `${"x".repeat(270)} Bearer ${"s".repeat(600)}` }, `The database can't be asked: ${"x".repeat(270)} Bearer [redacted]`],
])("gives away nothing of %s", async (_name, setup, message) => {
  const { checks } = await new Doctor({ ...NOTHING, ...setup }).report("en")
  expect(checks.map((check) => check.message)).toContainEqual(expect.stringContaining(message))
})

it("tells of a statement whose connection broke nothing at all", async () => {
  const raw = () => Promise.reject(new Error(`select * from "customer" where "email" = 'joana@shopper.example' - Connection terminated unexpectedly`))
  const { checks } = await new Doctor({ ...NOTHING, db: { raw } as unknown as Database }).report("en")
  expect(checks.at(-1)!.message).toBe("The database can't be asked: database error (connection lost)")
})

it.each(["en", "pt-BR"] as const)("fills in what a text names (%s)", (language) => {
  const { message, remedy } = doctorText("clock_wrong", language, { seconds: 600 })
  expect(message).toContain("600 s")
  expect(remedy).toContain("NTP")
  expect(doctorText("key_ok", language).remedy).toBeNull()
})
