import { isDatabaseError, wordsOfError } from "../../domain/words-of-error"
import type { Database } from "./database"

/** Of the knex client: a dialect's class, and what all its users must have in common. */
type Client = { constructor: new (config: object) => { _query(connection: unknown, statement: unknown): Promise<unknown> }; pool: unknown; connectionSettings: unknown; driver: unknown }

/**
 * The application's connections, with errors that hold no values. PostgreSQL says what it refuses ("not for Joana
 * Prado", "Key (email)=..."), and whatever a route, a provider or a subscriber of ours throws ends in Medusa's log.
 * Done where the error comes in, so that nobody behind it has to think of it; the code stays.
 */
export function withoutValuesInErrors(shared: Database): Database {
  const own = shared.withUserParams(shared.userParams ?? {})
  const client = shared.client as Client
  /** A transaction makes its own client by the class, so a method on this one object would not reach it. */
  class Discreet extends client.constructor {
    override async _query(connection: unknown, statement: unknown): Promise<unknown> {
      return super._query(connection, statement).catch(throwWithoutValues)
    }
  }
  Object.setPrototypeOf(own.client, Discreet.prototype as object)
  // The very same ones: in a copy of the settings a hidden password is missing.
  const { pool, connectionSettings, driver } = client
  Object.assign(own.client, { pool, connectionSettings, driver })
  return own
}

const TELLING = ["detail", "hint", "where", "internalQuery", "dataType"]

function throwWithoutValues(error: unknown): never {
  if (isDatabaseError(error) && error instanceof Error) {
    const { stack = "", message } = error
    error.message = wordsOfError(error)
    error.stack = stack.replace(message, () => error.message)
    for (const member of TELLING) {
      delete (error as unknown as Record<string, unknown>)[member]
    }
  }
  throw error
}
