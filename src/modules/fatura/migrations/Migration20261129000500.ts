import { Migration } from "@medusajs/framework/mikro-orm/migrations"

/**
 * Which gateway account stands behind an account of ours and issued an invoice, whether its credentials are
 * refused, what its installation of the gateway needs, and by what a notice's ticket is known without its key.
 */
export class Migration20261129000500 extends Migration {
  override async up(): Promise<void> {
    this.addSql(`alter table "fatura_account" add column if not exists "issuer" jsonb null, add column if not exists "refused_at" timestamptz null, add column if not exists "gateway_options" jsonb null`)
    this.addSql(`alter table "fatura_invoice" add column if not exists "issuer" jsonb null, add column if not exists "ticket_hashes" jsonb null`)
    // What was told of the accounts until now is what issued their invoices.
    this.addSql(`update "fatura_account" set "issuer" = jsonb_build_object('account', profile->'account', 'company_id', profile->'companyId', 'document_masked', profile->'documentMasked') where "profile" is not null and "issuer" is null`)
    this.addSql(`update "fatura_invoice" i set "issuer" = a."issuer" from "fatura_account" a where a."id" = i."account_id" and i."issuer" is null and i."state" = 'issued'`)
  }

  override async down(): Promise<void> {
    this.addSql(`alter table "fatura_account" drop column if exists "issuer", drop column if exists "refused_at", drop column if exists "gateway_options"`)
    this.addSql(`alter table "fatura_invoice" drop column if exists "issuer", drop column if exists "ticket_hashes"`)
  }
}
