import { type GatewayClient, GatewayError } from "../../../gateway"
import { type Database, tables } from "../database"
import type { Problems } from "../problems/problems"
import type { AccountTokens } from "./account-tokens"

/** Refused credentials are asked about again in this time at most, by all processes together: sooner while somebody wants to pay. */
const ASK_AGAIN_SECONDS = { shopper: 60, watch: 900 } as const
export type Asking = keyof typeof ASK_AGAIN_SECONDS

type Askable = { id: string; client: Pick<GatewayClient, "auth" | "status">; tokens: Pick<AccountTokens, "kept" | "renew"> }

/**
 * Whether the gateway takes an account's credentials, as all processes know it. A refusal may pass: while it lasts,
 * the next shopper after a minute, or the watch after some, has the gateway asked again, and the account is back by itself.
 */
export class AccountStandings {
  constructor(
    private readonly db: Database,
    private readonly problems: Problems
  ) {}

  /** @param asking who may have the gateway asked again; nobody where it is missing */
  async isReady(account: Askable, asking?: Asking): Promise<boolean> {
    const row: { refused_at: Date | null } | undefined = await this.db(tables.account).where({ id: account.id }).first("refused_at")
    if (!row?.refused_at) {
      return true
    }
    return asking && (await this.mayAsk(account.id, ASK_AGAIN_SECONDS[asking])) ? this.isTaken(account) : false
  }

  /** Whether the gateway refused the credentials, and never took any of this account. */
  async wasNeverTaken(accountId: string): Promise<boolean> {
    return (await this.db(tables.account).where({ id: accountId }).whereNotNull("refused_at").whereNull("issuer").first("id")) !== undefined
  }

  async noteTaken(accountId: string): Promise<void> {
    await this.db(tables.account).where({ id: accountId }).whereNotNull("refused_at").update({ refused_at: null })
  }

  private async mayAsk(accountId: string, seconds: number): Promise<boolean> {
    const asked = await this.db(tables.account)
      .where({ id: accountId })
      .andWhere("refused_at", "<", this.db.raw("clock_timestamp() - make_interval(secs => ?)", [seconds]))
      .update({ refused_at: this.db.raw("clock_timestamp()") })
    return asked === 1
  }

  /** One `GET /status` with the token that is kept, or one `GET /auth` where there is none or it is not taken. */
  private async isTaken({ id, client, tokens }: Askable): Promise<boolean> {
    try {
      const { accessToken } = await tokens.kept(() => client.auth())
      if (!(await client.status()).valid) {
        await tokens.renew(accessToken, () => client.auth())
      }
    } catch (error) {
      if (error instanceof GatewayError) {
        return false
      }
      throw error
    }
    await this.noteTaken(id)
    await this.problems.clear("credentials_refused", id)
    return true
  }
}
