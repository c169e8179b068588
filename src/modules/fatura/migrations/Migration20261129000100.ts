import { Migration } from "@medusajs/framework/mikro-orm/migrations"

/** The columns by which what a payment page shows can change: those of before, and the invoice's money. */
const SHOWN = [
  "session_id", "state", "is_live", "status", "expires_at", "due_on", "cancel_requested_at", "cancel_reason", "refunded_cents", "instructions", "order_id", "announced",
  "paid_cents", "captured_cents", "external_refunded_cents", "kept_cents",
]
const SHOWN_BEFORE = SHOWN.slice(0, -4)

/**
 * The money of an invoice, each movement in a column of its own: what Medusa has captured for it, what was
 * returned outside the gateway, and what was decided to be kept.
 */
export class Migration20261129000100 extends Migration {
  override async up(): Promise<void> {
    this.addSql(`alter table "fatura_invoice"
      add column if not exists "captured_cents" integer not null default 0,
      add column if not exists "external_refunded_cents" integer not null default 0,
      add column if not exists "kept_cents" integer not null default 0`)
    // Until here a capture was always of the whole amount due.
    this.addSql(`update "fatura_invoice" set "captured_cents" = "amount_cents" where "settled_at" is not null and "captured_cents" = 0`)
    this.separateExternalRefunds()
    this.addSql(trigger(SHOWN))
  }

  override async down(): Promise<void> {
    this.addSql(trigger(SHOWN_BEFORE))
    this.addSql(`update "fatura_invoice" set "refunded_cents" = "refunded_cents" + "external_refunded_cents" where "external_refunded_cents" > 0`)
    this.addSql(`alter table "fatura_invoice" drop column if exists "captured_cents", drop column if exists "external_refunded_cents", drop column if exists "kept_cents"`)
  }

  /** Returns by bank transfer were counted with the gateway's own; the timeline tells how much of it they were. */
  private separateExternalRefunds(): void {
    // First, since it reads what the next one changes: an open refund waits for a total of the gateway alone.
    this.addSql(`update "fatura_refund" r set "cumulative_cents" = greatest("amount_cents", "cumulative_cents" - e."cents")
      from (${externalRefunds(`join "fatura_refund" o on o."fatura_invoice_id" = v."fatura_invoice_id" and o."state" in ('sending', 'unknown', 'pending') and v."created_at" < o."created_at"`)}) e
      where e."fatura_invoice_id" = r."fatura_invoice_id" and r."state" in ('sending', 'unknown', 'pending')
        and exists (select 1 from "fatura_invoice" i where i."id" = r."fatura_invoice_id" and i."external_refunded_cents" = 0)`)
    this.addSql(`update "fatura_invoice" i
      set "external_refunded_cents" = least(i."refunded_cents", e."cents"), "refunded_cents" = greatest(0, i."refunded_cents" - e."cents")
      from (${externalRefunds("")}) e where e."fatura_invoice_id" = i."id" and i."external_refunded_cents" = 0`)
  }
}

function externalRefunds(join: string): string {
  return `select v."fatura_invoice_id", sum((v."details"->>'external_refund_cents')::integer) as "cents" from "fatura_invoice_event" v ${join}
    where v."cause" = 'staff' and v."kind" = 'status_changed' and v."details"->>'external_refund_cents' is not null group by 1`
}

function trigger(columns: string[]): string {
  const row = (which: string) => columns.map((column) => `${which}."${column}"`).join(", ")
  return `create or replace trigger "fatura_invoice_changed" after update on "fatura_invoice" for each row
    when (row(${row("old")}) is distinct from row(${row("new")})) execute function fatura_invoice_tell()`
}
