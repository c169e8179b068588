import { parseArgs } from "node:util"

export type ChaosOptions = {
  orders: number
  /** All choices of a run come from it: what is bought, what becomes of it, which faults and when who is killed. */
  seed: number
  /** How often a process of the store is killed; 20 for 300 orders unless it is said. */
  kills: number
  /** Orders that are alive at the same time. */
  shoppers: number
  postgresRestarts: number
  /** Two servers and a worker on Redis, instead of one process. */
  cluster: boolean
}

export const HELP = `npm run chaos -- [--orders 300] [--seed 1] [--kills n] [--shoppers 24, or 8 in the cluster] [--postgres-restarts 1] [--cluster]`

/** @throws Error in one line */
export function readOptions(argv: string[]): ChaosOptions {
  const { values } = parseArgs({
    args: argv,
    options: {
      orders: { type: "string", default: "300" },
      seed: { type: "string", default: "1" },
      kills: { type: "string" },
      shoppers: { type: "string" },
      "postgres-restarts": { type: "string", default: "1" },
      cluster: { type: "boolean", default: false },
    },
  })
  const orders = whole("orders", values.orders)
  return {
    orders,
    seed: whole("seed", values.seed),
    kills: values.kills === undefined ? killsFor(orders) : whole("kills", values.kills),
    // Three processes of Medusa on the same two cores: more shoppers would wait for each other's stock, not for payments.
    shoppers: whole("shoppers", values.shoppers ?? (values.cluster ? "8" : "24")),
    postgresRestarts: whole("postgres-restarts", values["postgres-restarts"]),
    cluster: values.cluster,
  }
}

/** Twenty for 300 orders. */
export function killsFor(orders: number): number {
  return Math.ceil(orders / 15)
}

function whole(name: string, text: string): number {
  if (!/^\d{1,9}$/.test(text)) {
    throw new Error(`--${name} takes a whole number, not "${text}". ${HELP}`)
  }
  return Number(text)
}
