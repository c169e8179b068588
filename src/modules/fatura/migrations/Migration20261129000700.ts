import { Migration } from "@medusajs/framework/mikro-orm/migrations"

/**
 * The shopper's e-mails keep the facts of the moment that they tell of, until when they are worth telling, and what
 * was handed over to the store's provider. Those that wait get the facts of their invoice as it is; older ones than
 * three days are old news.
 */
export class Migration20261129000700 extends Migration {
  override async up(): Promise<void> {
    this.addSql(`alter table "fatura_email"
      add column if not exists "facts" jsonb null,
      add column if not exists "stale_at" timestamptz null,
      add column if not exists "handed" integer not null default 0,
      add column if not exists "handed_key" text null,
      add column if not exists "handed_at" timestamptz null`)
    this.addSql(`create index if not exists "fatura_email_invoice" on "fatura_email" ("fatura_invoice_id")`)
    this.addSql(`update "fatura_email" e
      set "stale_at" = e."created_at" + interval '3 days',
        "facts" = jsonb_build_object(
          'amount_cents', i."amount_cents" + i."interest_cents", 'paid_cents', i."paid_cents",
          'refunded_cents', case when e."kind" = 'refunded' then substring(e."key" from '[0-9]+$')::bigint else i."refunded_cents" end,
          'refund_cents', case when e."kind" = 'refunded' then substring(e."key" from '[0-9]+$')::bigint else 0 end,
          'due_on', i."due_on", 'expires_at', i."expires_at",
          'ended', case when e."kind" <> 'expired' then null when i."method" = 'card' then 'card_closed' when i."cancel_reason" = 'expired' then 'expired' else 'closed' end)
      from "fatura_invoice" i
      where i."id" = e."fatura_invoice_id" and e."state" = 'pending' and e."kind" in ('paid', 'expired', 'refunded')`)
  }

  override async down(): Promise<void> {
    this.addSql(`drop index if exists "fatura_email_invoice"`)
    this.addSql(`alter table "fatura_email" drop column if exists "facts", drop column if exists "stale_at", drop column if exists "handed", drop column if exists "handed_key", drop column if exists "handed_at"`)
  }
}
