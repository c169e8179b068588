import { rowOf, type Facts, type Problem } from "../story/facts"
import { reais, said, type Scene } from "../story/scene"
import { pursesOf, undecidedOf } from "../audit/money"
import { MONEY_PROBLEMS } from "../audit/rules"
import { partOf, pickOf, type Choice, type Move } from "./move"

type Action = "refund" | "accept" | "record_external_refund" | "cancel_order" | "dismiss"
type AboutInvoice = Problem & { row_id: string }

const openProblems = (scene: Scene): AboutInvoice[] => scene.facts.problems.filter((problem): problem is AboutInvoice => problem.open && problem.row_id !== null)
/** Of an order that could not be ended, whatever its invoices. */
const ofOrders = (scene: Scene): Problem[] => scene.facts.problems.filter(({ open, row_id, order_id }) => open && row_id === null && order_id !== null)

/** Every action that the problem's page offers, read where staff read it. */
async function actionsOf(scene: Scene, problem: AboutInvoice): Promise<Action[]> {
  const answer = await scene.staff("GET", `/admin/fatura/invoices/${problem.row_id}`)
  const { problems } = (answer.body as { invoice?: { problems: { id: string; actions: Action[] }[] } }).invoice ?? { problems: [] }
  return problems.find(({ id }) => id === problem.id)?.actions ?? []
}

/** Money of the problem's invoices that nobody has decided about, as it can be worked out from outside. */
function undecidedCents(scene: Scene, problem: AboutInvoice): number {
  return undecidedOf(scene.facts, scene.decisions, problem.row_id)
}

const decides: Move = {
  name: "staff decide a problem",
  weight: 22,
  can: (scene) => openProblems(scene).length > 0,
  act: async (scene, choice) => {
    const problem = pickOf(openProblems(scene), choice)
    const actions = await actionsOf(scene, problem)
    if (!actions.length) return
    const action = actions[(choice.pick + (choice.loud ? 0 : 1)) % actions.length]!
    const before = undecidedCents(scene, problem)
    // Of a cancelled order that Medusa has captured, all that is captured is to be decided about.
    const whole = Math.max(before > 0 ? before : bookedCents(scene, problem), 1)
    const cents = choice.part === "all" || action === "accept" || action === "dismiss" ? null : partOf(whole, choice.part)
    scene.say("staff", `decide "${action}"${cents === null ? "" : ` of ${reais(cents)}`} on ${problem.kind} (${reais(before)} undecided)`)
    const returnedBefore = returnedOf(scene, problem.row_id)
    const answer = await scene.staff("POST", `/admin/fatura/problems/${problem.id}/resolve`, { action, reason: "Decided in a story", ...(cents !== null && { amount: cents / 100 }) })
    scene.andThen(said(answer))
    if (answer.status !== 200) return
    if (action === "record_external_refund") scene.decisions.push({ rowId: problem.row_id, kept: 0, recorded: cents ?? before })
    if (action === "dismiss") {
      await scene.look()
      // What staff wave through is kept, as far as it was theirs to decide, and unless another problem still asks for it.
      const stillAsked = !MONEY_PROBLEMS.includes(problem.kind) || scene.facts.problems.some(({ open, kind, row_id }) => open && MONEY_PROBLEMS.includes(kind) && row_id === problem.row_id)
      const kept = stillAsked ? 0 : Math.max(0, undecidedCents(scene, problem))
      if (kept > 0 && returnedOf(scene, problem.row_id) === returnedBefore) scene.decisions.push({ rowId: problem.row_id, kept, recorded: 0 })
    }
    if (action === "accept") scene.accepted.add(problem.row_id)
  },
}

/** The problem's own page lists it among all that are open. */
const endsOrder: Move = {
  name: "staff decide about an order that is not ended",
  weight: 8,
  can: (scene) => ofOrders(scene).length > 0,
  act: async (scene, choice) => {
    const problem = pickOf(ofOrders(scene), choice)
    const shown = await scene.staff("GET", "/admin/fatura/problems?limit=100")
    const actions = (shown.body as { problems?: { id: string; actions: Action[] }[] }).problems?.find(({ id }) => id === problem.id)?.actions ?? []
    if (!actions.length) return
    const action = actions[choice.pick % actions.length]!
    scene.say("staff", `decide "${action}" on ${problem.kind}`)
    scene.andThen(said(await scene.staff("POST", `/admin/fatura/problems/${problem.id}/resolve`, { action, reason: "Decided in a story" })))
  },
}

function bookedCents({ facts, decisions }: Scene, problem: AboutInvoice): number {
  return pursesOf(facts, decisions).find(({ rows }) => rows.some(({ id }) => id === problem.row_id))?.bookedCents ?? 0
}

function returnedOf({ facts }: Scene, rowId: string): number {
  return facts.invoices.filter((invoice) => rowOf(facts, invoice)?.id === rowId).reduce((sum, { _sandbox }) => sum + _sandbox.refunded_cents, 0)
}

const refundable = (scene: Scene): Facts["payments"] => scene.facts.payments.filter(({ capturedCents, refundedCents }) => capturedCents > refundedCents)

const refunds: Move = {
  name: "staff refund a payment",
  weight: 9,
  can: (scene) => refundable(scene).length > 0,
  act: async (scene, choice) => {
    const payment = pickOf(refundable(scene), choice)
    const cents = partOf(payment.capturedCents - payment.refundedCents, choice.part)
    // Fractions of a cent are refused, not rounded.
    const amount = choice.part === "little" && choice.pick === 5 ? cents / 100 + 0.001 : cents / 100
    scene.say("staff", `refund R$ ${amount} of a payment of ${reais(payment.capturedCents)} captured, ${reais(payment.refundedCents)} returned`)
    scene.andThen(said(await scene.staff("POST", `/admin/payments/${payment.id}/refund`, { amount })))
  },
}

const captures: Move = {
  name: "staff capture",
  weight: 2,
  can: (scene) => scene.facts.payments.some(({ capturedCents, amountCents }) => capturedCents < amountCents),
  act: async (scene, choice) => {
    const payment = pickOf(scene.facts.payments.filter(({ capturedCents, amountCents }) => capturedCents < amountCents), choice)
    scene.say("staff", `capture a payment of ${reais(payment.amountCents)}`)
    scene.andThen(said(await scene.staff("POST", `/admin/payments/${payment.id}/capture`, {})))
  },
}

const issued = (scene: Scene): Facts["rows"] => scene.facts.rows.filter(({ state }) => state === "issued")

const syncs: Move = {
  name: "staff sync",
  weight: 4,
  can: (scene) => issued(scene).length > 0,
  act: async (scene, choice) => {
    const row = pickOf([...issued(scene)].reverse(), choice)
    scene.say("staff", `sync ${row.method} ${issued(scene).indexOf(row) + 1}`)
    scene.andThen(said(await scene.staff("POST", `/admin/fatura/invoices/${row.id}/sync`)))
  },
}

const cancels: Move = {
  name: "staff cancel an invoice",
  weight: 4,
  can: (scene) => issued(scene).length > 0,
  act: async (scene, choice) => {
    const row = pickOf([...issued(scene)].reverse(), choice)
    scene.say("staff", `cancel the invoice ${row.method} ${issued(scene).indexOf(row) + 1}`)
    const answer = await scene.staff("POST", `/admin/fatura/invoices/${row.id}/cancel`)
    scene.andThen(`${said(answer)} ${(answer.body as { result?: string }).result ?? ""}`)
  },
}

const setsDueDate: Move = {
  name: "staff change a due date",
  weight: 2,
  can: (scene) => issued(scene).some(({ method }) => method !== "card"),
  act: async (scene, choice) => {
    const row = pickOf(issued(scene).filter(({ method }) => method !== "card").reverse(), choice)
    const due_at = dayIn(2 + (choice.pick % 4) * 4)
    scene.say("staff", `new due date for ${row.method} ${issued(scene).indexOf(row) + 1}`)
    scene.andThen(said(await scene.staff("POST", `/admin/fatura/invoices/${row.id}/due-date`, { due_at })))
  },
}

const dayIn = (days: number): string => new Date(Date.now() + days * 86_400_000).toISOString().slice(0, 10)

export const STAFF_MONEY_MOVES: Move[] = [decides, endsOrder, refunds, captures, syncs, cancels, setsDueDate]

export type { Choice }
