import { Migration } from "@medusajs/framework/mikro-orm/migrations"

/** Changes that can lead money elsewhere: told to the store's owner, and undone from there. */
export class Migration20261129010201 extends Migration {
  override async up(): Promise<void> {
    this.addSql(`create table if not exists "fatura_change" (
      "id" text primary key, "action" text not null, "subject" text not null, "actor" text not null, "changes" jsonb not null,
      "before_sealed" text null, "undo_until" timestamptz not null, "undoes" text null, "undone_at" timestamptz null, "undone_by" text null,
      "emitted_at" timestamptz null, "fed_at" timestamptz null, "mailed_at" timestamptz null, "tell_at" timestamptz null, "tell_attempts" integer not null default 0,
      "created_at" timestamptz not null default now(), "updated_at" timestamptz not null default now(), "deleted_at" timestamptz null)`)
    this.addSql(`create index if not exists "fatura_change_to_tell" on "fatura_change" ("tell_at") where "tell_at" is not null`)
    this.addSql(`create index if not exists "fatura_change_subject" on "fatura_change" ("subject", "id")`)
  }

  override async down(): Promise<void> {
    this.addSql(`drop table if exists "fatura_change" cascade`)
  }
}
