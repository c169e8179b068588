import type { AddressInfo } from "node:net"
import { type Server, createServer } from "node:http"
import express, { type ErrorRequestHandler, type Express } from "express"
import { controlRouter } from "./control"
import { gatewayDispatcher } from "./dispatcher"
import { isLoopback, onlyFromHere } from "./loopback"
import { missingRouter, pageRouter } from "./page/routes"
import { Sandbox } from "./sandbox"

export type SandboxOptions = {
  /** Port to listen on, 9100 by default; 0 takes any that is free. */
  port?: number
  /** Address to listen on; loopback only, 127.0.0.1 by default. */
  host?: string
  /** The time that the movable clock starts from. */
  now?: () => Date
  /** Where one line for each thing worth telling goes. */
  log?: (line: string) => void
  /** Pause in milliseconds between a change of status and its notice, 50 by default. */
  noticeDelayMs?: number
}

export type RunningSandbox = { url: string; port: number; close(): Promise<void> }

const DEFAULT_PORT = 9100
const DEFAULT_NOTICE_DELAY_MS = 50
const DUE_DATE_CHECK_MS = 30_000

const sayFailure =
  (log: (line: string) => void): ErrorRequestHandler =>
  (error: unknown, req, res, next) => {
    log(`sandbox: ${req.method} ${req.path} failed: ${error instanceof Error ? error.message : String(error)}`)
    if (res.headersSent) {
      next(error)
      return
    }
    res.status(500).json({ error: true, message: "Internal Server Error", __seconds: 0.01 })
  }

const buildApp = (sandbox: Sandbox, log: (line: string) => void): Express => {
  const app = express()
  app.disable("x-powered-by")
  app.disable("etag")
  app.use(onlyFromHere)
  app.get("/", (_req, res) => res.redirect("/_sandbox"))
  app.use("/_sandbox", pageRouter(sandbox), controlRouter(sandbox), missingRouter())
  app.use(gatewayDispatcher(sandbox))
  app.use(sayFailure(log))
  return app
}

const listen = (server: Server, port: number, host: string): Promise<number> =>
  new Promise((resolve, reject) => {
    server.once("error", (error: NodeJS.ErrnoException) => {
      const why = error.code === "EADDRINUSE" ? `port ${port} is already in use` : error.message
      reject(new Error(`The sandbox gateway can't start: ${why}`))
    })
    server.listen(port, host, () => resolve((server.address() as AddressInfo).port))
  })

const checkOptions = (host: string, port: number): void => {
  if (process.env.NODE_ENV === "production") {
    throw new Error("The sandbox gateway does not run with NODE_ENV=production: no real money moves in it")
  }
  if (!isLoopback(host)) {
    throw new Error(`The sandbox gateway listens on loopback only (127.0.0.1, ::1 or localhost), not on "${host}"`)
  }
  if (!Number.isInteger(port) || port < 0 || port > 65_535) {
    throw new Error(`The sandbox gateway needs a port from 0 to 65535, not "${port}"`)
  }
}

/**
 * Starts the stand-in gateway.
 * @throws Error in one clear line: production, not loopback, no such port, port in use
 */
export const startSandbox = async (options: SandboxOptions = {}): Promise<RunningSandbox> => {
  const { port = DEFAULT_PORT, host = "127.0.0.1", now = () => new Date(), log = () => undefined } = options
  checkOptions(host, port)
  const sandbox = new Sandbox(now, options.noticeDelayMs ?? DEFAULT_NOTICE_DELAY_MS)
  const server = createServer(buildApp(sandbox, log))
  const taken = await listen(server, port, host)
  sandbox.url = `http://${host.includes(":") ? `[${host}]` : host}:${taken}`
  const timer = setInterval(() => sandbox.letTimePass(), DUE_DATE_CHECK_MS)
  timer.unref()
  log(`sandbox gateway at ${sandbox.url}, its page at ${sandbox.url}/_sandbox; no real money moves`)
  const close = (): Promise<void> =>
    new Promise((resolve) => {
      clearInterval(timer)
      sandbox.notices.close()
      server.close(() => resolve())
      server.closeAllConnections()
    })
  return { url: sandbox.url, port: taken, close }
}
