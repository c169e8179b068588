import { Migration } from "@medusajs/framework/mikro-orm/migrations"

const stamps = `"created_at" timestamptz not null default now(), "updated_at" timestamptz not null default now(), "deleted_at" timestamptz null`

/** The columns by which what a payment page shows can change. */
const SHOWN = ["session_id", "state", "is_live", "status", "expires_at", "due_on", "cancel_requested_at", "cancel_reason", "refunded_cents", "instructions", "order_id", "announced"]

/** The tables of the module. Indexes are partial where only the rows still at work are looked for. */
export class Migration20261120000000 extends Migration {
  override async up(): Promise<void> {
    this.addSql(`create table if not exists "fatura_account" (
      "id" text primary key, "name" text not null, "source" text not null, "base_url" text not null,
      "is_default" boolean not null default false, "environment" text null, "profile" jsonb null,
      "credentials_sealed" text null, "secret_last4" text null, "scopes" jsonb null, "sales_channel_ids" jsonb null,
      "merchant_token_sealed" text null, "tokenization" jsonb null, "archived_at" timestamptz null,
      "credentials_fingerprint" text null, "access_token_sealed" text null, "access_token_expires_at" timestamptz null,
      "auth_lease_until" timestamptz null, "blocked_until" timestamptz null, "block_level" integer not null default 0,
      "sweep_started_at" timestamptz null, "swept_at" timestamptz null, "sweep_status" text null, "sweep_page" integer not null default 0, "calibration" jsonb null, ${stamps})`)

    this.addSql(`create table if not exists "fatura_look_up" (
      "id" bigint generated always as identity primary key, "account_id" text not null, "purpose" text not null,
      "sent_at" timestamptz not null)`)
    this.addSql(`create index if not exists "fatura_look_up_sent" on "fatura_look_up" ("account_id", "sent_at")`)

    this.addSql(`create unique index if not exists "fatura_account_one_default" on "fatura_account" ("is_default") where "is_default" and "source" = 'admin'`)

    this.addSql(`create table if not exists "fatura_invoice" (
      "id" text primary key, "account_id" text not null, "payment_collection_id" text not null, "session_id" text not null,
      "attempt" integer not null, "reference" text not null, "method" text not null, "installments" integer not null default 1, "state" text not null,
      "is_live" boolean not null default true, "status" text null, "gateway_id" text null, "invoice_id" text null,
      "end_to_end_id" text null, "tid" text null,
      "amount_cents" integer not null, "gross_cents" integer null, "net_cents" integer null, "fees_cents" integer null,
      "paid_cents" integer null, "refunded_cents" integer not null default 0,
      "issuing_started_at" timestamptz not null, "issued_at" timestamptz null, "due_on" text null, "expires_at" timestamptz null, "cancel_at" timestamptz null, "hold" text null, "accepted_at" timestamptz null, "announced" text null,
      "authorized_at" timestamptz null, "paid_at" timestamptz null, "settled_at" timestamptz null, "cancel_requested_at" timestamptz null, "cancel_reason" text null, "canceled_at" timestamptz null,
      "watch_until" timestamptz null, "next_check_at" timestamptz null, "looked_up_at" timestamptz null, "checks" integer not null default 0,
      "instructions" jsonb null, "payer_sealed" text null, "shopper_ip_hash" text null, "document_masked" text null, "payer_name" text null, "payer_erase_at" timestamptz null, "nosso_numero" text null, "tracking_code" text null,
      "cart_id" text null, "order_id" text null, "answer" jsonb null, "version" integer not null default 1,
      "lease_until" timestamptz null, "lease_owner" text null, ${stamps})`)
    this.addSql(`create unique index if not exists "fatura_invoice_reference" on "fatura_invoice" ("reference")`)
    this.addSql(`create unique index if not exists "fatura_invoice_one_live" on "fatura_invoice" ("payment_collection_id") where "is_live"`)
    this.addSql(`create unique index if not exists "fatura_invoice_account_invoice" on "fatura_invoice" ("account_id", "invoice_id") where "invoice_id" is not null`)
    this.addSql(`create index if not exists "fatura_invoice_collection" on "fatura_invoice" ("payment_collection_id")`)
    this.addSql(`create index if not exists "fatura_invoice_session" on "fatura_invoice" ("session_id")`)
    this.addSql(`create index if not exists "fatura_invoice_invoice_id" on "fatura_invoice" ("invoice_id") where "invoice_id" is not null`)
    this.addSql(`create index if not exists "fatura_invoice_gateway_id" on "fatura_invoice" ("gateway_id") where "gateway_id" is not null`)
    this.addSql(`create index if not exists "fatura_invoice_order" on "fatura_invoice" ("order_id") where "order_id" is not null`)
    this.addSql(`create index if not exists "fatura_invoice_next_check" on "fatura_invoice" ("next_check_at") where "next_check_at" is not null`)
    this.addSql(`create index if not exists "fatura_invoice_looked_up" on "fatura_invoice" ("looked_up_at") where "looked_up_at" is not null`)
    this.addSql(`create index if not exists "fatura_invoice_ended" on "fatura_invoice" ("updated_at") where not "is_live" and "paid_at" is null`)
    this.addSql(`create index if not exists "fatura_invoice_open" on "fatura_invoice" ("account_id", "next_check_at") where "is_live" and "state" = 'issued'`)
    this.addSql(`create index if not exists "fatura_invoice_awaited" on "fatura_invoice" ("payment_collection_id") where "is_live" and "paid_at" is null and "cancel_requested_at" is null`)
    this.addSql(`create index if not exists "fatura_invoice_age" on "fatura_invoice" ("account_id", "status", "issued_at") where "state" = 'issued'`)
    this.addSql(`create index if not exists "fatura_invoice_card_attempts" on "fatura_invoice" ("shopper_ip_hash", "created_at") where "shopper_ip_hash" is not null`)
    this.addSql(`create index if not exists "fatura_invoice_cart" on "fatura_invoice" ("cart_id") where "cart_id" is not null`)
    this.addSql(`create index if not exists "fatura_invoice_returned" on "fatura_invoice" ("account_id", "status") where "status" in ('refund_pending', 'partially_refunded', 'refunded', 'disputed')`)
    this.addSql(`create index if not exists "fatura_invoice_unresolved" on "fatura_invoice" ("issuing_started_at") where "state" in ('issuing', 'unknown')`)

    // The staff's list: newest first, narrowed by the few values of a column, or found by one of many.
    this.addSql(`create index if not exists "fatura_invoice_newest" on "fatura_invoice" ("created_at" desc, "id" desc)`)
    this.addSql(`create index if not exists "fatura_invoice_by_status" on "fatura_invoice" ("status", "method", "created_at" desc, "id" desc)`)
    this.addSql(`create index if not exists "fatura_invoice_by_method" on "fatura_invoice" ("method", "created_at" desc, "id" desc)`)
    this.addSql(`create index if not exists "fatura_invoice_by_account" on "fatura_invoice" ("account_id", "created_at" desc, "id" desc)`)
    this.addSql(`create index if not exists "fatura_invoice_nosso_numero" on "fatura_invoice" ("nosso_numero") where "nosso_numero" is not null`)
    this.addSql(`create index if not exists "fatura_invoice_end_to_end" on "fatura_invoice" ("end_to_end_id") where "end_to_end_id" is not null`)
    this.addSql(`create index if not exists "fatura_invoice_payer_words" on "fatura_invoice" using gin (to_tsvector('simple'::regconfig, translate(lower("payer_name"), 'áàâãäéèêëíìîïóòôõöúùûüçñÁÀÂÃÄÉÈÊËÍÌÎÏÓÒÔÕÖÚÙÛÜÇÑ', 'aaaaaeeeeiiiiooooouuuucnaaaaaeeeeiiiiooooouuuucn')))`)
    this.addSql(`create index if not exists "fatura_invoice_payer_kept" on "fatura_invoice" ("created_at") where "payer_sealed" is not null or "payer_name" is not null`)
    this.addSql(`create index if not exists "fatura_invoice_payer_to_erase" on "fatura_invoice" ("payer_erase_at") where "payer_erase_at" is not null`)
    this.addSql(`create index if not exists "fatura_invoice_paid" on "fatura_invoice" ("paid_at") where "paid_at" is not null`)

    // Who waits in front of a payment page is told of whatever the page shows; "announced" is written when Medusa's books have followed.
    this.addSql(`create or replace function fatura_invoice_tell() returns trigger language plpgsql as $tell$
      begin perform pg_notify('fatura_invoice_news', new.session_id); return null; end $tell$`)
    this.addSql(`create or replace trigger "fatura_invoice_inserted" after insert on "fatura_invoice" for each row execute function fatura_invoice_tell()`)
    this.addSql(`create or replace trigger "fatura_invoice_changed" after update on "fatura_invoice" for each row
      when (row(${SHOWN.map((column) => `old."${column}"`).join(", ")}) is distinct from row(${SHOWN.map((column) => `new."${column}"`).join(", ")}))
      execute function fatura_invoice_tell()`)

    this.addSql(`create table if not exists "fatura_invoice_event" (
      "id" text primary key, "fatura_invoice_id" text not null, "kind" text not null, "cause" text not null,
      "from_status" text null, "to_status" text null, "actor" text null, "details" jsonb null, ${stamps})`)
    this.addSql(`create index if not exists "fatura_invoice_event_invoice" on "fatura_invoice_event" ("fatura_invoice_id", "created_at")`)

    this.addSql(`create table if not exists "fatura_notice" (
      "id" text primary key, "fatura_invoice_id" text not null, "door" text not null, "body_base64" text not null,
      "body_hash" text not null, "content_type" text null, "webhook_id" text null, "token_sealed" text null, "token_hash" text null, "merchant_token_hash" text null,
      "state" text not null, "outcome" text null, "verified" boolean null, "attempts" integer not null default 0,
      "next_try_at" timestamptz not null, "lease_until" timestamptz null, "last_error" text null, "processed_at" timestamptz null, ${stamps})`)
    this.addSql(`create index if not exists "fatura_notice_pending" on "fatura_notice" ("next_try_at") where "state" = 'pending'`)
    this.addSql(`create index if not exists "fatura_notice_invoice" on "fatura_notice" ("fatura_invoice_id", "created_at")`)
    this.addSql(`create index if not exists "fatura_notice_token" on "fatura_notice" ("token_hash") where "token_hash" is not null`)

    this.addSql(`create table if not exists "fatura_outbox" (
      "id" text primary key, "kind" text not null, "fatura_invoice_id" text not null, "state" text not null,
      "requests" integer not null default 1, "attempts" integer not null default 0, "next_try_at" timestamptz not null,
      "lease_until" timestamptz null, "last_error" text null, ${stamps})`)
    this.addSql(`create unique index if not exists "fatura_outbox_once" on "fatura_outbox" ("kind", "fatura_invoice_id") where "state" = 'pending'`)
    this.addSql(`create index if not exists "fatura_outbox_pending" on "fatura_outbox" ("next_try_at") where "state" = 'pending'`)

    this.addSql(`create table if not exists "fatura_refund" (
      "id" text primary key, "fatura_invoice_id" text not null, "medusa_refund_id" text null, "amount_cents" integer not null,
      "cumulative_cents" integer not null, "origin" text not null, "state" text not null, ${stamps})`)
    this.addSql(`create unique index if not exists "fatura_refund_one_open" on "fatura_refund" ("fatura_invoice_id") where "state" in ('sending', 'unknown', 'pending')`)
    this.addSql(`create unique index if not exists "fatura_refund_gateway_once" on "fatura_refund" ("fatura_invoice_id", "cumulative_cents") where "origin" = 'gateway'`)
    this.addSql(`create index if not exists "fatura_refund_invoice" on "fatura_refund" ("fatura_invoice_id")`)

    this.addSql(`create table if not exists "fatura_problem" (
      "id" text primary key, "kind" text not null, "cause_key" text not null, "fatura_invoice_id" text null, "account_id" text null,
      "order_id" text null, "details" jsonb null, "seen_count" integer not null default 1, "last_seen_at" timestamptz not null,
      "resolved_at" timestamptz null, "resolution" text null, "resolved_by" text null, ${stamps})`)
    this.addSql(`create unique index if not exists "fatura_problem_one_open" on "fatura_problem" ("cause_key") where "resolved_at" is null`)
    this.addSql(`create index if not exists "fatura_problem_open_kind" on "fatura_problem" ("kind") where "resolved_at" is null`)
    this.addSql(`create index if not exists "fatura_problem_invoice" on "fatura_problem" ("fatura_invoice_id")`)

    this.addSql(`create table if not exists "fatura_draft" (
      "id" text primary key, "session_id" text null, "sealed" text not null, "expires_at" timestamptz not null, ${stamps})`)
    this.addSql(`create index if not exists "fatura_draft_session" on "fatura_draft" ("session_id") where "session_id" is not null`)
    this.addSql(`create index if not exists "fatura_draft_expires" on "fatura_draft" ("expires_at")`)

    this.addSql(`create table if not exists "fatura_email" (
      "id" text primary key, "fatura_invoice_id" text not null, "kind" text not null, "key" text not null, "state" text not null,
      "due_at" timestamptz not null, "attempts" integer not null default 0, "lease_until" timestamptz null, "last_error" text null, ${stamps})`)
    this.addSql(`create unique index if not exists "fatura_email_once" on "fatura_email" ("key")`)
    this.addSql(`create index if not exists "fatura_email_due" on "fatura_email" ("due_at") where "state" = 'pending'`)

    this.addSql(`create table if not exists "fatura_payer" ("id" text primary key, "customer_id" text not null, "sealed" text not null, ${stamps})`)
    this.addSql(`create index if not exists "fatura_payer_customer" on "fatura_payer" ("customer_id")`)

    this.addSql(`create table if not exists "fatura_reading" (
      "id" text primary key, "account_id" text not null, "code" integer not null, "next_at" timestamptz not null, "started_at" timestamptz null,
      "rank" integer not null default 0, "pages" integer not null default 1, "oldest_first" boolean not null default false,
      "gap" integer null, "whole_at" timestamptz null, "in_whole" boolean not null default false, ${stamps})`)

    this.addSql(`create table if not exists "fatura_settings" (
      "id" text primary key, "revision" integer not null default 1, "overrides" jsonb not null default '{}',
      "probe" text null, "probe_expires_at" timestamptz null, ${stamps})`)

    this.addSql(`create table if not exists "fatura_audit" (
      "id" text primary key, "action" text not null, "subject" text not null, "actor" text not null, "changes" jsonb not null, ${stamps})`)

    this.addSql(`create table if not exists "fatura_drift" (
      "message" text not null, "kind" text not null, "path" text not null, "found" text not null, "seen_count" bigint not null,
      "created_at" timestamptz not null default clock_timestamp(), "updated_at" timestamptz not null default clock_timestamp(),
      primary key ("message", "kind", "path", "found"))`)

    this.addSql(`create table if not exists "fatura_shipment" (
      "id" text primary key, "fatura_invoice_id" text not null, "fulfillment_id" text null, "code" text not null, "state" text not null,
      "last_error" text null, ${stamps})`)
    this.addSql(`create unique index if not exists "fatura_shipment_once" on "fatura_shipment" ("fatura_invoice_id", "code")`)
  }

  override async down(): Promise<void> {
    const tables = ["account", "invoice", "invoice_event", "notice", "outbox", "refund", "problem", "draft", "email", "payer", "reading", "settings", "audit", "look_up", "drift", "shipment"]
    for (const table of tables) {
      this.addSql(`drop table if exists "fatura_${table}" cascade`)
    }
    this.addSql(`drop function if exists fatura_invoice_tell()`)
  }
}
