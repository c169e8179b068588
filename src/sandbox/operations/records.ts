import { createHash } from "node:crypto"
import { json } from "../answers/envelope"
import { reais } from "../money"
import { localTime, readLocalTime } from "../sao-paulo"
import type { Sandbox } from "../sandbox"
import type { Access, Answer, GatewayRequest, SandboxInvoice } from "../types"
import { Refusal } from "../validation/fields"

const PER_PAGE = 50

const own = (sandbox: Sandbox, access: Access): SandboxInvoice[] =>
  sandbox.invoices().filter((invoice) => invoice.account === access.account)

const page = <T>(items: T[], number: number): T[] => items.slice((number - 1) * PER_PAGE, number * PER_PAGE)

const listOf = (sandbox: Sandbox, name: string, items: unknown[]): Answer =>
  json({
    date: localTime(sandbox.clock.now()),
    success: true,
    error: false,
    type: name,
    pages: { now: 1, total: "1" },
    [name]: items,
  })

/** GET /costumers (spelled so); the record is invented, since no source shows it. */
export const customers = (sandbox: Sandbox, request: GatewayRequest, access: Access): Answer => {
  const byId = new Map(own(sandbox, access).map(({ customer }) => [customer.id, customer]))
  return listOf(sandbox, "costumers", page([...byId.values()], Number(request.query.p ?? 1)))
}

/** GET /mediations and GET /chargebacks: paths and records are invented. A dispute of a card is a chargeback. */
const disputes = (name: string, fits: (invoice: SandboxInvoice) => boolean) =>
  (sandbox: Sandbox, _request: GatewayRequest, access: Access): Answer =>
    listOf(
      sandbox,
      name,
      own(sandbox, access)
        .filter((invoice) => invoice.status.code === 10 && fits(invoice))
        .map((invoice) => ({
          id: Number(invoice.id) % 100_000,
          invoice_id: Number(invoice.id),
          amount: reais(invoice.dueCents),
          status: "open",
          created_at: localTime(invoice.history.at(-1)?.at ?? invoice.createdAt),
        })),
    )

export const mediations = disputes("mediations", ({ method }) => method !== "card")
export const chargebacks = disputes("chargebacks", ({ method }) => method === "card")

type Movement = { at: Date; refer: number; description: string; cents: number; invoice: SandboxInvoice }

const movementsOf = (invoice: SandboxInvoice): Movement[] => {
  const movements: Movement[] = []
  if (invoice.paidAt) {
    movements.push(
      { at: invoice.paidAt, refer: 9, description: "Pagamento recebido", cents: invoice.paidCents, invoice },
      { at: invoice.paidAt, refer: 4, description: "Taxas da venda", cents: -invoice.feesCents, invoice },
    )
  }
  if (invoice.refundedAt) {
    movements.push({
      at: invoice.refundedAt,
      refer: 12,
      description: "Estorno de fatura",
      cents: -invoice.refundedCents,
      invoice,
    })
  }
  return movements
}

const uuidOf = (id: number): string => {
  const hex = createHash("md5").update(String(id)).digest("hex")
  return `${hex.slice(0, 8)}-0000-4000-8000-${String(id).padStart(12, "0")}`
}

const DAY_MS = 86_400_000

/** GET /baas/statement: `page` from 0, `start_at` and `end_at` in São Paulo time (observation (A)). */
export const statement = (sandbox: Sandbox, request: GatewayRequest, access: Access): Answer => {
  const { page: number = "0", start_at = "", end_at = "" } = request.query
  const [from, to] = [readLocalTime(start_at), readLocalTime(end_at)]
  if (!/^\d{1,6}$/.test(number) || !from || !to) {
    throw new Refusal("Parametros page, start_at e end_at (AAAA-MM-DD HH:MM:SS) sao obrigatorios")
  }
  let balance = 0
  const lines = own(sandbox, access)
    .flatMap(movementsOf)
    .sort((a, b) => a.at.getTime() - b.at.getTime())
    .map((movement, index) => {
      balance += movement.cents
      return { ...movement, id: 881 + index, balance }
    })
    .filter(({ at }) => at >= from && at <= to)
  return json({
    date: localTime(sandbox.clock.now()),
    success: true,
    error: false,
    type: "statement",
    api: { version: 4, by: "GATEWAY", updated: "2026-06-01" },
    pages: { records: lines.length, total: Math.max(1, Math.ceil(lines.length / PER_PAGE)), page: Number(number) },
    statement: page(lines, Number(number) + 1).map((line) => ({
      id: line.id,
      refer: line.refer,
      description: line.description,
      balance: reais(line.balance),
      amount: reais(line.cents),
      invoice_id: Number(line.invoice.id),
      mediation_id: null,
      chargeback_id: null,
      withdraw_id: null,
      created_at: localTime(line.at),
      release_at: localTime(new Date(line.at.getTime() + DAY_MS)),
      released_at: null,
      uuid: uuidOf(line.id),
    })),
  })
}
