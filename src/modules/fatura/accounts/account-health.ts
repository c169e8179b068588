import { type CallReport, refusesToTell, scopesToTry } from "../../../gateway"
import type { Drifts } from "../health/drifts"
import type { Problems } from "../problems/problems"
import type { AccountStandings } from "./account-standings"

/** More than this between the gateway's clock and ours makes due dates and expiries wrong. */
const TOLERATED_SKEW_MS = 120_000
/** One row is written for a finding in this time at most, whatever the number of calls. */
const PAUSE_MS = 60_000

/**
 * What the answers of the gateway tell about an account beside their content: a lacking permission, a
 * block, refused credentials, a clock that is wrong. Costs no call, and at most one row per finding and
 * minute; who calls is not kept waiting.
 */
export class AccountHealth {
  private readonly last = new Map<string, { finding: string; at: number }>()

  constructor(
    private readonly accountId: string,
    private readonly problems: Problems,
    private readonly drifts?: Drifts,
    private readonly standings?: AccountStandings
  ) {}

  /** For the client's `onCall`. */
  readonly told = (report: CallReport): void => {
    this.take(report).catch(() => undefined)
  }

  /** @returns when the findings are written */
  async take(report: CallReport): Promise<void> {
    if (report.outcome === "ok") {
      await this.answered(report)
    } else if (report.kind === "missing_scope" || isDenied(report)) {
      const { operation, httpStatus } = report
      const details = { operation, scopes_to_try: scopesToTry(operation), http_status: httpStatus }
      await this.once(`scope:${operation}`, "missing", () => this.problems.raise({ kind: "missing_scope", subject: this.scopeSubject(operation), accountId: this.accountId, details }))
    } else if (report.kind === "blocked" && !report.isLookUp) {
      // A blocked look-up is told to the gate by the client itself; these calls try on.
      await this.once("block", "blocked", () =>
        this.problems.raise({ kind: "blocked_by_gateway", subject: this.callsSubject, accountId: this.accountId, details: { operation: report.operation, http_status: report.httpStatus } })
      )
    }
  }

  private async answered({ operation, clockSkewMs, isLookUp, drift }: CallReport): Promise<void> {
    await this.once(`scope:${operation}`, "there", () => this.problems.clear("missing_scope", this.scopeSubject(operation)))
    if (operation !== "auth") {
      await this.once("credentials", "taken", () => this.taken())
    }
    if (!isLookUp) {
      await this.once("block", "free", () => this.problems.clear("blocked_by_gateway", this.callsSubject))
    }
    if (clockSkewMs !== null) {
      await this.noteSkew(clockSkewMs)
    }
    await this.drifts?.note(operation, drift)
  }

  private async taken(): Promise<void> {
    await this.problems.clear("credentials_refused", this.accountId)
    await this.standings?.noteTaken(this.accountId)
  }

  private async noteSkew(skewMs: number): Promise<void> {
    const wrong = Math.abs(skewMs) > TOLERATED_SKEW_MS
    await this.once("clock", wrong ? "wrong" : "right", () =>
      wrong
        ? this.problems.raise({ kind: "clock_skew", subject: this.accountId, accountId: this.accountId, details: { seconds: Math.round(skewMs / 1_000) } })
        : this.problems.clear("clock_skew", this.accountId)
    )
  }

  private get callsSubject(): string {
    return `${this.accountId}:calls`
  }

  private scopeSubject(operation: string): string {
    return `${this.accountId}:${operation}`
  }

  /** Writes a finding, unless the same was written about its subject within the pause. */
  private async once(subject: string, finding: string, write: () => Promise<void>): Promise<void> {
    const last = this.last.get(subject)
    if (last?.finding === finding && performance.now() - last.at < PAUSE_MS) {
      return
    }
    this.last.set(subject, { finding, at: performance.now() })
    await write()
  }
}

/** Tokens of notices can't be validated for as long as this lasts; 401 is about the credentials as a whole. */
function isDenied({ operation, httpStatus, outcome }: CallReport): boolean {
  return operation === "validate_notice" && outcome !== "ok" && httpStatus !== 401 && refusesToTell(httpStatus)
}
