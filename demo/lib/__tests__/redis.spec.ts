import { mkdtemp, rm } from "node:fs/promises"
import { tmpdir } from "node:os"
import path from "node:path"
import { startRedis } from "../redis"

it("says what to install when there is no redis-server", async () => {
  const folder = await mkdtemp(path.join(tmpdir(), "redis-"))
  const kept = process.env.PATH
  process.env.PATH = folder
  try {
    await expect(startRedis({ directory: path.join(folder, "data"), logFile: path.join(folder, "redis.log") })).rejects.toThrow(
      "redis-server was not found. Install it (Debian: apt-get install redis-server; macOS: brew install redis), or set REDIS_URL to a Redis that runs.",
    )
  } finally {
    process.env.PATH = kept
    await rm(folder, { recursive: true })
  }
})
