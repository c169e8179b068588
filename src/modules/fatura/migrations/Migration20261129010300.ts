import { Migration } from "@medusajs/framework/mikro-orm/migrations"

/** The tokens of webhooks outlive the webhooks, and payments that a webhook alone has told of wait to be confirmed. */
export class Migration20261129010300 extends Migration {
  override async up(): Promise<void> {
    this.addSql(`create table if not exists "fatura_used_token" (
      "token_hash" text primary key, "fatura_invoice_id" text not null, "body_hash" text not null,
      "created_at" timestamptz not null default now(), "updated_at" timestamptz not null default now(), "deleted_at" timestamptz null)`)
    this.addSql(`create index if not exists "fatura_used_token_created" on "fatura_used_token" ("created_at")`)
    this.addSql(`insert into "fatura_used_token" ("token_hash", "fatura_invoice_id", "body_hash", "created_at")
      select distinct on ("token_hash") "token_hash", "fatura_invoice_id", "body_hash", "created_at" from "fatura_notice"
      where "token_hash" is not null and ("door" = 'ticket' or "verified") and "state" <> 'pending' order by "token_hash", "created_at"
      on conflict do nothing`)
    this.addSql(`alter table "fatura_invoice" add column if not exists "unconfirmed_since" timestamptz null`)
    this.addSql(`create index if not exists "fatura_invoice_unconfirmed" on "fatura_invoice" ("unconfirmed_since") where "unconfirmed_since" is not null`)
  }

  override async down(): Promise<void> {
    this.addSql(`drop index if exists "fatura_invoice_unconfirmed"`)
    this.addSql(`alter table "fatura_invoice" drop column if exists "unconfirmed_since"`)
    this.addSql(`drop table if exists "fatura_used_token"`)
  }
}
