/** One request at the gateway's interface. Headers are not kept, so neither is an Authorization. */
export type LoggedRequest = {
  at: string
  method: string
  path: string
  query: Record<string, string>
  body: unknown
  /** HTTP status answered; null while in progress and when the connection was dropped. */
  status: number | null
  ms: number | null
  fault: string | null
}

const MOST_KEPT = 10_000

/** Paths with an id in them count as one. */
const countedAs = (method: string, path: string): string =>
  `${method} ${path.replace(/^\/invoices\/qrcode\/.+$/, "/invoices/qrcode/:id")}`

/** What was asked of the gateway: the latest requests and the count of all. */
export class RequestLog {
  private kept: LoggedRequest[] = []
  private counted: Record<string, number> = {}

  begin(request: Omit<LoggedRequest, "status" | "ms" | "fault">): LoggedRequest {
    const logged: LoggedRequest = { ...request, status: null, ms: null, fault: null }
    const key = countedAs(request.method, request.path)
    this.counted[key] = (this.counted[key] ?? 0) + 1
    this.kept.push(logged)
    if (this.kept.length > MOST_KEPT) {
      this.kept.splice(0, this.kept.length - MOST_KEPT)
    }
    return logged
  }

  requests(): LoggedRequest[] {
    return this.kept
  }

  counts(): Record<string, number> {
    return this.counted
  }

  clear(): void {
    this.kept = []
    this.counted = {}
  }
}
