import type { Database } from "../database"

/** A connection of its own beside the pool, as the driver gives it. */
export type Connection = {
  connect(): Promise<void>
  query(sql: string, values?: unknown[]): Promise<{ rows: { session_id: string; version: string }[] }>
  on(event: "notification", told: (message: { channel: string; payload?: string }) => void): unknown
  on(event: "error" | "end", told: () => void): unknown
  end(): Promise<void>
  connection: { stream: { destroy(): void } }
}

type Client = {
  driver: { Client: new (settings: object) => Connection }
  connectionSettings: object
  setSchemaSearchPath(connection: Connection): Promise<unknown>
}

/** How long a connection is given to say goodbye before its socket is closed. */
const GOODBYE_MS = 1_000

/**
 * Opens connections beside the pool, asks over them and closes them, each within a time: the driver itself waits
 * without end for a database that takes the connection and says nothing. Whatever fails leaves no socket behind.
 */
export class Dial {
  constructor(private readonly db: Database, private readonly withinMs: number) {}

  /** @throws Error when it is not there in time */
  async open(): Promise<Connection> {
    const client = this.db.client as Client
    // The settings as they are: a copy would lose the password, which is hidden in them where it is one that changes.
    const connection = new client.driver.Client(client.connectionSettings)
    // A broken one tells of it again and again, and an error that nobody listens for ends the process.
    connection.on("error", () => undefined)
    try {
      await inTime(connection.connect(), this.withinMs)
      await inTime(client.setSchemaSearchPath(connection), this.withinMs)
      return connection
    } catch (error) {
      await this.hangUp(connection)
      throw error
    }
  }

  /** @throws Error when there is no answer in time */
  async ask(connection: Connection, sql: string, values?: unknown[]) {
    return inTime(connection.query(sql, values), this.withinMs)
  }

  /** Never throws, and does not wait for a database that does not answer. */
  async hangUp(connection: Connection): Promise<void> {
    await inTime(connection.end(), GOODBYE_MS).catch(() => connection.connection.stream.destroy())
  }
}

async function inTime<T>(work: Promise<T>, ms: number): Promise<T> {
  let timer: NodeJS.Timeout | undefined
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new Error("no answer")), ms)
  })
  return Promise.race([work, late]).finally(() => clearTimeout(timer))
}
