import { setTimeout as pause } from "node:timers/promises"
import type { Request, RequestHandler, Response } from "express"
import { json, refused } from "./answers/envelope"
import type { Fault, RequestFaultKind } from "./faults"
import { operate } from "./operations"
import type { LoggedRequest } from "./request-log"
import type { Sandbox } from "./sandbox"
import type { Answer, GatewayRequest } from "./types"

const MOST_BYTES = 1_000_000

const CONTENT_TYPES: Record<Answer["type"], string> = {
  json: "application/json; charset=utf-8",
  html: "text/html; charset=utf-8",
  svg: "image/svg+xml",
}

const page = (status: number, title: string, text: string): Answer => ({
  status,
  type: "html",
  body: `<!DOCTYPE html><html><head><title>${title}</title></head><body><h1>${text}</h1></body></html>`,
})

type Replacing = Extract<RequestFaultKind, "500" | "502-html" | "html-200" | "403" | "429" | "success-false">

/** What is answered in place of the true answer. */
const REPLACEMENTS: Record<Replacing, (now: Date) => Answer> = {
  "500": () => json({ error: true, message: "Internal Server Error", __seconds: 0.01 }, 500),
  "502-html": () => ({
    status: 502,
    type: "html",
    body: "<html><head><title>502 Bad Gateway</title></head><body><center><h1>502 Bad Gateway</h1></center></body></html>",
  }),
  "html-200": () => page(200, "Manutencao", "Em manutencao"),
  "403": () => page(403, "Access denied", "Access denied"),
  "429": () => page(429, "429 Too Many Requests", "Too Many Requests"),
  "success-false": (now) => refused(now, "Operacao nao realizada"),
}

const readBytes = async (req: Request): Promise<Buffer> => {
  const chunks: Buffer[] = []
  let size = 0
  for await (const chunk of req as AsyncIterable<Buffer>) {
    size += chunk.length
    if (size <= MOST_BYTES) {
      chunks.push(chunk)
    }
  }
  return Buffer.concat(chunks)
}

const readBody = (bytes: Buffer, contentType: string | undefined): Pick<GatewayRequest, "body" | "bodyError"> => {
  if (bytes.length === 0) {
    return { body: null, bodyError: "Corpo da requisicao vazio" }
  }
  try {
    const body: unknown = JSON.parse(bytes.toString("utf8"))
    const isJson = /^application\/json\b/i.test(contentType ?? "")
    return { body, bodyError: isJson ? null : "Content-Type deve ser application/json" }
  } catch {
    return { body: bytes.toString("utf8"), bodyError: "JSON invalido" }
  }
}

const queryOf = (req: Request): Record<string, string> =>
  Object.fromEntries(new URL(req.originalUrl, "http://localhost").searchParams)

const send = (res: Response, answer: Answer): void => {
  res.status(answer.status).set("Content-Type", CONTENT_TYPES[answer.type])
  res.end(answer.type === "json" ? JSON.stringify(answer.body) : String(answer.body))
}

/** Commits the request and answers as the fault says; null when the connection is to be dropped. */
const answerUnder = async (
  fault: Fault | null,
  sandbox: Sandbox,
  request: GatewayRequest,
): Promise<Answer | null> => {
  const kind = fault?.kind
  if (kind === "hang-up-before") {
    return null
  }
  if (kind === "delay") {
    await pause(fault?.ms)
  }
  if (kind && Object.hasOwn(REPLACEMENTS, kind)) {
    if (fault?.commit) {
      await operate(sandbox, request)
    }
    return REPLACEMENTS[kind as Replacing](sandbox.clock.now())
  }
  const answer = await operate(sandbox, request)
  if (kind === "delay-after-commit") {
    await pause(fault?.ms)
  }
  return kind === "hang-up-after" ? null : answer
}

const close = (logged: LoggedRequest, started: number, status: number | null): void => {
  logged.status = status
  logged.ms = Math.round(performance.now() - started)
}

/**
 * Everything that is not the control panel is the gateway. A request whose body has arrived is committed even when
 * its sender has gone, as by a real server.
 */
export const gatewayDispatcher =
  (sandbox: Sandbox): RequestHandler =>
  async (req, res, next) => {
    const started = performance.now()
    const early = sandbox.faults.dependOnBody() ? await readBytes(req).catch(() => Buffer.alloc(0)) : null
    const fault = sandbox.faults.forRequest(req.method, req.path, `${req.originalUrl}\n${early?.toString("utf8") ?? ""}`)
    const query = queryOf(req)
    const at = sandbox.clock.now().toISOString()
    const log = (body: unknown): LoggedRequest => {
      const logged = sandbox.requests.begin({ at, method: req.method, path: req.path, query, body })
      logged.fault = fault?.kind ?? null
      sandbox.touch()
      return logged
    }
    if (fault?.kind === "refuse") {
      close(log(null), started, null)
      req.socket.resetAndDestroy()
      return
    }
    try {
      const { body, bodyError } = readBody(early ?? (await readBytes(req)), req.headers["content-type"])
      const logged = log(body)
      const headers = { authorization: req.headers.authorization, scope: req.headers.scope?.toString() }
      const request = { method: req.method, path: req.path, query, headers, body, bodyError }
      const answer = await answerUnder(fault, sandbox, request)
      close(logged, started, answer?.status ?? null)
      sandbox.touch()
      if (!answer) {
        req.socket.destroy()
      } else if (!res.destroyed) {
        send(res, answer)
      }
    } catch (error) {
      if (req.destroyed && !req.complete) {
        return
      }
      next(error)
    }
  }
