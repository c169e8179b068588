import { startGateway, type Gateway } from "./gateway"
import { startStore, type Store, type StoreOptions } from "./store"

/** One shop and its gateway for a suite, and what suites that share a subject have in common. */
export class Desk {
  gateway!: Gateway
  store!: Store

  /** Starts both before the suite's tests, ends them after, and takes faults back after each. */
  constructor(options: Omit<StoreOptions, "sandboxUrl"> = {}) {
    beforeAll(async () => {
      this.gateway = await startGateway()
      this.store = await startStore({ ...options, sandboxUrl: this.gateway.url, env: { FATURA_LOOK_UPS_PER_MINUTE: "100000", ...options.env } })
    })
    afterAll(async () => {
      await this.store?.close()
      await this.gateway?.close()
    })
    afterEach(() => this.gateway.clearFaults())
  }
}
