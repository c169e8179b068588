import { writeFile } from "node:fs/promises"
import path from "node:path"
import { runNode } from "./child"
import { contentHash, readStamp } from "./content-hash"
import { paths } from "./paths"

const stampFile = path.join(paths.pluginOutput, ".built-from")
export const medusaCli = path.join(paths.root, "node_modules/@medusajs/cli/dist/index.js")
const storefrontBuild = path.join(paths.root, "scripts/build-storefront.mjs")
export const lockFile = path.join(paths.root, "package-lock.json")

/**
 * What `npm run build` does (`medusa plugin:build`, then the storefront package), left out when the output was made from the same sources. The stamp lies inside the
 * output, which every build removes first: a build by hand is never mistaken for ours.
 * @returns whether a build was needed
 */
export async function buildPlugin(logFile: string): Promise<boolean> {
  const hash = await contentHash([paths.pluginSource, storefrontBuild, path.join(paths.root, "package.json"), path.join(paths.root, "tsconfig.json"), lockFile])
  if ((await readStamp(stampFile)) === hash) return false
  await runNode([medusaCli, "plugin:build"], { name: "Building the plugin", cwd: paths.root, logFile })
  await runNode([storefrontBuild], { name: "Building the storefront package", cwd: paths.root, logFile })
  await writeFile(stampFile, hash)
  return true
}
