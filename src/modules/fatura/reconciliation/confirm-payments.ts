import type { Logger } from "@medusajs/framework/types"
import { wordsOfError } from "../../../domain/words-of-error"
import { GatewayError } from "../../../gateway"
import { areLookUpsPaused } from "../accounts/look-up-gate"
import { type Database, tables } from "../database"
import { isConfirmedBy, unconfirmedPayment } from "../ledger/confirmation"
import type { Ledger } from "../ledger/ledger"
import type { LookUps } from "../ledger/look-up"
import type { Problems } from "../problems/problems"
import type { Turns } from "../recovery/turns"

/** The gateway's list knows of a payment by then, and what else the budget is needed for about it has been done. */
const AFTER_MINUTES = 15
/** Later there is nothing to be gained: the goods are gone. */
const UNTIL_DAYS = 30
const ACCOUNTS_A_RUN = 50
const LONGEST_PAUSE_SECONDS = 6 * 3_600

/** Oldest first, one of each account: none waits for another's budget. */
const UNCONFIRMED_ROWS = `select distinct on (i.account_id) i.id from ${tables.invoice} i
  left join ${tables.turn} t on t.id = 'unconfirmed_payment:' || i.id
  where i.unconfirmed_since between now() - interval '${UNTIL_DAYS} days' and now() - interval '${AFTER_MINUTES} minutes'
    and i.state = 'issued' and (t.next_at is null or t.next_at <= now())
  order by i.account_id, i.unconfirmed_since`

/**
 * Asks the gateway about payments that only a webhook has told of, while the look-up budget is idle: one call an
 * account and run. The money is booked already; what contradicts it is raised, and undoes nothing.
 */
export class ConfirmPayments {
  constructor(
    private readonly db: Database,
    private readonly ledger: Ledger,
    private readonly lookUps: LookUps,
    private readonly problems: Problems,
    private readonly turns: Turns,
    private readonly logger: Logger
  ) {}

  async run(): Promise<void> {
    for (const id of await this.turns.due("unconfirmed_payment", { sql: UNCONFIRMED_ROWS, values: {} }, ACCOUNTS_A_RUN)) {
      if (await this.turns.take("unconfirmed_payment", id)) {
        await this.confirm(id)
      }
    }
  }

  private async confirm(id: string): Promise<void> {
    try {
      await this.ask(id)
    } catch (error) {
      if (!(error instanceof GatewayError)) {
        throw error
      }
      if (areLookUpsPaused(error)) {
        // Nothing was asked: it is as good as untried.
        return this.turns.release("unconfirmed_payment", id)
      }
      this.logger.info(`Fatura: the payment of ${id} is confirmed later (${wordsOfError(error)})`)
      await this.turns.wait("unconfirmed_payment", id, LONGEST_PAUSE_SECONDS, wordsOfError(error))
    }
  }

  private async ask(id: string): Promise<void> {
    const row = await this.ledger.find(id)
    const answer = row && (await this.lookUps.byId(row, "confirm"))
    if (!row || (answer && isConfirmedBy(answer.invoice, answer.seen))) {
      return this.turns.release("unconfirmed_payment", id)
    }
    await this.problems.raise(unconfirmedPayment(row, answer?.seen ?? null))
    await this.turns.wait("unconfirmed_payment", id, LONGEST_PAUSE_SECONDS)
  }
}
