import type { ListedInvoice } from "../../../gateway"
import { type Database, tables } from "../database"
import { pairsOnPage } from "../reconciliation/pairs"
import { insertInvoice } from "./support/rows"
import { useShop } from "./support/use-shop"

let db: Database
useShop((shop) => ({ db } = shop))

const listed = (id: string, reference: string | null) => ({ id, reference, statusCode: 5 }) as ListedInvoice

it("finds ours on a page by either id, and by our reference where the list has another kind of id", async () => {
  const byId = await insertInvoice(db, { invoice_id: "101", gateway_id: "g101" })
  const byOther = await insertInvoice(db, { invoice_id: "102", gateway_id: "g102" })
  const byReference = await insertInvoice(db, {})
  const lost = await insertInvoice(db, { state: "unknown", invoice_id: null, gateway_id: null })
  await insertInvoice(db, {})
  const page = [listed("101", "not-ours"), listed("g102", null), listed("uuid-1", byReference.reference), listed("uuid-2", lost.reference)]
  const pairs = await pairsOnPage(db(tables.invoice), page)
  expect(pairs.map(({ row, listed: { id } }) => [row.id, id]).sort()).toEqual([[byId.id, "101"], [byOther.id, "g102"], [byReference.id, "uuid-1"]].sort())
})
