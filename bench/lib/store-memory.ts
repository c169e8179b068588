import path from "node:path"
import { poll, type Store } from "../../integration-tests/support"

/** For the `NODE_OPTIONS` of a store whose memory is to be asked for. */
export const REPORTS_MEMORY = `--expose-gc --require ${path.resolve(__dirname, "report-memory.js")}`

export type Memory = { heapMb: number; rssMb: number }

/** What the store's process holds once the garbage is collected. */
export async function memoryAfterCollection(store: Store): Promise<Memory> {
  const before = store.logs().length
  process.kill(store.pid(), "SIGUSR2")
  const line = await poll(() => /memory (\{.*\})/.exec(store.logs().slice(before))?.[1], 20_000)
  return JSON.parse(line) as Memory
}
