import { startStore, type Shop, type StoreOptions } from "../../support"
import type { Diary } from "../diary"
import { Supervisor } from "./supervisor"

export type RunningShop = { shop: Shop; supervisors: Supervisor[]; close(): Promise<void> }

/**
 * Time limits and pauses so short that a run takes minutes. The time limits lie below the slowest answers of
 * the gateway, so that calls are given up whose request is carried out later.
 */
export function storeOptions(databaseUrl: string, sandboxUrl: string): StoreOptions {
  return {
    databaseUrl,
    sandboxUrl,
    env: {
      FATURA_CREATE_TIMEOUT_MS: "3000",
      FATURA_HEAL_AFTER_SECONDS: "8",
      FATURA_LOOK_UPS_PER_MINUTE: "1000000",
      FATURA_LOOK_UPS_PER_DAY: "100000000",
    },
    pluginOptions: {
      timeouts: { default: 2_500 },
      // All shoppers come from one address here.
      methods: { card: { attemptsPerCart: 50, attemptsPerAddress: 100_000, outcomeHours: 0.02 } },
    },
  }
}

/** The shop as one process. */
export async function startSingle(databaseUrl: string, sandboxUrl: string, diary: Diary): Promise<RunningShop> {
  const store = await startStore(storeOptions(databaseUrl, sandboxUrl))
  const supervisor = new Supervisor("the store", store, diary)
  return { shop: store, supervisors: [supervisor], close: () => supervisor.close() }
}
