import { type Database, newId, tables } from "../database"
import type { KeyRing } from "../crypto/key-ring"
import { placeOfSavedPayer } from "../crypto/sealed-columns"
import { isThere } from "../retention/forget-beside"
import { parseDocument } from "../../../domain/document"

export const SAVED_PAYER_PURPOSE = "saved-payer"
/** A customer pays for a few people and companies; who saves more loses the ones not used for longest. */
const MOST_PER_CUSTOMER = 10

/** What a customer asked to have kept. Personal: it leaves the module only for an invoice. */
export type SavedPayer = { document: string; name: string; phone: string | null }

/** What is shown of it. */
export type SavedPayerView = { id: string; name: string; document_masked: string }

type Row = { id: string; sealed: string }

/** Payers that customers with an account have had saved, with their consent, so that they need not be typed again. Sealed. */
export class Payers {
  constructor(private readonly db: Database, private readonly ring: KeyRing) {}

  /** Newest use first. What can't be opened any more is left out. */
  async list(customerId: string): Promise<SavedPayerView[]> {
    return (await this.opened(customerId)).map(({ id, payer }) => ({ id, name: payer.name, document_masked: parseDocument(payer.document)?.masked ?? "***" }))
  }

  /** For a payment, and only for the customer whose it is; it counts as used. */
  async find(customerId: string, id: string): Promise<SavedPayer | null> {
    const found = (await this.opened(customerId)).find((saved) => saved.id === id)?.payer ?? null
    await (found ? this.db(tables.payer).where({ id }).update({ updated_at: this.db.fn.now() }) : undefined)
    return found
  }

  /** One entry for each document; saving again takes the newer name and phone. */
  async save(customerId: string, payer: SavedPayer): Promise<void> {
    const known = await this.opened(customerId)
    const same = known.find((saved) => saved.payer.document === payer.document)
    const id = same?.id ?? newId("fpay")
    const sealed = this.ring.seal(JSON.stringify(payer), SAVED_PAYER_PURPOSE, placeOfSavedPayer({ id, customer_id: customerId }))
    if (same) {
      await this.db(tables.payer).where({ id }).update({ sealed, updated_at: this.db.fn.now() })
      return
    }
    await this.db(tables.payer).insert({ id, customer_id: customerId, sealed })
    const tooMany = known.slice(MOST_PER_CUSTOMER - 1).map(({ id }) => id)
    await this.db(tables.payer).whereIn("id", tooMany).delete()
  }

  /** @returns whether there was one */
  async remove(customerId: string, id: string): Promise<boolean> {
    return (await this.db(tables.payer).where({ id, customer_id: customerId }).delete()) > 0
  }

  /** Everything that was saved for a customer, as when the account is deleted. */
  async forgetCustomer(customerId: string): Promise<void> {
    await this.db(tables.payer).where({ customer_id: customerId }).delete()
  }

  /** Those that nobody has paid with for so long, and those of customers that are no more, whose deletion nobody told us of. */
  async prune(unusedDays: number): Promise<void> {
    await this.db(tables.payer).where("updated_at", "<", this.db.raw("now() - make_interval(days => ?)", [unusedDays])).delete()
    if (await isThere(this.db, "customer")) {
      // A table without any customer is another module's affair, and says nothing.
      await this.db.raw(
        `delete from ${tables.payer} p where exists (select 1 from customer)
         and not exists (select 1 from customer c where c.id = p.customer_id and c.deleted_at is null)`
      )
    }
  }

  private async opened(customerId: string): Promise<{ id: string; payer: SavedPayer }[]> {
    const rows: Row[] = await this.db(tables.payer).where({ customer_id: customerId }).orderBy("updated_at", "desc").select("id", "sealed")
    return rows.flatMap(({ id, sealed }) => {
      try {
        return [{ id, payer: JSON.parse(this.ring.open(sealed, SAVED_PAYER_PURPOSE, placeOfSavedPayer({ id, customer_id: customerId }))) as SavedPayer }]
      } catch {
        return []
      }
    })
  }
}
