import { mkdir, readlink, rm, symlink, writeFile } from "node:fs/promises"
import { createRequire } from "node:module"
import path from "node:path"
import { runNode, startNode, type Child, type ChildOptions } from "./child"
import { contentHash, readStamp } from "./content-hash"
import { lockFile, medusaCli } from "./plugin"
import { paths } from "./paths"

const typescript = path.join(paths.lib, "typescript.js")
const adminBundle = path.join(paths.pluginOutput, "src/admin/index.mjs")
const storeSources = ["medusa-config.ts", "package.json", "tsconfig.json", "src"].map((name) => path.join(paths.store, name))

type Run = Pick<ChildOptions, "logFile" | "env" | "onOutput">

/**
 * The store finds the plugin under its name, as any store does that installed it. Medusa's own default
 * plugin lies inside its package here, where a store in this repository would not look.
 */
export async function linkPackages(): Promise<void> {
  const modules = path.join(paths.store, "node_modules")
  await link(paths.root, path.join(modules, "medusa-payment-fatura"))
  const medusa = createRequire(path.join(paths.root, "package.json")).resolve("@medusajs/medusa/package.json")
  const draftOrder = createRequire(medusa).resolve("@medusajs/draft-order/package.json")
  await link(path.dirname(draftOrder), path.join(modules, "@medusajs/draft-order"))
}

/** A link that is right stays: another process may be looking through it. */
async function link(target: string, at: string): Promise<void> {
  if ((await readlink(at).catch(() => null)) === target) return
  await mkdir(path.dirname(at), { recursive: true })
  await rm(at, { recursive: true, force: true })
  await symlink(target, at, "junction")
}

/** A Medusa command in the store's folder, on its TypeScript sources. */
export function storeCommand(name: string, args: string[], run: Run): Promise<void> {
  return runNode(["--require", typescript, medusaCli, ...args], { name, cwd: paths.store, ...run })
}

/** `medusa start` on the sources, without the admin's pages: what the tests use. */
export function startStoreFromSource(name: string, port: number, run: Run): Child {
  return startNode(["--require", typescript, medusaCli, "start", "--port", String(port), "--host", "127.0.0.1"], {
    name,
    cwd: paths.store,
    ...run,
    // `medusa start` would choose "production" by itself, where a gateway of the sandbox kind is refused.
    env: { NODE_ENV: "development", ...run.env, STORE_WITHOUT_ADMIN: "true" },
  })
}

/**
 * `medusa start` on the built store with its admin: what the demo uses. Neither "production" (whose log-in
 * cookie needs https) nor "development" (whose admin is compiled at every start) is right for it.
 */
export function startBuiltStore(name: string, port: number, run: Run): Child {
  return startNode([medusaCli, "start", "--port", String(port), "--host", "127.0.0.1"], {
    name,
    cwd: paths.storeOutput,
    ...run,
    env: { NODE_ENV: "demo", ...run.env },
  })
}

/**
 * `medusa build` with the admin, left out when nothing changed that goes into it: the store's own files, the
 * plugin's built admin pages and the installed packages.
 * @returns whether a build was needed
 */
export async function buildStore(run: Run): Promise<boolean> {
  const stampFile = path.join(paths.storeOutput, ".built-from")
  const hash = await contentHash([...storeSources, adminBundle, lockFile])
  if ((await readStamp(stampFile)) === hash) return false
  // The dashboard's styles are made of the classes that a plugin uses; its builder looks for the plugin from where it
  // is installed itself, which is not below the store here.
  const env = { ...run.env, NODE_PATH: path.join(paths.store, "node_modules") }
  await storeCommand("Building the store and its admin", ["build"], { ...run, env })
  await link(path.join(paths.store, "static"), path.join(paths.storeOutput, "static"))
  await writeFile(stampFile, hash)
  return true
}

/** Everything that decides what a freshly prepared database looks like. */
export function schemaHash(): Promise<string> {
  const plugin = (...names: string[]) => names.map((name) => path.join(paths.pluginSource, name))
  return contentHash([lockFile, ...storeSources, ...plugin("modules/fatura/migrations", "modules/fatura/models", "links", "providers/fatura/index.ts")])
}
