import type { RequestHandler } from "express"

const LOOPBACK_HOSTS = new Set(["127.0.0.1", "localhost", "::1", "[::1]"])

/** Whether a host name or address is this machine only. */
export const isLoopback = (host: string): boolean => LOOPBACK_HOSTS.has(host) || /^127(\.\d{1,3}){3}$/.test(host)

const hostNameOf = (header: string | undefined): string => (header ?? "").replace(/:\d+$/, "")

/** Refuses what a foreign page could make a browser send: another host name, or another page's origin to the panel. */
export const onlyFromHere: RequestHandler = (req, res, next) => {
  if (!isLoopback(hostNameOf(req.headers.host))) {
    res.status(403).json({ error: "the sandbox gateway answers to this machine only" })
    return
  }
  const { origin } = req.headers
  const foreign = origin !== undefined && origin !== `http://${req.headers.host}`
  if (foreign && req.method !== "GET" && req.path.startsWith("/_sandbox")) {
    res.status(403).json({ error: "the control panel takes changes from its own page only" })
    return
  }
  next()
}
