import { Migration } from "@medusajs/framework/mikro-orm/migrations"

/**
 * What an invoice is for. `purchase_key` names the purchase (a cart, or an order without one) whatever payment
 * collection it stands in; `fitted_to` is the state of the order's books with which the amount was last compared.
 */
export class Migration20261129000300 extends Migration {
  override async up(): Promise<void> {
    this.addSql(`alter table "fatura_invoice" add column if not exists "purchase_key" text null`)
    this.addSql(`alter table "fatura_invoice" add column if not exists "fitted_to" timestamptz null`)
    // Only what may still take money needs the key; a difference of an order belongs to the cart that the order came from.
    this.addSql(`update "fatura_invoice" i set "purchase_key" = coalesce(
        i."cart_id", (select o."cart_id" from "fatura_invoice" o where o."order_id" = i."order_id" and o."cart_id" is not null limit 1), i."order_id", i."payment_collection_id")
      where i."is_live" and i."settled_at" is null and i."purchase_key" is null`)
    // Where two are live already the newer one keeps it; the older ones end by their own clock.
    this.addSql(`update "fatura_invoice" i set "purchase_key" = null
      where i."is_live" and i."settled_at" is null and exists (
        select 1 from "fatura_invoice" n where n."purchase_key" = i."purchase_key" and n."is_live" and n."settled_at" is null
          and (n."created_at", n."id") > (i."created_at", i."id"))`)
    this.addSql(`create unique index if not exists "fatura_invoice_one_per_purchase" on "fatura_invoice" ("purchase_key") where "is_live" and "settled_at" is null`)
  }

  override async down(): Promise<void> {
    this.addSql(`drop index if exists "fatura_invoice_one_per_purchase"`)
    this.addSql(`alter table "fatura_invoice" drop column if exists "purchase_key", drop column if exists "fitted_to"`)
  }
}
