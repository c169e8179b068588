import { Migration } from "@medusajs/framework/mikro-orm/migrations"

/** The promotions that the plugin made for the discounts of methods, by their ids: a code can be anybody's. */
export class Migration20261129000701 extends Migration {
  override async up(): Promise<void> {
    this.addSql(`create table if not exists "fatura_discount" (
      "id" text primary key, "method" text not null, "code" text not null, "promotion_id" text not null, "ended_at" timestamptz null,
      "created_at" timestamptz not null default now(), "updated_at" timestamptz not null default now(), "deleted_at" timestamptz null)`)
    this.addSql(`create unique index if not exists "fatura_discount_code" on "fatura_discount" ("code")`)
  }

  override async down(): Promise<void> {
    this.addSql(`drop table if exists "fatura_discount" cascade`)
  }
}
