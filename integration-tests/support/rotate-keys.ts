import { execFile } from "node:child_process"
import path from "node:path"
import { promisify } from "node:util"
import { paths } from "../../demo/lib/paths"

/** `medusa-payment-fatura rotate-keys` on a store's database. @throws with `code`, `stdout` and `stderr` when it ends with another code than 0 */
export function rotateKeys(databaseUrl: string, key: string, ...args: string[]): Promise<{ stdout: string; stderr: string }> {
  const env = { ...process.env, DATABASE_URL: databaseUrl, FATURA_ENCRYPTION_KEY: key }
  return promisify(execFile)(process.execPath, [path.join(paths.pluginOutput, "src/cli/index.js"), "rotate-keys", ...args], { env })
}
