import net from "node:net"
import { ModulesSdkUtils } from "@medusajs/framework/utils"
import { poll } from "../../../../integration-tests/support/poll"
import type { Database } from "../database"
import { InvoiceNews } from "../live/invoice-news"
import { testDatabase, type TestDatabase } from "./support/test-database"

let database: TestDatabase
beforeAll(async () => (database = await testDatabase()))
afterAll(() => database?.close())

const moment = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms))

it("a LISTEN that fails leaves no connection behind, however many pages are opened meanwhile, and is tried again", async () => {
  const db = database.other()
  const { Client } = db.client.driver
  let refused = 0
  class Refusing extends Client {
    query(sql: string, ...rest: unknown[]) {
      if (String(sql).startsWith("listen") && refused < 3) {
        refused += 1
        return Promise.reject(new Error("permission denied"))
      }
      return super.query(sql, ...rest)
    }
  }
  db.client.driver = { ...db.client.driver, Client: Refusing }
  const connected = async () => (await database.db.raw(`select count(*)::int as count from pg_stat_activity where datname = current_database() and application_name = 'news'`)).rows[0].count
  db.client.connectionSettings.application_name = "news"
  const news = new InvoiceNews(db, () => undefined)
  let told = 0
  for (let page = 0; page < 30; page++) {
    news.follow(`payses_${page}`, () => told++)
    await moment(5)
  }
  await moment(200)
  expect(refused).toBe(1)
  expect(await connected()).toBe(0)
  await poll(() => told === 30, 10_000)
  expect(refused).toBe(3)
  expect(await connected()).toBe(1)
  await news.close()
  await poll(async () => (await connected()) === 0, 2_000)
})

it("a database that takes the connection and says nothing is given up in time, and no socket stays", async () => {
  const sockets = new Set<net.Socket>()
  let taken = 0
  const silent = net.createServer((socket) => {
    taken += 1
    sockets.add(socket)
    socket.on("error", () => undefined)
    // As a database that reads and never answers.
    socket.resume()
    socket.on("close", () => sockets.delete(socket))
  })
  await new Promise<void>((resolve) => silent.listen(0, "127.0.0.1", resolve))
  const { port } = silent.address() as net.AddressInfo
  const db = ModulesSdkUtils.createPgConnection({ clientUrl: `postgres://u:p@127.0.0.1:${port}/x`, pool: { min: 0, max: 1 } }) as Database
  const warned: string[] = []
  const news = new InvoiceNews(db, (message) => warned.push(message), 100)
  for (let page = 0; page < 20; page++) {
    news.follow(`payses_${page}`, () => undefined)
  }
  await poll(() => warned.length >= 2, 10_000)
  expect(taken).toBeLessThanOrEqual(3)
  expect(sockets.size).toBeLessThanOrEqual(1)
  await news.close()
  await poll(() => sockets.size === 0, 5_000)
  await db.destroy()
  silent.close()
})

it("the listener comes in by the settings of the pool as they are, with the password that is hidden in them", async () => {
  const password = async () => decodeURIComponent(new URL(database.url).password)
  const db = ModulesSdkUtils.createPgConnection({ clientUrl: database.url, pool: { min: 0, max: 1 }, driverOptions: { dynamicPassword: password } } as never) as Database
  let given: { password?: unknown } = {}
  const { Client } = db.client.driver
  class Noting extends Client {
    constructor(settings: { password?: unknown }) {
      super(settings)
      given = settings
    }
  }
  db.client.driver = { ...db.client.driver, Client: Noting }
  const news = new InvoiceNews(db, () => undefined)
  let told = 0
  news.follow("payses_0", () => told++)
  await poll(() => told === 1, 5_000)
  expect(given.password).toBe(password)
  await news.close()
  await db.destroy()
})
