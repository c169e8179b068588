/**
 * One data directory, one server. When a run was killed so hard that even its keeper died, its server may
 * still be there: it is ended here, after it confirmed by itself that it serves this directory. When the
 * process that the server was started for is alive, the directory is in use and left alone.
 */
import { readFile, writeFile } from "node:fs/promises"
import pg from "pg"

const ownerFile = (dataDirectory) => `${dataDirectory}.owner`

/**
 * @param {string} dataDirectory
 * @param {number} owner id of the process that the server will be for
 * @param {{ user: string, password: string }} login
 */
export async function claimDirectory(dataDirectory, owner, login) {
  const lines = (await readFile(`${dataDirectory}/postmaster.pid`, "utf8").catch(() => "")).split("\n")
  const [serverPid, port] = [Number(lines[0]), Number(lines[3])]
  if (serverPid && port && (await servedDirectory(port, login)) === dataDirectory) {
    const previous = Number(await readFile(ownerFile(dataDirectory), "utf8").catch(() => 0))
    if (previous && previous !== owner && isAlive(previous)) {
      throw new Error(`${dataDirectory} is in use by process ${previous}`)
    }
    process.kill(serverPid, "SIGINT")
    for (let turn = 0; turn < 100 && isAlive(serverPid); turn++) await new Promise((resolve) => setTimeout(resolve, 100))
  }
  await writeFile(ownerFile(dataDirectory), String(owner))
}

async function servedDirectory(port, login) {
  const client = new pg.Client({ host: "localhost", port, database: "postgres", ...login })
  try {
    await client.connect()
    const { rows } = await client.query("SHOW data_directory")
    return rows[0].data_directory
  } catch {
    return undefined
  } finally {
    await client.end().catch(() => undefined)
  }
}

function isAlive(pid) {
  try {
    process.kill(pid, 0)
    return true
  } catch (error) {
    return error.code === "EPERM"
  }
}
