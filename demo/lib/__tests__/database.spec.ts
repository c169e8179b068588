import { createServer, type Server, type Socket } from "node:net"
import type { AddressInfo } from "node:net"
import { withClient } from "../database"

/** "Authenticated", then "ready for a query": all that a client waits for. */
const WELCOME = Buffer.from([0x52, 0, 0, 0, 8, 0, 0, 0, 0, 0x5a, 0, 0, 0, 5, 0x49])

let server: Server
const sockets: Socket[] = []

beforeAll(async () => {
  server = createServer((socket) => {
    sockets.push(socket)
    socket.once("data", () => socket.write(WELCOME))
    socket.on("error", () => undefined)
  })
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve))
})

afterAll(() => {
  server.close()
})

it("tells a connection that was lost between two queries to the one who asks next, and to nobody else", async () => {
  const url = `postgres://shop@127.0.0.1:${(server.address() as AddressInfo).port}/shop`
  const work = withClient(url, async (client) => {
    sockets[0]!.destroy()
    await new Promise((resolve) => setTimeout(resolve, 100))
    await client.query("select 1")
  })
  await expect(work).rejects.toThrow("not queryable")
})
