import { writeFile } from "node:fs/promises"
import path from "node:path"
import { runNode } from "./child"
import { contentHash, readStamp } from "./content-hash"
import { paths } from "./paths"

const stampFile = path.join(paths.pluginOutput, ".built-from")
export const medusaCli = path.join(paths.root, "node_modules/@medusajs/cli/dist/index.js")
export const lockFile = path.join(paths.root, "package-lock.json")

/**
 * `medusa plugin:build`, left out when the output was made from the same sources. The stamp lies inside the
 * output, which every build removes first: a build by hand is never mistaken for ours.
 * @returns whether a build was needed
 */
export async function buildPlugin(logFile: string): Promise<boolean> {
  const hash = await contentHash([paths.pluginSource, path.join(paths.root, "package.json"), path.join(paths.root, "tsconfig.json"), lockFile])
  if ((await readStamp(stampFile)) === hash) return false
  await runNode([medusaCli, "plugin:build"], { name: "Building the plugin", cwd: paths.root, logFile })
  await writeFile(stampFile, hash)
  return true
}
