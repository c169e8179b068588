import { mkdirSync, writeFileSync } from "node:fs"
import path from "node:path"
import { paths } from "./paths"

let folder: string | undefined

/**
 * Medusa's own switch (MEDUSA_DISABLE_TELEMETRY) stops it from collecting, but it still starts a sender at
 * the end of every command and greets the user once. Its settings file stops that too; it lies here so that
 * the user's home is left alone.
 * @returns variables for a child process
 */
export function withoutTelemetry(): Record<string, string> {
  if (!folder) {
    const wanted = path.join(paths.root, ".medusa/config")
    mkdirSync(path.join(wanted, "medusa"), { recursive: true })
    writeFileSync(path.join(wanted, "medusa/config.json"), JSON.stringify({ telemetry: { enabled: false } }))
    folder = wanted
  }
  return { MEDUSA_DISABLE_TELEMETRY: "true", XDG_CONFIG_HOME: folder }
}
