import { Migration } from "@medusajs/framework/mikro-orm/migrations"

/** The gateway's answer goes with its payer: it holds the links that are erased beside it. Of payers who were erased before, it goes now. */
export class Migration20261129040100 extends Migration {
  override async up(): Promise<void> {
    this.addSql(
      `update "fatura_invoice" i set "answer" = null where "answer" is not null and "payer_sealed" is null and "payer_name" is null
       and exists (select 1 from "fatura_invoice_event" e where e."fatura_invoice_id" = i."id" and e."kind" = 'payer_erased')`
    )
  }

  override async down(): Promise<void> {
    // What was erased does not come back.
  }
}
