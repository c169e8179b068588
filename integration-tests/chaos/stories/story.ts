import { adminApi, readOrder, storeApi, type AdminOrder, type GatewayInvoice, type HttpClient } from "../../support"
import type { Actor } from "../diary"
import type { Random } from "../random"
import type { World } from "../world/world"
import { pause, untilDone, untilSeen } from "./patience"
import type { Method, Plan } from "./plan"

/** What the shopper's page shows of a payment. */
export type Shown = { status: string; method: Method; pix?: { payload: string }; boleto?: { line: string | null } }

/** How often a code comes to its payer by the gateway's own e-mail and not from the shop's page. */
const CODE_BY_MAIL = 0.1

/** One purchase from the cart on, and everything that happens to it. */
export class Story {
  cartId: string | null = null
  orderId: string | null = null
  /** The payment session that the shopper's page is about. */
  sessionId: string | null = null
  method: Method

  constructor(
    readonly world: World,
    readonly plan: Plan,
    readonly random: Random,
  ) {
    this.method = plan.method
  }

  note(actor: Actor, words: string): void {
    this.world.diary.note(this.plan.index, actor, words)
  }

  know(ids: { cartId?: string; orderId?: string; sessionId?: string }): void {
    Object.assign(this, ids)
    this.world.diary.link(this.plan.index, ids.cartId, ids.orderId, ids.sessionId)
  }

  /** A little while, as people need. */
  while(mostMs = 2_000): Promise<void> {
    return pause(this.random.between(50, mostMs))
  }

  shopper(): HttpClient {
    return storeApi(this.world.shop)
  }

  staff(): Promise<HttpClient> {
    return adminApi(this.world.shop)
  }

  async order(): Promise<AdminOrder | null> {
    return this.orderId === null ? null : untilDone(() => readOrder(this.world.shop, this.orderId!), 60_000)
  }

  async shown(): Promise<Shown> {
    const { session } = await this.shopper().get<{ session: Shown }>(`/store/fatura/sessions/${this.sessionId}`)
    return session
  }

  /** All that the gateway has made for this story's sessions. */
  async gatewayInvoices(): Promise<GatewayInvoice[]> {
    const { storyOf } = this.world.diary
    return (await this.world.invoices()).filter(({ referrer }) => referrer && storyOf.get(referrer.slice(0, referrer.lastIndexOf("-"))) === this.plan.index)
  }

  /** The invoice whose code the shopper reads, or now and then any that could be paid. */
  async codeToPay(timeoutMs = 75_000): Promise<GatewayInvoice | null> {
    const byMail = this.random.chance(CODE_BY_MAIL)
    const found = await untilSeen(async () => {
      if (byMail) return (await this.gatewayInvoices()).find(({ _sandbox }) => _sandbox.payable)
      return this.invoiceShown(await this.shown())
    }, timeoutMs)
    this.note("payer", found ? `has the code of invoice ${found.id}${byMail ? " by the gateway's e-mail" : ""}` : "never saw a code")
    if (found) this.world.diary.link(this.plan.index, found.id, found.invoice_id)
    return found
  }

  private async invoiceShown({ pix, boleto }: Shown): Promise<GatewayInvoice | undefined> {
    const line = boleto?.line?.replace(/\D/g, "")
    return (await this.gatewayInvoices()).find(
      (invoice) => (pix && invoice.pix.payload === pix.payload) || (line && digits((invoice as { billet?: { line?: string } | null }).billet?.line) === line),
    )
  }
}

const digits = (text: string | undefined): string | undefined => text?.replace(/\D/g, "")
