import { rm } from "node:fs/promises"
import path from "node:path"
import { paths } from "../../../demo/lib/paths"
import { startRedis } from "../../../demo/lib/redis"
import { logFolder } from "../../support/environment"
import { pause } from "../stories/patience"

export type RedisServer = {
  url: string
  /** Kills Redis, and starts it again at the same address, on its data, after a pause. */
  crash(pauseMs: number): Promise<void>
  close(): Promise<void>
}

/** An empty Redis of the run's own. */
export async function startRedisServer(): Promise<RedisServer> {
  const directory = path.join(paths.testData, "chaos-redis")
  await rm(directory, { recursive: true, force: true })
  const start = (port?: number) => startRedis({ directory, port, logFile: path.join(logFolder, "chaos-redis.log") })
  let redis = await start()
  return {
    url: redis.url,
    crash: async (pauseMs) => {
      redis.kill()
      await redis.exited
      await pause(pauseMs)
      redis = await start(redis.port)
    },
    close: () => redis.stop(),
  }
}
