import { createHash } from "node:crypto"
import { readdir, readFile, stat } from "node:fs/promises"
import path from "node:path"

const ignored = new Set(["node_modules", ".medusa", "dist", "__tests__"])

/** One hash over the content and the names of files and folders; what does not exist counts as empty. */
export async function contentHash(entries: string[], extra = ""): Promise<string> {
  const hash = createHash("sha256").update(extra)
  for (const entry of entries) {
    for (const file of await filesUnder(entry)) hash.update(`\0${path.relative(entry, file)}\0`).update(await readFile(file))
  }
  return hash.digest("hex").slice(0, 16)
}

async function filesUnder(entry: string): Promise<string[]> {
  const info = await stat(entry).catch(() => undefined)
  if (!info) return []
  if (info.isFile()) return [entry]
  const children = (await readdir(entry, { withFileTypes: true })).filter(({ name }) => !ignored.has(name))
  const nested = await Promise.all(children.map(({ name }) => filesUnder(path.join(entry, name))))
  return nested.flat().sort()
}

/** The hash that a finished build left in its output, undefined when there is none. */
export async function readStamp(file: string): Promise<string | undefined> {
  return readFile(file, "utf8").catch(() => undefined)
}
