import { Migration } from "@medusajs/framework/mikro-orm/migrations"

/** Recovery looks every quarter of a minute for orders whose money went back before it was captured. */
export class Migration20261129010400 extends Migration {
  override async up(): Promise<void> {
    this.addSql(`create index if not exists "fatura_invoice_uncaptured" on "fatura_invoice" ("cancel_at") where not "is_live" and "captured_cents" = 0`)
  }

  override async down(): Promise<void> {
    this.addSql(`drop index if exists "fatura_invoice_uncaptured"`)
  }
}
