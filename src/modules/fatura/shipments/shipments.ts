import { GatewayError } from "../../../gateway"
import { moneyArrived } from "../../../domain/invoice-status"
import type { AccountRegistry } from "../accounts/account-registry"
import { type Database, newId, tables } from "../database"
import type { Ledger } from "../ledger/ledger"
import type { InvoiceRow } from "../ledger/row"
import type { FixedOptions } from "../options/schema"
import type { Outbox } from "../outbox/outbox"

/** `refused`: the gateway said no to this code; nothing is gained by sending it again. */
type ShipmentRow = { id: string; fatura_invoice_id: string; fulfillment_id: string | null; code: string; state: "pending" | "sent" | "refused" }

/** A refusal that staff or time can mend says nothing about the code. */
const ABOUT_US: GatewayError["kind"][] = ["credentials", "missing_scope", "blocked", "not_configured"]
const LONGEST_CODE = 100

/**
 * Tracking codes of shipments: each is told to the gateway once, and until it is. When an answer was lost the
 * code is sent again: unlike money, the same code told twice does no harm.
 */
export class Shipments {
  constructor(
    private readonly db: Database,
    private readonly ledger: Ledger,
    private readonly outbox: Outbox,
    private readonly accounts: AccountRegistry,
    private readonly options: FixedOptions
  ) {}

  /** No source shows the path of this operation: without the option there is nothing to be sent to. */
  get isConfigured(): boolean {
    return this.options.endpoints.add_tracking_code?.path !== undefined
  }

  /**
   * Notes the codes of a shipment, to be sent by the outbox. Codes that were noted before are left alone.
   * @returns the invoice that they are for, or null when there is nothing to send
   */
  async note(orderId: string, shipment: { fulfillmentId: string; codes: readonly string[] }): Promise<string | null> {
    const codes = [...new Set(shipment.codes.map((code) => code.trim().slice(0, LONGEST_CODE)).filter(Boolean))]
    const invoice = this.isConfigured && codes.length ? toldAbout(await this.ledger.ofOrder(orderId)) : undefined
    if (!invoice) {
      return null
    }
    return this.db.transaction(async (trx) => {
      const rows = codes.map((code) => ({ id: newId("fshi"), fatura_invoice_id: invoice.id, fulfillment_id: shipment.fulfillmentId, code, state: "pending" }))
      const added = await trx(tables.shipment).insert(rows).onConflict(["fatura_invoice_id", "code"]).ignore().returning("id")
      if (!added.length) {
        return null
      }
      await this.outbox.add("send_tracking", invoice.id, trx)
      return invoice.id
    })
  }

  /** Sends what waits for an invoice. @throws GatewayError to be tried again */
  async send(invoiceId: string): Promise<"done"> {
    const invoice = await this.ledger.find(invoiceId)
    const waiting: ShipmentRow[] = await this.db(tables.shipment).where({ fatura_invoice_id: invoiceId, state: "pending" }).orderBy("code")
    if (!invoice || !waiting.length) {
      return "done"
    }
    const { client } = await this.accounts.ofInvoice(invoice)
    for (const row of waiting) {
      try {
        await client.addTrackingCode({ invoice: { id: invoice.gateway_id, invoiceId: invoice.invoice_id }, code: row.code })
        await this.close(row, "sent")
        await this.ledger.update(invoiceId, { tracking_code: row.code })
      } catch (error) {
        if (!(error instanceof GatewayError) || error.outcome !== "refused" || ABOUT_US.includes(error.kind)) {
          throw error
        }
        await this.close(row, "refused", error.gatewayMessage ?? error.kind)
      }
    }
    return "done"
  }

  /** A code that staff had sent themselves needs no sending any more. */
  async noteSent(invoiceId: string, code: string): Promise<void> {
    await this.db(tables.shipment)
      .insert({ id: newId("fshi"), fatura_invoice_id: invoiceId, fulfillment_id: null, code, state: "sent" })
      .onConflict(["fatura_invoice_id", "code"])
      .merge({ state: "sent", last_error: null, updated_at: this.db.fn.now() })
  }

  private async close(row: ShipmentRow, state: "sent" | "refused", words?: string): Promise<void> {
    const { id, fatura_invoice_id: invoiceId, fulfillment_id: fulfillment, code } = row
    await this.db(tables.shipment).where({ id }).update({ state, last_error: words?.slice(0, 500) ?? null, updated_at: this.db.fn.now() })
    const kind = state === "sent" ? "tracking_code_added" : "tracking_code_refused"
    await this.ledger.addEvent(invoiceId, { kind, cause: "own_call", details: { code, fulfillment, ...(words && { words }) } })
  }
}

/** The newest that money arrived for, else the one that can still be paid. */
function toldAbout(invoices: InvoiceRow[]): InvoiceRow | undefined {
  const issued = invoices.filter((row) => row.gateway_id ?? row.invoice_id)
  return issued.find((row) => row.status && moneyArrived(row.status)) ?? issued.find((row) => row.is_live)
}
