import { readFile } from "node:fs/promises"
import path from "node:path"
import { fileURLToPath } from "node:url"
import react from "@vitejs/plugin-react"
import { defineConfig } from "vite"

/** The package under its own name, as its `exports` give it: the built files, as in a shop that installed it. */
async function packageAliases() {
  const root = path.resolve(here, "../..")
  const { name, exports } = JSON.parse(await readFile(path.join(root, "package.json"), "utf8"))
  return Object.entries(exports)
    .filter(([entry]) => entry.startsWith("./storefront"))
    .map(([entry, to]) => ({ find: new RegExp(`^${name}${entry.slice(1)}$`), replacement: path.join(root, to.default ?? to) }))
}

const here = path.dirname(fileURLToPath(import.meta.url))
const infoFile = process.env.DEMO_INFO ?? path.resolve(here, "../../.demo/info.json")

/**
 * Answers `/config.json` from what the running demo wrote to `.demo/info.json`, so that
 * `npx vite demo/storefront` (for work on the shop itself) meets the same backend as the demo.
 */
function configFromRunningDemo() {
  const answer = async (request, response, next) => {
    if (request.url?.split("?")[0] !== "/config.json") return next()
    try {
      const info = JSON.parse(await readFile(infoFile, "utf8"))
      response.setHeader("content-type", "application/json")
      response.setHeader("cache-control", "no-store")
      response.end(JSON.stringify({
        backend: info.backend,
        publishable_key: info.publishable_key,
        region_id: info.region_id,
        sandbox: info.sandbox,
      }))
    } catch {
      response.statusCode = 503
      response.end()
    }
  }
  return {
    name: "config-from-running-demo",
    configureServer: (server) => void server.middlewares.use(answer),
    configurePreviewServer: (server) => void server.middlewares.use(answer),
  }
}

export default defineConfig(async () => ({
  root: here,
  resolve: { alias: await packageAliases() },
  plugins: [react(), configFromRunningDemo()],
  build: { outDir: "dist", emptyOutDir: true, target: "es2020" },
  server: { port: Number(process.env.STOREFRONT_PORT ?? 8000) },
  preview: { port: Number(process.env.STOREFRONT_PORT ?? 8000) },
}))
