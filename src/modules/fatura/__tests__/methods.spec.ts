import { optionsSchema } from "../options/schema"
import { POLICIES } from "../methods/policy"

const options = optionsSchema.parse({
  accounts: [{ baseUrl: "https://gateway.example", token: "t", secretKey: "s" }],
  backendUrl: "https://loja.example",
  encryptionKey: "k",
})

describe("when a boleto falls due, stops being shown and is cancelled", () => {
  // São Paulo is three hours behind UTC. Carnival 2027: Monday 8 and Tuesday 9 February are no banking days.
  it.each([
    ["due on the Saturday before Carnival: payable on Wednesday, cleared by Monday", "2027-02-03T15:00:00Z", "2027-02-06", "2027-02-11T02:59:59.999Z", "2027-02-16T02:59:59.999Z"],
    ["an ordinary week", "2026-12-01T15:00:00Z", "2026-12-04", "2026-12-05T02:59:59.999Z", "2026-12-10T02:59:59.999Z"],
    ["issued late in the evening, when it is already tomorrow in UTC", "2026-12-02T02:30:00Z", "2026-12-04", "2026-12-05T02:59:59.999Z", "2026-12-10T02:59:59.999Z"],
    ["over Christmas", "2026-12-22T15:00:00Z", "2026-12-25", "2026-12-29T02:59:59.999Z", "2027-01-01T02:59:59.999Z"],
  ])("%s", (_name, issuedAt, dueOn, expiresAt, cancelAt) => {
    const terms = POLICIES.boleto.terms(new Date(issuedAt), options)
    expect(terms).toEqual({ dueOn, expiresAt: new Date(expiresAt), cancelAt: new Date(cancelAt) })
  })

  it("is given new terms by a new due date", () => {
    expect(POLICIES.boleto.termsFor?.("2027-02-06", options)).toEqual({
      dueOn: "2027-02-06",
      expiresAt: new Date("2027-02-11T02:59:59.999Z"),
      cancelAt: new Date("2027-02-16T02:59:59.999Z"),
    })
  })

  it("is watched for seven banking days after a cancel", () => {
    expect(POLICIES.boleto.watchUntil(new Date("2027-02-05T15:00:00Z"))).toEqual(new Date("2027-02-19T02:59:59.999Z"))
  })
})

describe("when a PIX expires", () => {
  it.each([
    ["in the afternoon", "2026-12-01T15:00:00Z", "2026-12-02", "2026-12-01T16:00:00Z", "2026-12-01T16:15:00Z"],
    ["at 23:50 in São Paulo: its hour ends tomorrow, so it is due the day after that", "2026-12-02T02:50:00Z", "2026-12-03", "2026-12-02T03:50:00Z", "2026-12-02T04:05:00Z"],
    ["on 31 December at 23:50", "2027-01-01T02:50:00Z", "2027-01-02", "2027-01-01T03:50:00Z", "2027-01-01T04:05:00Z"],
  ])("%s", (_name, issuedAt, dueOn, expiresAt, cancelAt) => {
    const terms = POLICIES.pix.terms(new Date(issuedAt), options)
    expect(terms).toEqual({ dueOn, expiresAt: new Date(expiresAt), cancelAt: new Date(cancelAt) })
  })
})

describe("a card", () => {
  it("has no expiry, no due date to change, and is never replaced by another attempt", () => {
    expect(POLICIES.card.terms(new Date("2026-12-02T02:30:00Z"), options)).toEqual({ dueOn: "2026-12-01", expiresAt: null, cancelAt: null })
    expect(POLICIES.card.termsFor).toBeNull()
    expect(POLICIES.card.replaceable).toBe(false)
  })
})
