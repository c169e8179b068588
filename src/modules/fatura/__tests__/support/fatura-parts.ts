import { AccountRegistry } from "../../accounts/account-registry"
import { Canceling } from "../../canceling/cancel"
import type { Database } from "../../database"
import { Emails } from "../../emails/emails"
import { NoticeLimits } from "../../inbox/limits"
import { Notices } from "../../inbox/notices"
import { NoticeReader } from "../../inbox/read-and-take"
import { ResolveAttempt } from "../../issuing/resolve-attempt"
import { DueDates } from "../../ledger/change-due-date"
import { ChangeTaker } from "../../ledger/apply-change"
import { Ledger } from "../../ledger/ledger"
import { LookUps } from "../../ledger/look-up"
import { optionsSchema } from "../../options/schema"
import { Outbox } from "../../outbox/outbox"
import { Problems } from "../../problems/problems"
import { CheckEnded } from "../../reconciliation/check-ended"
import { ConfirmPayments } from "../../reconciliation/confirm-payments"
import { CheckOpen } from "../../reconciliation/check-open"
import { Turns } from "../../recovery/turns"
import { Revision } from "../../settings/revision"
import { Settings } from "../../settings/settings"
import { Sweep } from "../../reconciliation/sweep"
import { RefundRows } from "../../refunds/refund-rows"
import { Refunds } from "../../refunds/refunds"
import { ring, testKey } from "./rows"

export const ACCOUNT = "facc_config_default"
export const quiet = { info: () => undefined, warn: () => undefined, error: () => undefined } as never

/** The module's parts, put together as its service does, without Medusa. */
export function faturaParts(db: Database, gatewayUrl: string, given: Record<string, unknown> = {}, logger = quiet) {
  const options = optionsSchema.parse({
    accounts: [{ baseUrl: gatewayUrl, token: "t", secretKey: "s" }],
    backendUrl: "http://127.0.0.1:9",
    encryptionKey: testKey("first"),
    reconciliation: { lookUpsPerMinute: 10_000, lookUpsPerDay: 100_000 },
    ...given,
  })
  const [ledger, outbox, problems, notices] = [new Ledger(db), new Outbox(db), new Problems(db), new Notices(db, ring)]
  const revision = new Revision(db)
  const accounts = new AccountRegistry(db, options, ring, problems, revision)
  const settings = new Settings(db, revision, options)
  const changes = new ChangeTaker(ledger, outbox, problems, settings)
  const lookUps = new LookUps(ledger, accounts, changes, problems)
  const canceling = new Canceling(ledger, outbox, accounts, changes, lookUps, problems, logger)
  const resolver = new ResolveAttempt(ledger, accounts, changes, canceling, problems, options, settings)
  const limits = new NoticeLimits(undefined)
  const reader = new NoticeReader(notices, ledger, accounts, changes, lookUps, problems, limits, options, logger)
  const refunds = new Refunds(new RefundRows(db), ledger, accounts, changes, lookUps, outbox, problems, logger)
  const dueDates = new DueDates(ledger, outbox, problems, accounts, changes, settings)
  const ended = new CheckEnded(db, ledger, changes, canceling, lookUps)
  const sweep = new Sweep(db, ledger, accounts, changes, canceling, lookUps)
  const checkOpen = new CheckOpen(db, ledger, accounts, ended, sweep, lookUps, resolver, problems, logger)
  const confirmPayments = new ConfirmPayments(db, ledger, lookUps, problems, new Turns(db), logger)
  const emails = new Emails(db, options.emails)
  return { emails, confirmPayments, options, settings, ledger, outbox, problems, notices, accounts, changes, lookUps, canceling, resolver, reader, refunds, dueDates, sweep, checkOpen }
}
