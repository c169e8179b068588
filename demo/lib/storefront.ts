import type { Server } from "node:http"
import path from "node:path"
import { writeFile } from "node:fs/promises"
import express from "express"
import { runNode } from "./child"
import { contentHash, readStamp } from "./content-hash"
import { lockFile } from "./plugin"
import { paths } from "./paths"

/** What the storefront reads at its start, from `/config.json`. */
export type StorefrontConfig = { backend: string; publishable_key: string; region_id: string; sandbox: string }

/** `vite build`, left out when nothing changed. @returns whether a build was needed */
export async function buildStorefront(logFile: string): Promise<boolean> {
  const stampFile = path.join(paths.storefrontOutput, ".built-from")
  const hash = await contentHash([paths.storefront, path.join(paths.pluginSource, "storefront"), lockFile])
  if ((await readStamp(stampFile)) === hash) return false
  await runNode([path.join(paths.root, "node_modules/vite/bin/vite.js"), "build"], {
    name: "Building the storefront",
    cwd: paths.storefront,
    logFile,
  })
  await writeFile(stampFile, hash)
  return true
}

/** Serves the built storefront, its configuration and the product pictures, on this machine only. */
export function serveStorefront(port: number, config: StorefrontConfig): Promise<Server> {
  const app = express()
  app.disable("x-powered-by")
  app.get("/config.json", (_, response) => void response.set("cache-control", "no-store").json(config))
  app.use("/static", express.static(path.join(paths.store, "static"), { maxAge: "1h", fallthrough: false }))
  app.use("/assets", express.static(path.join(paths.storefrontOutput, "assets"), { immutable: true, maxAge: "1y", fallthrough: false }))
  app.use(express.static(paths.storefrontOutput, { setHeaders: (response) => response.setHeader("cache-control", "no-cache") }))
  // Addresses of the single-page application; a missing file stays a 404.
  app.get(/^[^.]*$/, (_, response) => response.set("cache-control", "no-cache").sendFile(path.join(paths.storefrontOutput, "index.html")))
  return new Promise((resolve, reject) => {
    const server = app.listen(port, "127.0.0.1", () => resolve(server))
    server.once("error", reject)
  })
}
