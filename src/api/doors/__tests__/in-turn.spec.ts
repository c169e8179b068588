import { EventEmitter } from "node:events"
import { inTurn } from "../in-turn"

/** An answer on a connection, as far as a turn needs it. */
class Answer extends EventEmitter {
  closed = false
  readonly req = { socket: Object.assign(new EventEmitter(), { destroyed: false }) }
  end() {
    this.closed = true
    this.emit("close")
  }
  goAway() {
    this.req.socket.destroyed = true
    this.req.socket.emit("close")
  }
}

/** Medusa's locks, without their time limit: what is never let go is waited for in vain. */
class Locks {
  private last: Promise<unknown> = Promise.resolve()
  execute(_key: string, work: () => Promise<void>): Promise<void> {
    const turn = this.last.then(work)
    this.last = turn.catch(() => undefined)
    return turn
  }
}

const begun: string[] = []
beforeEach(() => (begun.length = 0))

it.each<[string, (answer: Answer) => void, (answer: Answer) => void]>([
  ["whose sender has gone already, and that is answered to nobody,", (answer) => answer.goAway(), (answer) => answer.end()],
  ["that is answered", () => undefined, (answer) => answer.end()],
  ["that is answered to nobody", () => undefined, (answer) => (answer.goAway(), answer.end())],
])("a request %s does not hold up the next one of the same cart", async (_how, before, later) => {
  const locks = new Locks()
  const req = { scope: { resolve: () => locks } } as never
  const first = new Answer()
  before(first)
  const one = inTurn(req, first as never, "cart_1", async () => void begun.push("first"))
  const second = new Answer()
  const two = inTurn(req, second as never, "cart_1", async () => void begun.push("second"))
  await new Promise((resolve) => setImmediate(resolve))
  later(first)
  await one
  await new Promise((resolve) => setImmediate(resolve))
  expect(begun).toEqual(["first", "second"])
  second.end()
  await two
  expect([first, second].map((answer) => answer.listenerCount("close") + answer.req.socket.listenerCount("close"))).toEqual([0, 0])
})

it.each<[string, (answer: Answer) => void, (answer: Answer) => void]>([
  ["any more", () => undefined, (answer) => answer.goAway()],
  ["from the beginning", (answer) => answer.goAway(), () => undefined],
])("what Medusa has begun it brings to its end, so the next one waits although nobody listens to the first %s", async (_when, before, during) => {
  const locks = new Locks()
  const req = { scope: { resolve: () => locks } } as never
  const [first, second] = [new Answer(), new Answer()]
  before(first)
  const both = [inTurn(req, first as never, "cart_1", async () => void begun.push("first")), inTurn(req, second as never, "cart_1", async () => void begun.push("second"))]
  await new Promise((resolve) => setImmediate(resolve))
  during(first)
  await new Promise((resolve) => setImmediate(resolve))
  expect(begun).toEqual(["first"])
  first.end()
  await both[0]
  second.end()
  await both[1]
  expect(begun).toEqual(["first", "second"])
})
