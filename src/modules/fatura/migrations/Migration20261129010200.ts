import { Migration } from "@medusajs/framework/mikro-orm/migrations"

/** Unpaid codes are counted by customer too, and found quickly by customer and by address. */
export class Migration20261129010200 extends Migration {
  override async up(): Promise<void> {
    this.addSql(`alter table "fatura_invoice" add column if not exists "shopper_customer_hash" text null`)
    this.addSql(`create index if not exists "fatura_invoice_customer_attempts" on "fatura_invoice" ("shopper_customer_hash", "created_at") where "shopper_customer_hash" is not null`)
    this.addSql(`create index if not exists "fatura_invoice_customer_unpaid" on "fatura_invoice" ("shopper_customer_hash") where "shopper_customer_hash" is not null and "is_live" and "paid_at" is null`)
    this.addSql(`create index if not exists "fatura_invoice_address_unpaid" on "fatura_invoice" ("shopper_ip_hash") where "shopper_ip_hash" is not null and "is_live" and "paid_at" is null`)
  }

  override async down(): Promise<void> {
    this.addSql(`drop index if exists "fatura_invoice_address_unpaid"`)
    this.addSql(`drop index if exists "fatura_invoice_customer_unpaid"`)
    this.addSql(`drop index if exists "fatura_invoice_customer_attempts"`)
    this.addSql(`alter table "fatura_invoice" drop column if exists "shopper_customer_hash"`)
  }
}
