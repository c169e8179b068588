import { Migration } from "@medusajs/framework/mikro-orm/migrations"

/**
 * When recovery may turn to something again, what is under way by account, and the card of a draft in a column of
 * its own that lives for minutes.
 * Drafts from before may hold a card beside the payer, and can't be opened here: they end within the hour.
 */
export class Migration20261129000400 extends Migration {
  override async up(): Promise<void> {
    this.addSql(`create table if not exists "fatura_turn" (
      "id" text primary key, "kind" text not null, "subject" text not null, "tries" integer not null default 0,
      "next_at" timestamptz not null, "last_error" text null,
      "created_at" timestamptz not null default now(), "updated_at" timestamptz not null default now(), "deleted_at" timestamptz null)`)
    this.addSql(`create index if not exists "fatura_turn_next" on "fatura_turn" ("next_at")`)
    this.addSql(`alter table "fatura_draft" add column if not exists "card_sealed" text null, add column if not exists "card_expires_at" timestamptz null`)
    this.addSql(`create index if not exists "fatura_draft_card_expires" on "fatura_draft" ("card_expires_at") where "card_expires_at" is not null`)
    this.addSql(`create index if not exists "fatura_outbox_leased" on "fatura_outbox" ("lease_until") where "state" = 'pending' and "lease_until" is not null`)
    this.addSql(`create index if not exists "fatura_notice_leased" on "fatura_notice" ("lease_until") where "state" = 'pending' and "lease_until" is not null`)
    this.addSql(`update "fatura_draft" set "expires_at" = least("expires_at", now() + interval '1 hour')`)
  }

  override async down(): Promise<void> {
    this.addSql(`alter table "fatura_draft" drop column if exists "card_sealed", drop column if exists "card_expires_at"`)
    this.addSql(`drop index if exists "fatura_outbox_leased"`)
    this.addSql(`drop index if exists "fatura_notice_leased"`)
    this.addSql(`drop table if exists "fatura_turn"`)
  }
}
