import { GatewayError } from "../../../gateway"
import type { Gateway } from "../../../../integration-tests/support/gateway"
import { AccountDesk } from "../accounts/account-desk"
import { AccountUnusableError } from "../accounts/account-registry"
import { newAccountSchema } from "../accounts/account-schema"
import { type Database, tables } from "../database"
import type { InvoiceRow } from "../ledger/row"
import { Audit } from "../settings/audit"
import { Revision } from "../settings/revision"
import { SensitiveChanges } from "../settings/sensitive-changes"
import { StaffError } from "../texts/staff-error"
import { ACCOUNT, faturaParts } from "./support/fatura-parts"
import { newInvoice } from "./support/new-invoice"
import { insertInvoice, ring } from "./support/rows"
import { useShop } from "./support/use-shop"

let db: Database
let gateway: Gateway
let number = 0
useShop((shop) => ({ db, gateway } = shop))

type Parts = ReturnType<typeof faturaParts>

/** A process of the store whose configuration has these credentials; another token is another merchant at the gateway. */
const configured = (token: string, more: Record<string, unknown> = {}): Parts => faturaParts(db, gateway.url, { accounts: [{ baseUrl: gateway.url, token, secretKey: "s", ...more }] })

/** An invoice that the account issued, as issuing enters it. */
async function issuedBy(parts: Parts, given: Partial<InvoiceRow> = {}, accountId = ACCOUNT): Promise<InvoiceRow> {
  const { client, tokens } = await parts.accounts.byId(accountId)
  const reference = `payses_issuer_${++number}-1`
  const answer = await client.createInvoice(newInvoice(reference))
  const { account, companyId, documentMasked } = (await tokens.profile())!
  const issuer = JSON.stringify({ account, company_id: companyId, document_masked: documentMasked })
  return insertInvoice(db, { account_id: accountId, reference, gateway_id: answer.id, invoice_id: answer.invoiceId, issued_at: new Date(), issuer: issuer as never, ...given })
}

const fresh = async (row: InvoiceRow, parts: Parts): Promise<InvoiceRow> => (await parts.ledger.find(row.id))!
const openProblems = async () => (await db(tables.problem).whereNull("resolved_at").orderBy("kind").select("kind", "account_id", "details")) as { kind: string; account_id: string; details: Record<string, unknown> }[]
const refusedCalls = async () => (await gateway.requests()).filter(({ status }) => status !== 200).map(({ method, path, status }) => [method, path, status])
const rowOf = (id: string) => db(tables.account).where({ id }).first()
const failure = async (work: Promise<unknown>): Promise<unknown> => work.then(() => null, (error: unknown) => error)

function adminDesk(parts: Parts) {
  return new AccountDesk({ db, ring, options: parts.options, audit: new Audit(db), sensitive: new SensitiveChanges(db, ring), revision: new Revision(db), problems: parts.problems })
}
const typed = (token: string) => newAccountSchema.parse({ name: `Loja ${token}`, base_url: gateway.url, token, secret_key: "s" })

describe("another merchant's credentials in the configuration", () => {
  it("sell from now on, while earlier invoices go on with the credentials that issued them", async () => {
    const before = configured("merchant-one")
    const [open, paid] = [await issuedBy(before), await issuedBy(before, { status: "paid", paid_at: new Date(), paid_cents: 10_580, settled_at: new Date() })]
    await gateway.act(paid.invoice_id!, "pay", { notify: false })

    const after = configured("merchant-two")
    expect((await after.lookUps.byId(open))?.invoice.id).toBe(open.id)
    expect(await after.canceling.cancel(open.id, "staff")).toBe("canceled")
    await after.refunds.refund(paid.id, "ref_1", 1_000 as never)
    const sold = await issuedBy(after)

    expect((await gateway.invoice(open.invoice_id!)).status).toMatchObject({ code: 6 })
    expect((await gateway.invoice(paid.invoice_id!))._sandbox.refunded_cents).toBe(1_000)
    expect(await refusedCalls()).toEqual([])
    const kept = (await fresh(open, after)).account_id
    expect([kept, (await fresh(paid, after)).account_id, (await fresh(sold, after)).account_id]).toEqual([expect.stringMatching(/^facc_(?!config)/), kept, ACCOUNT])
    expect(await rowOf(kept)).toMatchObject({ name: "default (Loja Exemplo)", source: "admin", is_default: false, archived_at: expect.any(Date), issuer: open.issuer })
    expect(await after.accounts.offeredTo(null)).toMatchObject({ id: ACCOUNT })
    const [problem, ...others] = await openProblems()
    expect([problem, others]).toEqual([expect.objectContaining({ kind: "other_merchant", account_id: ACCOUNT, details: expect.objectContaining({ kept_account: kept, invoices: 2, credentials_kept: true }) }), []])
    expect(JSON.stringify(await db(tables.audit))).not.toContain("merchant-")
  })

  it("change back without a loss when it was a mistake", async () => {
    const before = configured("merchant-one")
    const first = await issuedBy(before)
    const second = await issuedBy(configured("merchant-two"))
    const again = configured("merchant-one")
    for (const row of [first, second, await issuedBy(again)]) {
      expect(await again.canceling.cancel(row.id, "staff")).toBe("canceled")
    }
    expect(await refusedCalls()).toEqual([])
  })

  it("are never used for invoices whose own credentials are not known any more, and that stands on the Problems list", async () => {
    const row = await issuedBy(configured("merchant-one"), { status: "paid", paid_at: new Date(), paid_cents: 10_580, settled_at: new Date() })
    await db(tables.account).update({ credentials_sealed: null, access_token_sealed: null })
    await gateway.forgetRequests()
    const after = configured("merchant-two")
    expect(await failure(after.lookUps.byId(row))).toBeInstanceOf(AccountUnusableError)
    const moved = await fresh(row, after)
    expect(await failure(after.refunds.refund(row.id, "ref_1", 1_000 as never))).toMatchObject({ key: "refund_not_sent" })
    expect(await db(tables.refund).select("state")).toEqual([{ state: "refused" }])
    expect((await gateway.requests()).map(({ path }) => path)).toEqual(["/auth"])
    expect((await openProblems()).map(({ kind, account_id }) => [kind, account_id])).toEqual([["account_unusable", ACCOUNT], ["account_unusable", moved.account_id], ["other_merchant", ACCOUNT]])

    await adminDesk(after).add(typed("merchant-one"), "user_1")
    await after.refunds.refund(row.id, "ref_2", 1_000 as never).catch(() => undefined)
    expect((await gateway.requests()).filter(({ method }) => method === "PUT")).toHaveLength(1)
    expect((await openProblems()).map(({ account_id }) => account_id)).not.toContain(moved.account_id)
  })

  it("take the place of others that issued nothing", async () => {
    await configured("merchant-one").accounts.byId(ACCOUNT).then(({ client }) => client.listInvoices())
    const { client } = await configured("merchant-two").accounts.byId(ACCOUNT)
    await client.listInvoices()
    expect([await db(tables.account).count("* as count").first(), await openProblems()]).toEqual([{ count: "1" }, []])
  })

  it("are the same merchant's with a new secret, and nothing changes", async () => {
    const row = await issuedBy(configured("merchant-one"))
    const after = configured("merchant-one", { secretKey: "renewed" })
    expect(await after.canceling.cancel(row.id, "staff")).toBe("canceled")
    expect([(await fresh(row, after)).account_id, await openProblems()]).toEqual([ACCOUNT, []])
  })

  it("leave what was removed from the configuration to its old invoices", async () => {
    const row = await issuedBy(configured("merchant-one"))
    const after = faturaParts(db, gateway.url, { accounts: [{ name: "Nova", baseUrl: gateway.url, token: "merchant-two", secretKey: "s" }] })
    expect(await after.canceling.cancel(row.id, "staff")).toBe("canceled")
    expect(await after.accounts.offeredTo(null)).toMatchObject({ name: "Nova" })
    expect(await refusedCalls()).toEqual([])
  })
})

describe("another merchant's credentials in an account of the admin", () => {
  let parts: Parts
  let id: string
  let row: InvoiceRow
  beforeEach(async () => {
    parts = faturaParts(db, gateway.url, { accounts: [] })
    id = await adminDesk(parts).add(typed("merchant-one"), "user_1")
    row = await issuedBy(parts, {}, id)
  })

  it("are refused while it has issued invoices, and the present ones stay", async () => {
    const error = await failure(adminDesk(parts).edit(id, { token: "merchant-two", secret_key: "s" }, "user_1"))
    expect(error).toBeInstanceOf(StaffError)
    expect(error).toMatchObject({ key: "other_merchant" })
    expect(await parts.canceling.cancel(row.id, "staff")).toBe("canceled")
  })

  it("are not used when the gateway could only be asked later", async () => {
    await gateway.fault({ match: { path: "/auth" }, kind: "500" })
    await adminDesk(parts).edit(id, { token: "merchant-two", secret_key: "s" }, "user_1")
    await gateway.clearFaults()
    await gateway.forgetRequests()
    const later = faturaParts(db, gateway.url, { accounts: [] })
    expect(await failure(later.lookUps.byId(row))).toBeInstanceOf(GatewayError)
    expect(await later.canceling.cancel(row.id, "staff")).toBe("unresolved")
    expect((await gateway.requests()).filter(({ path }) => path !== "/auth")).toEqual([])
    expect((await openProblems()).map(({ kind }) => kind)).toEqual(["account_unusable", "other_merchant"])
    expect(await later.accounts.offeredTo(null)).toBeNull()

    await adminDesk(later).edit(id, { token: "merchant-one", secret_key: "s" }, "user_1")
    const mended = faturaParts(db, gateway.url, { accounts: [] })
    expect(await mended.canceling.cancel(row.id, "staff")).toBe("canceled")
    expect(await openProblems()).toEqual([])
  })

  it("are taken with a new secret of the same merchant", async () => {
    await adminDesk(parts).edit(id, { secret_key: "renewed" }, "user_1")
    const later = faturaParts(db, gateway.url, { accounts: [] })
    expect(await later.canceling.cancel(row.id, "staff")).toBe("canceled")
  })
})
