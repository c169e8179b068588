import { EventEmitter } from "node:events"
import { ContainerRegistrationKeys } from "@medusajs/framework/utils"
import { FATURA_MODULE } from "../../../modules/fatura"
import { cancelOrderDoor } from "../refund-door"

type Payment = { provider_id: string; canceled_at: string | null; captured_at: string | null }

/** An answer on a connection that stays open. */
class Answer extends EventEmitter {
  closed = false
  req = { socket: Object.assign(new EventEmitter(), { destroyed: false }) }
  told: { status: number; code?: string } | null = null
  end(): this {
    return this
  }
  status(status: number): this {
    this.told = { status }
    return this
  }
  json({ code }: { code: string }): void {
    this.told!.code = code
  }
}

type Collection = { payment_sessions: { provider_id: string }[]; payments: Payment[] }

/** Staff press "cancel" on an order. @returns the refusal; null where Medusa is let go on */
async function pressCancel(collection: Partial<Collection>, changes: { id: string }[]): Promise<Answer["told"]> {
  const order = { id: "order_1", payment_collections: [{ id: "pay_col_1", payment_sessions: [], payments: [], ...collection }] }
  const graph = async ({ entity }: { entity: string }) => ({ data: entity === "order" ? [order] : changes })
  const known: Record<string, unknown> = { [ContainerRegistrationKeys.QUERY]: { graph }, [FATURA_MODULE]: { ledger: { ofCollection: async () => [] } } }
  const answer = new Answer()
  const next = jest.fn()
  await cancelOrderDoor({ params: { id: "order_1" }, headers: {}, get: () => undefined, scope: { resolve: (key: string) => known[key] } } as never, answer as never, next)
  expect(next).toHaveBeenCalledTimes(answer.told ? 0 : 1)
  return answer.told
}

const held: Payment = { provider_id: "pp_card_fatura", canceled_at: null, captured_at: null }
const voided: Payment = { ...held, canceled_at: "2026-11-28T12:00:00Z" }
const change = [{ id: "ordch_1" }]

it.each<[string, Partial<Collection>]>([
  ["held", { payments: [held] }],
  ["captured", { payments: [{ ...held, captured_at: "2026-11-28T12:00:00Z" }] }],
  ["waiting for a PIX", { payment_sessions: [{ provider_id: "pp_pix_fatura" }] }],
  ["voided already", { payments: [voided] }],
])("a cancel that Medusa would refuse half-way is not begun (%s)", async (_state, collection) => {
  expect(await pressCancel(collection, change)).toEqual({ status: 409, code: "order_change_active" })
})

it.each<[string, Partial<Collection>, { id: string }[]]>([
  ["the order is not being changed", { payments: [held] }, []],
  ["an unpaid order is not being changed", { payment_sessions: [{ provider_id: "pp_boleto_fatura" }] }, []],
  ["its payments are of another provider", { payment_sessions: [{ provider_id: "pp_system_default" }], payments: [{ ...held, provider_id: "pp_system_default" }] }, change],
])("any other is Medusa's: %s", async (_state, collection, changes) => {
  expect(await pressCancel(collection, changes)).toBeNull()
})

describe("the invoices of an order that is being cancelled", () => {
  /** @returns what tells whether the order's one open invoice is held, and whether Medusa has begun */
  async function begin(answer: Answer): Promise<{ isHeld: () => boolean; next: jest.Mock }> {
    let isHeld = false
    const ledger = {
      ofCollection: async () => [{ id: "finv_1", is_live: true, settled_at: null }],
      withLease: async (_id: string, work: (row: object) => Promise<void>) => {
        isHeld = true
        await work({ status: "awaiting_payment" })
        isHeld = false
      },
    }
    const order = { id: "order_1", payment_collections: [{ id: "pay_col_1", payment_sessions: [{ provider_id: "pp_pix_fatura" }], payments: [] }] }
    const known: Record<string, unknown> = { [ContainerRegistrationKeys.QUERY]: { graph: async ({ entity }: { entity: string }) => ({ data: entity === "order" ? [order] : [] }) }, [FATURA_MODULE]: { ledger } }
    const next = jest.fn()
    await cancelOrderDoor({ params: { id: "order_1" }, headers: {}, get: () => undefined, scope: { resolve: (key: string) => known[key] } } as never, answer as never, next)
    return { isHeld: () => isHeld, next }
  }
  const turn = () => new Promise((done) => setImmediate(done))

  it("are held until Medusa has answered, though its sender went away meanwhile", async () => {
    const answer = new Answer()
    const { isHeld, next } = await begin(answer)
    expect([next.mock.calls.length, isHeld()]).toEqual([1, true])
    answer.closed = true
    answer.emit("close")
    answer.req.socket.emit("close")
    await turn()
    expect(isHeld()).toBe(true)
    answer.end()
    await turn()
    expect(isHeld()).toBe(false)
  })

  it("are not held where its sender went away before Medusa began", async () => {
    const answer = new Answer()
    answer.closed = true
    const { isHeld, next } = await begin(answer)
    await turn()
    expect([next.mock.calls.length, isHeld()]).toEqual([0, false])
  })
})

describe("a cancel whose sender goes away before Medusa begins", () => {
  /** An open invoice of the order, and whether somebody holds it. */
  async function pressAndGo(goesWhen: "before" | "while reading"): Promise<{ begun: boolean; held: number }> {
    const order = { id: "order_1", payment_collections: [{ id: "pay_col_1", payments: [held] }] }
    const answer = new Answer()
    const go = () => {
      answer.req.socket.destroyed = true
      answer.closed = true
      answer.emit("close")
    }
    let isHeld = 0
    const ledger = {
      ofCollection: async () => [{ id: "finv_1", is_live: true, settled_at: null }],
      withLease: async (_id: string, work: (row: unknown) => Promise<void>) => {
        isHeld++
        await work({ status: "awaiting_payment" })
        isHeld--
      },
    }
    const graph = async ({ entity }: { entity: string }) => {
      if (goesWhen === "while reading") go()
      return { data: entity === "order" ? [order] : [] }
    }
    const known: Record<string, unknown> = { [ContainerRegistrationKeys.QUERY]: { graph }, [FATURA_MODULE]: { ledger } }
    const next = jest.fn()
    if (goesWhen === "before") go()
    await cancelOrderDoor({ params: { id: "order_1" }, headers: {}, get: () => undefined, scope: { resolve: (key: string) => known[key] } } as never, answer as never, next)
    await new Promise((resolve) => setImmediate(resolve))
    return { begun: next.mock.calls.length > 0, held: isHeld }
  }

  it.each([
    ["before", { begun: false, held: 0 }],
    ["while reading", { begun: false, held: 0 }],
  ] as const)("is not begun and holds no invoice: %s", async (goesWhen, expected) => {
    expect(await pressAndGo(goesWhen)).toEqual(expected)
  })
})
