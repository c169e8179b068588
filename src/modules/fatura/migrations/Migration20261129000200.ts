import { Migration } from "@medusajs/framework/mikro-orm/migrations"

const OPEN = `"state" in ('sending', 'unknown', 'pending', 'accepted')`
const OPEN_BEFORE = `"state" in ('sending', 'unknown', 'pending')`

/**
 * When an open refund is asked for next, and how often it was; a refund that was accepted and does not show yet is
 * open too. And the interest that a new due date has added to an invoice.
 */
export class Migration20261129000200 extends Migration {
  override async up(): Promise<void> {
    this.addSql(`alter table "fatura_refund" add column if not exists "checks" integer not null default 0, add column if not exists "next_check_at" timestamptz null`)
    this.addSql(`drop index if exists "fatura_refund_one_open"`)
    this.addSql(`create unique index "fatura_refund_one_open" on "fatura_refund" ("fatura_invoice_id") where ${OPEN}`)
    this.addSql(`create index if not exists "fatura_refund_due" on "fatura_refund" ("next_check_at") where ${OPEN}`)
    this.addSql(`alter table "fatura_invoice" add column if not exists "interest_cents" integer not null default 0`)
  }

  override async down(): Promise<void> {
    this.addSql(`update "fatura_refund" set "state" = 'unknown' where "state" = 'accepted'`)
    this.addSql(`drop index if exists "fatura_refund_due"`)
    this.addSql(`drop index if exists "fatura_refund_one_open"`)
    this.addSql(`create unique index "fatura_refund_one_open" on "fatura_refund" ("fatura_invoice_id") where ${OPEN_BEFORE}`)
    this.addSql(`alter table "fatura_refund" drop column if exists "checks", drop column if exists "next_check_at"`)
    this.addSql(`alter table "fatura_invoice" drop column if exists "interest_cents"`)
  }
}
