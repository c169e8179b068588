import { startBalancer } from "../../../demo/lib/balancer"
import { freePort } from "../../../demo/lib/ports"
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
      methods: { pix: { unpaidPerCustomer: 100_000, unpaidPerAddress: 1_000_000 }, boleto: { unpaidPerCustomer: 100_000, unpaidPerAddress: 1_000_000 }, card: { attemptsPerCart: 50, attemptsPerAddress: 100_000, outcomeHours: 0.02 } },
    },
  }
}

/** The shop as one process. */
export async function startSingle(databaseUrl: string, sandboxUrl: string, diary: Diary): Promise<RunningShop> {
  const store = await startStore(storeOptions(databaseUrl, sandboxUrl))
  const supervisor = new Supervisor("the store", store, diary)
  return { shop: store, supervisors: [supervisor], close: () => supervisor.close() }
}

const MEMBERS = [
  { name: "server 1", workerMode: "server" },
  { name: "server 2", workerMode: "server" },
  { name: "the worker", workerMode: "worker" },
] as const

/** The shop as two servers behind one address, which only answer requests, and a worker, which does the rest. */
export async function startCluster(databaseUrl: string, sandboxUrl: string, redisUrl: string, diary: Diary): Promise<RunningShop> {
  const port = await freePort()
  const url = `http://127.0.0.1:${port}`
  const common = storeOptions(databaseUrl, sandboxUrl)
  const env = { ...common.env, REDIS_URL: redisUrl, FATURA_BACKEND_URL: url }
  const stores = await Promise.all(MEMBERS.map(({ workerMode }) => startStore({ ...common, env, workerMode })))
  const [server1, server2] = stores
  const balancer = await startBalancer(port, [server1!.url, server2!.url])
  const supervisors = stores.map((store, index) => new Supervisor(MEMBERS[index]!.name, store, diary))
  return {
    shop: { ...server1!, url },
    supervisors,
    close: async () => {
      balancer.close()
      await Promise.all(supervisors.map((supervisor) => supervisor.close()))
    },
  }
}
