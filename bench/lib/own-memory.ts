import v8 from "node:v8"
import vm from "node:vm"

export type OwnMemory = { heapMb: number; rssMb: number }

const megabytes = (bytes: number): number => Math.round(bytes / 104_857.6) / 10

/** What this process holds after the garbage was collected. */
export function ownMemory(): OwnMemory {
  v8.setFlagsFromString("--expose-gc")
  const collect = vm.runInNewContext("gc") as () => void
  collect()
  collect()
  const { heapUsed, rss } = process.memoryUsage()
  return { heapMb: megabytes(heapUsed), rssMb: megabytes(rss) }
}
