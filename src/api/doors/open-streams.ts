import type { MedusaResponse } from "@medusajs/framework/http"
import { networkOf } from "../../domain/internet-address"
import { ShopperError } from "../../modules/fatura/texts/shopper-error"
import { hasEnded, onceEnded } from "./request-end"

/** Streams that one process keeps open: for each payment, each internet address, all whose address can't be told, and all together. */
const LIMITS = { session: 6, address: 200, unknownAddress: 4_000, process: 10_000 }
/** Proxies close what is silent for 30 or 60 seconds. */
const HEARTBEAT_MS = 15_000
const LIFE_MS = 60_000
/** Not all at the same moment after a restart: opening them again costs more than keeping them. */
const LIFE_SPREAD_MS = 30_000

/** `no-transform`: a compressing middleware or proxy would hold events back. */
const HEADERS = {
  "content-type": "text/event-stream; charset=utf-8",
  "cache-control": "no-store, no-transform",
  "x-accel-buffering": "no",
}

export type EventStream = {
  /** Sends an event, unless the stream has ended. */
  send(event: string, id: string, data: unknown): void
  end(): void
}

/** The event streams that this process has open. They end by themselves after a minute or a little more, and when the process is told to end. */
class OpenStreams {
  private readonly open = new Map<EventStream, MedusaResponse>()
  private readonly counts = new Map<string, number>()
  private heartbeat: NodeJS.Timeout | undefined
  private watchesForEnd = false

  /**
   * @param onEnd called once, however the stream ends
   * @returns null when the reader has gone already; nothing is counted then, and `onEnd` is not called
   * @throws ShopperError `too_many_streams`
   */
  start(res: MedusaResponse, { sessionId, ip, onEnd }: { sessionId: string; ip: string | null; onEnd: () => void }): EventStream | null {
    if (hasEnded(res)) {
      return null
    }
    const keys = [`session ${sessionId}`, `address ${ip === null ? "" : networkOf(ip)}`]
    const limits = [LIMITS.session, ip === null ? LIMITS.unknownAddress : LIMITS.address]
    if (this.open.size >= LIMITS.process || keys.some((key, index) => (this.counts.get(key) ?? 0) >= limits[index]!)) {
      res.setHeader("retry-after", "60")
      throw new ShopperError("too_many", "too_many_streams")
    }
    const stream: EventStream = {
      send: (event, id, data) => {
        if (this.open.has(stream)) {
          res.write(`event: ${event}\nid: ${id}\ndata: ${JSON.stringify(data)}\n\n`)
        }
      },
      end: () => {
        if (this.open.delete(stream)) {
          res.end()
        }
      },
    }
    const life = setTimeout(stream.end, LIFE_MS + Math.random() * LIFE_SPREAD_MS)
    life.unref()
    onceEnded(res, () => {
      this.open.delete(stream)
      clearTimeout(life)
      for (const key of keys) {
        this.count(key, -1)
      }
      onEnd()
    })
    this.open.set(stream, res)
    for (const key of keys) {
      this.count(key, 1)
    }
    this.watch()
    res.socket?.setNoDelay(true)
    res.writeHead(200, HEADERS)
    res.flushHeaders()
    return stream
  }

  private count(key: string, change: number): void {
    const count = (this.counts.get(key) ?? 0) + change
    if (count > 0) {
      this.counts.set(key, count)
    } else {
      this.counts.delete(key)
    }
  }

  private watch(): void {
    this.heartbeat ??= setInterval(() => {
      for (const stream of this.open.keys()) {
        stream.send("ping", "", null)
      }
    }, HEARTBEAT_MS).unref()
    if (!this.watchesForEnd) {
      this.watchesForEnd = true
      // The server waits for open answers before it ends, and tells modules only afterwards.
      for (const signal of ["SIGTERM", "SIGINT"] as const) {
        process.on(signal, () => this.endAll())
      }
    }
  }

  private endAll(): void {
    for (const stream of [...this.open.keys()]) {
      stream.end()
    }
  }
}

export const openStreams = new OpenStreams()
