import { startGateway, type Gateway } from "../../../../../integration-tests/support/gateway"
import { type Database, tables } from "../../database"
import { type TestDatabase, testDatabase } from "./test-database"

export type Shop = { database: TestDatabase; db: Database; gateway: Gateway }

/** The module's tables and the stand-in gateway for a suite, both empty before each test; the gateway tells a notice once. */
export function useShop(given: (shop: Shop) => void): void {
  let shop: Shop
  beforeAll(async () => {
    const database = await testDatabase()
    shop = { database, db: database.db, gateway: await startGateway() }
    given(shop)
  })
  afterAll(async () => {
    await shop?.gateway.close()
    await shop?.database.close()
  })
  beforeEach(async () => {
    await shop.gateway.reset()
    await shop.gateway.noticesMode({ retries: 0 })
    for (const table of Object.values(tables)) {
      await shop.db(table).delete()
    }
  })
}
