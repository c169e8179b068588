import { Migration } from "@medusajs/framework/mikro-orm/migrations"

/** What staff see of a notice's body, made once when it comes; null for those that came before. */
export class Migration20261129010100 extends Migration {
  override async up(): Promise<void> {
    this.addSql(`alter table "fatura_notice" add column if not exists "payload" jsonb null`)
  }

  override async down(): Promise<void> {
    this.addSql(`alter table "fatura_notice" drop column if exists "payload"`)
  }
}
