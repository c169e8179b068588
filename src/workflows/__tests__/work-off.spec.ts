import { createStep, createWorkflow, WorkflowResponse } from "@medusajs/framework/workflows-sdk"
import type { MedusaContainer } from "@medusajs/framework/types"
import { UnexpectedStateError } from "../../domain/words-of-error"
import { pausedError } from "../../gateway"
import { FATURA_MODULE } from "../../modules/fatura"
import type { OutboxKind, OutboxRow } from "../../modules/fatura/outbox/outbox"
import { BookingWaits } from "../settling/booking-waits"
import { settleInvoiceWorkflow } from "../settle-invoice"
import { workOffOf } from "../work-off"

jest.mock("../settle-invoice", () => ({ settleInvoiceWorkflow: jest.fn() }))

const hoursAgo = (hours: number): Date => new Date(Date.now() - hours * 3_600_000)

/** An outbox that has one task, and what became of it. */
function shop(kind: OutboxKind, given: Partial<OutboxRow> & { method?: string }, work: () => Promise<unknown>) {
  const task: OutboxRow = { id: "fout_1", kind, fatura_invoice_id: "finv_1", requests: 1, attempts: 1, created_at: new Date(), ...given }
  const log: string[] = []
  const fatura = {
    options: { webhooks: { maxAttempts: 12 } },
    outbox: {
      claimOf: async () => task,
      done: async () => void log.push("done"),
      retry: async (_task: OutboxRow, why: string, longest?: number) => void log.push(`again: ${why}${longest ? `, after ${longest} s at most` : ""}`),
    },
    canceling: { send: work },
    resolver: { resolve: work },
    ledger: { find: async () => ({ id: "finv_1", order_id: "order_1", state: "unknown", method: given.method ?? "pix" }) },
    problems: {
      raise: async (problem: { kind: string; subject: string }) => void log.push(`raised ${problem.kind} of ${problem.subject}`),
      clear: async (cleared: string, subject: string) => void log.push(`cleared ${cleared} of ${subject}`),
    },
  }
  jest.mocked(settleInvoiceWorkflow).mockReturnValue({ run: work } as never)
  const container = { resolve: (name: string) => (name === FATURA_MODULE ? fatura : { warn: () => undefined }) } as unknown as MedusaContainer
  return { log, run: () => workOffOf(container, kind, "finv_1") }
}

const fails = async () => {
  throw new UnexpectedStateError("the gateway is down")
}
/** What settling throws comes out of a workflow of Medusa, which makes plain data of it. */
const thrown: { error: Error } = { error: new Error() }
const failingStep = createStep("test-failing-step", async () => {
  throw thrown.error
})
const failingWorkflow = createWorkflow("test-failing", () => new WorkflowResponse(failingStep()))
const settlingThrows = (error: Error) => async () => {
  thrown.error = error
  await failingWorkflow().run({ input: {} })
}
const waits = settlingThrows(new BookingWaits("the order has a change in progress"))

describe("a task that fails", () => {
  it("is tried again without a word to staff while it has tries left", async () => {
    const { log, run } = shop("cancel", { attempts: 11 }, fails)
    await run()
    expect(log).toEqual(["again: the gateway is down"])
  })

  it.each([12, 13, 500])("is a dead letter from the last try on, and still tried again (try %d)", async (attempts) => {
    const { log, run } = shop("cancel", { attempts }, fails)
    await run()
    expect(log).toEqual(["again: the gateway is down", "raised dead_letter of fout_1"])
  })

  it("is no dead letter any more when it is done at last", async () => {
    const { log, run } = shop("cancel", { attempts: 40 }, async () => "canceled")
    await run()
    expect(log).toEqual(["done", "cleared dead_letter of fout_1"])
  })

  it("is a dead letter too when a cancel has no definite answer so often", async () => {
    const { log, run } = shop("cancel", { attempts: 12 }, async () => "unresolved")
    await run()
    expect(log).toEqual(["again: no definite answer yet", "raised dead_letter of fout_1"])
  })

  it("is none while look-ups are merely paused", async () => {
    const { log, run } = shop("resolve_attempt", { attempts: 40 }, async () => {
      throw pausedError("list_invoices", null)
    })
    await run()
    expect(log).toEqual(["again: list_invoices: look-ups are paused"])
  })

  it("is none either while settling waits for paused look-ups", async () => {
    const { log, run } = shop("settle", { attempts: 40 }, settlingThrows(pausedError("list_invoices", null)))
    await run()
    expect(log).toEqual(["again: list_invoices: look-ups are paused"])
  })

  it("is none where an attempt waits for its outcome, which has problems of its own", async () => {
    const { log, run } = shop("resolve_attempt", { attempts: 300 }, async () => "open")
    await run()
    expect(log).toEqual(["again: no definite answer yet"])
  })
})

describe("an attempt that was looked for in vain", () => {
  it("is looked for every hour in the end when it is a card, which can only be waited for", async () => {
    const { log, run } = shop("resolve_attempt", { attempts: 20, method: "card" }, async () => "open")
    await run()
    expect(log).toEqual(["again: no definite answer yet, after 3600 s at most"])
  })

  it("is looked for every five minutes when a shopper waits for its next code", async () => {
    const { log, run } = shop("resolve_attempt", { attempts: 20, method: "boleto" }, async () => "open")
    await run()
    expect(log).toEqual(["again: no definite answer yet"])
  })
})

describe("a refund of the gateway that can't be booked yet", () => {
  it("waits for staff to end the change of the order, and is no dead letter", async () => {
    const { log, run } = shop("settle", { attempts: 200, created_at: hoursAgo(23) }, waits)
    await run()
    expect(log).toEqual(["again: the order has a change in progress"])
  })

  it("reminds staff after a day", async () => {
    const { log, run } = shop("settle", { attempts: 300, created_at: hoursAgo(25) }, waits)
    await run()
    expect(log).toEqual(["again: the order has a change in progress", "raised gateway_refund_not_booked of finv_1"])
  })
})
