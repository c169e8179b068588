import { cpf } from "cpf-cnpj-validator"
import { AccountRegistry } from "../modules/fatura/accounts/account-registry"
import { Calibrator, type Calibration } from "../modules/fatura/calibration/calibrate"
import { KeyRing } from "../modules/fatura/crypto/key-ring"
import { tables } from "../modules/fatura/database"
import type { Setup } from "../modules/fatura/doctor/finding"
import { Problems } from "../modules/fatura/problems/problems"
import { Revision } from "../modules/fatura/settings/revision"

/**
 * `doctor --calibrate`: what was found out, and the settings to use. It is noted with the account, too.
 * @throws Error in one line where it can't run
 */
export async function runCalibration(setup: Setup, { account: name, json }: { account?: string; json: boolean }): Promise<void> {
  const { options, db } = setup
  if (!options || !db) {
    throw new Error("Calibration needs the plugin's options and the database; run doctor without --calibrate first, it says what is missing.")
  }
  const revision = new Revision(db)
  const registry = new AccountRegistry(db, options, new KeyRing(options.encryptionKey), new Problems(db), revision)
  const accounts = (await registry.all()).filter((one) => !one.archived)
  const account = accounts.find((one) => (name === undefined ? one.isDefault : one.name === name))
  if (!account) {
    throw new Error(name === undefined ? "There is no account that can be used; run doctor without --calibrate first." : `There is no account "${name}"; there are: ${accounts.map((one) => one.name).join(", ") || "none"}.`)
  }
  const { account: profile } = await account.tokens.kept(() => account.client.auth())
  const calibration = await new Calibrator(account.clientWith, {
    name: account.name,
    document: cpf.generate(),
    notifyUrl: `${options.backendUrl}/hooks/fatura/calibration`,
    paymentTypes: account.gatewayOptions.paymentTypes,
    environment: profile.environment,
  }).run()
  await db.transaction(async (trx) => {
    await trx(tables.account).where({ id: account.id }).update({ calibration: JSON.stringify(calibration), updated_at: trx.fn.now() })
    await revision.raise(trx)
  })
  process.stdout.write(json ? `${JSON.stringify(calibration, null, 2)}\n` : inWords(calibration))
  process.exitCode = calibration.left_open.length ? 1 : 0
}

function inWords({ calibrated_at, account, facts, settings, left_open }: Calibration): string {
  const width = Math.max(...Object.keys(facts).map((name) => name.length))
  const lines = Object.entries(facts).map(([name, value]) => `  ${name.padEnd(width)}  ${value === null ? "not found out" : String(value)}`)
  const options = Object.keys(settings).length ? JSON.stringify(settings, null, 2).split("\n").slice(1, -1).join("\n") : "  (nothing: the defaults are right, or nothing was found out)"
  const left = left_open.length ? `\nThese invoices could not be cancelled, please do it in the gateway's panel: ${left_open.join(", ")}\n` : ""
  return `Found out:\n${lines.join("\n")}\n\nThe account "${account}" uses them from now on. For its PRODUCTION account, put them into that account (in the plugin's\noptions, or as gateway_options in the admin), or into the options for all:\n  // calibrated ${calibrated_at} with the SANDBOX account "${account}"\n${options}\n${left}`
}
