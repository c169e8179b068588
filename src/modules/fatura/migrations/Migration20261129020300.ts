import { Migration } from "@medusajs/framework/mikro-orm/migrations"

/** Tokens are counted by invoice where webhooks find no room; what comes after a payer was erased is looked for by the erasure. */
export class Migration20261129020300 extends Migration {
  override async up(): Promise<void> {
    this.addSql(`create index if not exists "fatura_used_token_invoice" on "fatura_used_token" ("fatura_invoice_id")`)
    this.addSql(`create index if not exists "fatura_invoice_event_erased" on "fatura_invoice_event" ("fatura_invoice_id", "created_at") where "kind" = 'payer_erased'`)
    this.addSql(`create index if not exists "fatura_notice_kept_body" on "fatura_notice" ("fatura_invoice_id", "created_at") where "state" <> 'pending' and "body_base64" <> ''`)
  }

  override async down(): Promise<void> {
    this.addSql(`drop index if exists "fatura_notice_kept_body"`)
    this.addSql(`drop index if exists "fatura_invoice_event_erased"`)
    this.addSql(`drop index if exists "fatura_used_token_invoice"`)
  }
}
