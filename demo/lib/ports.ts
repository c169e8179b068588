import { randomInt } from "node:crypto"
import { mkdirSync, rmSync, statSync, writeFileSync } from "node:fs"
import net from "node:net"
import os from "node:os"
import path from "node:path"

/** Below the ports that systems give to outgoing connections: one of those is taken by anybody between the choice and its use. */
const LOWEST = 20_000
const COUNT = 10_000
/** What a port was chosen for listens on it by then. */
const RESERVED_MS = 10 * 60_000
const reserved = path.join(os.tmpdir(), "medusa-payment-fatura-ports")

/** A port of this machine that nothing listens on now, and that nobody else is given who asks here, in whichever process. */
export async function freePort(): Promise<number> {
  mkdirSync(reserved, { recursive: true })
  for (;;) {
    const port = LOWEST + randomInt(COUNT)
    if (reserve(port) && (await isPortFree(port))) {
      return port
    }
  }
}

function reserve(port: number): boolean {
  const file = path.join(reserved, String(port))
  const since = statSync(file, { throwIfNoEntry: false })?.mtimeMs
  if (since !== undefined && Date.now() - since < RESERVED_MS) {
    return false
  }
  rmSync(file, { force: true })
  try {
    writeFileSync(file, "", { flag: "wx" })
    return true
  } catch {
    // Another process was faster.
    return false
  }
}

/** True when neither the IPv4 nor the IPv6 loopback answers there and the port can be taken. */
export async function isPortFree(port: number): Promise<boolean> {
  const answers = await Promise.all(["127.0.0.1", "::1"].map((host) => answersAt(port, host)))
  return !answers.includes(true) && canListen(port)
}

function answersAt(port: number, host: string): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = net.connect({ port, host })
    const end = (answer: boolean) => {
      socket.destroy()
      resolve(answer)
    }
    socket.setTimeout(1_000, () => end(false))
    socket.once("connect", () => end(true))
    socket.once("error", () => end(false))
  })
}

function canListen(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const server = net.createServer()
    server.once("error", () => resolve(false))
    server.listen(port, "127.0.0.1", () => server.close(() => resolve(true)))
  })
}
