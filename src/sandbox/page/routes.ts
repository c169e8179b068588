import { Router } from "express"
import type { Sandbox } from "../sandbox"
import { qrSvg } from "../qr"
import { pageScript } from "./browser"
import { missingPage, panelPage } from "./document"
import { fragments } from "./fragments"
import { STYLE } from "./style"
import { TOKENIZE_SCRIPT } from "./tokenizer"

const POLICY = "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; connect-src 'self'; frame-ancestors 'none'; form-action 'self'; base-uri 'none'"

/** The clickable page, its script and style, and the tokenisation script that a checkout loads. */
export const pageRouter = (sandbox: Sandbox): Router => {
  const router = Router()
  router.use((_req, res, next) => {
    res.set({ "Content-Security-Policy": POLICY, "Cache-Control": "no-store", "X-Content-Type-Options": "nosniff" })
    next()
  })
  router.get("/", (_req, res) => {
    res.type("html").send(panelPage(sandbox))
  })
  router.get("/fragments", (req, res) => {
    if (Number(req.query.since) === sandbox.version) {
      res.status(204).end()
      return
    }
    const search = typeof req.query.q === "string" ? req.query.q : ""
    res.json({ version: sandbox.version, fragments: fragments(sandbox, search) })
  })
  router.get("/qr/:id", async (req, res, next) => {
    const payload = sandbox.find(req.params.id)?.pixPayload
    if (payload) {
      res.type("svg").send(await qrSvg(payload))
    } else {
      next()
    }
  })
  router.get("/style.css", (_req, res) => {
    res.type("css").send(STYLE)
  })
  router.get("/page.js", (_req, res) => {
    res.type("js").send(`(${pageScript.toString()})()`)
  })
  router.get("/tokenize.js", (_req, res) => {
    res.set({ "Access-Control-Allow-Origin": "*", "Cross-Origin-Resource-Policy": "cross-origin" })
    res.type("js").send(TOKENIZE_SCRIPT)
  })
  return router
}

/** What is left below `/_sandbox` does not exist; nothing of it is taken for a call at the gateway. */
export const missingRouter = (): Router => {
  const router = Router()
  router.use((req, res) => {
    if (req.accepts(["json", "html"]) === "html") {
      res.status(404).type("html").send(missingPage())
    } else {
      res.status(404).json({ error: `the control panel has no ${req.method} ${req.path}` })
    }
  })
  return router
}
