import { randomBytes, timingSafeEqual } from "crypto"
import type { IPaymentModuleService, Logger } from "@medusajs/framework/types"

const BYTES = 24

type Data = Record<string, unknown> | null | undefined
type Payments = Pick<IPaymentModuleService, "listPaymentSessions" | "listPayments" | "listRefunds" | "listCaptures">
/** What Medusa calls a provider about: its idempotency key is the id of a row that only Medusa writes. */
export type Subject = "payment" | "capture" | "refund"

/**
 * Which session Medusa calls about. Its `data` is public and the storefront's to write, so an id in it proves
 * nothing. Two things do: the id of Medusa's own payment, capture or refund, and a reference that is in no
 * other place than the data which Medusa keeps of that session. Neither needs a key, so a payment of any age
 * is found whatever became of the encryption key.
 */
export class SessionReferences {
  constructor(
    private readonly payments: () => Payments,
    private readonly logger: Pick<Logger, "warn">
  ) {}

  /** By Medusa's own row where it can be read, else by the reference. Null when neither tells. */
  async sessionOf(subject: Subject, key: string | undefined, data: Data): Promise<string | null> {
    return (key ? await this.byKey(subject, key) : null) ?? this.sessionOfData(data)
  }

  /** The session that the reference stands for, when Medusa keeps the same one with that session or its payment. */
  async sessionOfData(data: Data): Promise<string | null> {
    const sessionId = sessionNamedBy(data?.ref)
    if (!sessionId) {
      return null
    }
    const ref = data!.ref as string
    const [session] = await this.payments().listPaymentSessions({ id: [sessionId] }, { select: ["id", "data"] })
    if (isSame(session?.data?.ref, ref)) {
      return sessionId
    }
    const payments = await this.payments().listPayments({ payment_session_id: sessionId } as never, { select: ["id", "data"] })
    if (payments.some((payment) => isSame((payment.data as Data)?.ref, ref))) {
      return sessionId
    }
    this.logger.warn(`Fatura: Medusa was given a reference to the payment session ${sessionId} that is not the one it keeps; nothing was done about it`)
    return null
  }

  private async byKey(subject: Subject, key: string): Promise<string | null> {
    const paymentId = await this.paymentOf(subject, key)
    const [payment] = paymentId ? await this.payments().listPayments({ id: [paymentId] }, { select: ["id", "payment_session_id"] as never }) : []
    return (payment as { payment_session_id?: string } | undefined)?.payment_session_id ?? null
  }

  private async paymentOf(subject: Subject, key: string): Promise<string | null> {
    if (subject === "payment") {
      return key
    }
    const select = ["id", "payment_id"] as never
    const [row] = subject === "capture" ? await this.payments().listCaptures({ id: [key] }, { select }) : await this.payments().listRefunds({ id: [key] }, { select })
    return (row as { payment_id?: string } | undefined)?.payment_id ?? null
  }
}

/** A reference that nobody can guess. */
export function newReference(sessionId: string): string {
  return `${sessionId}.${randomBytes(BYTES).toString("base64url")}`
}

/** The reference that Medusa keeps with a session, while it is one; else a new one. */
export function referenceIn(data: Data, sessionId: string): string {
  return sessionNamedBy(data?.ref) === sessionId ? (data!.ref as string) : newReference(sessionId)
}

/** Whom a reference names, as far as its form goes. */
function sessionNamedBy(ref: unknown): string | null {
  const [, sessionId] = typeof ref === "string" ? (/^([\w-]{1,100})\.[\w-]{20,100}$/.exec(ref) ?? []) : []
  return sessionId ?? null
}

function isSame(kept: unknown, given: string): boolean {
  const [one, other] = [Buffer.from(typeof kept === "string" ? kept : ""), Buffer.from(given)]
  return one.length === other.length && timingSafeEqual(one, other)
}
