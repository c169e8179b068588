import { Migration } from "@medusajs/framework/mikro-orm/migrations"

/** Payers that were erased before leave no links behind. */
export class Migration20261129010302 extends Migration {
  override async up(): Promise<void> {
    this.addSql(`update "fatura_invoice" i set "instructions" = case when "instructions"->'boleto' is null then "instructions" - 'action_url' else jsonb_set("instructions" - 'action_url', '{boleto,url}', 'null') end
      where "payer_sealed" is null and "payer_name" is null and jsonb_typeof("instructions") = 'object'
        and exists (select 1 from "fatura_invoice_event" e where e."fatura_invoice_id" = i."id" and e."kind" = 'payer_erased')`)
  }

  override async down(): Promise<void> {
    // What was erased stays so.
  }
}
