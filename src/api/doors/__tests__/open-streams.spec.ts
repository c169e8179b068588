import { EventEmitter } from "node:events"
import http from "node:http"
import net from "node:net"
import { poll } from "../../../../integration-tests/support/poll"
import { openStreams } from "../open-streams"

/** An answer as Node gives it, as far as a stream needs it. */
class Answer extends EventEmitter {
  closed = false
  readonly req: { socket: EventEmitter & { destroyed: boolean } }
  readonly socket = { setNoDelay: () => undefined }
  constructor() {
    super()
    this.req = { socket: Object.assign(new EventEmitter(), { destroyed: false }) }
  }
  setHeader() {}
  writeHead() {}
  flushHeaders() {}
  write() {}
  end() {
    this.abort()
  }
  abort() {
    this.req.socket.destroyed = true
    this.closed = true
    this.emit("close")
    this.req.socket.emit("close")
  }
  /** As an answer that waits behind another one: Node closes the connection and tells this one nothing. */
  abortWaiting() {
    this.req.socket.destroyed = true
    this.req.socket.emit("close")
  }
}

let ended = 0
const open = (answer: Answer, sessionId = "payses_1") => openStreams.start(answer as never, { sessionId, ip: "203.0.113.1", onEnd: () => ended++ })
beforeEach(() => (ended = 0))

/** Six for one payment, and no seventh: what went before has left nothing. */
function expectRoomForSix(): void {
  const six = Array.from({ length: 6 }, () => new Answer())
  for (const answer of six) {
    expect(open(answer)).not.toBeNull()
  }
  expect(() => open(new Answer())).toThrow(expect.objectContaining({ code: "too_many_streams" }))
  six.forEach((answer) => answer.abort())
}

it("10,000 streams that are opened and aborted leave no count, whenever the reader goes", () => {
  let opened = 0
  for (let round = 0; round < 10_000; round++) {
    const answer = new Answer()
    const aborted = round % 3
    if (aborted === 0) {
      answer.abort()
    }
    opened += open(answer) ? 1 : 0
    if (aborted === 1) {
      answer.abort()
    }
    if (aborted === 2) {
      answer.abortWaiting()
    }
    expect(answer.listenerCount("close") + answer.req.socket.listenerCount("close")).toBe(0)
  }
  expect(opened).toBe(6_666)
  expect(ended).toBe(6_666)
  expectRoomForSix()
})

it("connections that are closed while a stream is being opened, or with several waiting on one, leave no count", async () => {
  const asked: http.ServerResponse[] = []
  const server = http.createServer((_req, res) => void asked.push(res))
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve))
  const { port } = server.address() as net.AddressInfo
  const connect = (requests: number) => {
    const socket = net.connect(port, "127.0.0.1").on("error", () => undefined)
    socket.write("GET /events HTTP/1.1\r\nhost: shop\r\n\r\n".repeat(requests))
    return socket
  }
  const gone = () => poll(() => asked.every(({ req }) => req.socket.destroyed), 5_000)
  const early = Array.from({ length: 20 }, () => connect(1))
  await poll(() => asked.length === 20, 5_000)
  early.forEach((socket) => socket.destroy())
  await gone()
  expect(asked.map((res) => open(res as never))).toEqual(Array(20).fill(null))

  const shared = connect(6)
  await poll(() => asked.length === 26, 5_000)
  expect(asked.slice(20).map((res) => open(res as never) !== null)).toEqual(Array(6).fill(true))
  shared.destroy()
  await poll(() => ended === 6, 5_000)
  expectRoomForSix()
  await new Promise((resolve) => server.close(resolve))
})
