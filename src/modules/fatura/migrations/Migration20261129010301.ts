import { Migration } from "@medusajs/framework/mikro-orm/migrations"

/** Webhooks that stand for others which found no room: whatever they say, the gateway is asked. */
export class Migration20261129010301 extends Migration {
  override async up(): Promise<void> {
    this.addSql(`alter table "fatura_notice" add column if not exists "must_ask" boolean not null default false`)
  }

  override async down(): Promise<void> {
    this.addSql(`alter table "fatura_notice" drop column if exists "must_ask"`)
  }
}
