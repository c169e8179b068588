import { request } from "node:http"
import { panelDoor } from "./mix"

type Body = { length?: number; pieces: number; piece: Buffer; pauseMs: number }

/** One post whose body is sent in pieces; answers its status, or why the connection ended without one. */
function post(url: string, { length, pieces, piece, pauseMs }: Body): Promise<string> {
  return new Promise((resolve) => {
    const headers = { "content-type": "application/json", ...(length !== undefined && { "content-length": String(length) }) }
    const sent = request(`${url}${panelDoor()}`, { method: "POST", headers }, (answer) => {
      answer.resume()
      answer.on("end", () => resolve(String(answer.statusCode)))
      answer.on("error", () => resolve(String(answer.statusCode)))
    })
    sent.on("error", (error: NodeJS.ErrnoException) => resolve(error.code ?? "error"))
    void sendPieces()
    async function sendPieces(): Promise<void> {
      for (let count = 0; count < pieces && !sent.destroyed; count++) {
        if (!sent.write(piece)) await new Promise((ready) => sent.once("drain", ready).once("close", ready))
        if (pauseMs) await new Promise((later) => setTimeout(later, pauseMs))
      }
      sent.end()
    }
  })
}

const filling = Buffer.alloc(64 * 1024, "x")

/** 4 MB, with its length told or in chunks without one. */
export const huge = (url: string, chunked: boolean): Promise<string> => post(url, { pieces: 64, piece: filling, pauseMs: 0, length: chunked ? undefined : 64 * filling.length })

/** A body that takes ten seconds to come. */
export const slow = (url: string): Promise<string> => post(url, { pieces: 50, piece: Buffer.from("{"), pauseMs: 200 })
