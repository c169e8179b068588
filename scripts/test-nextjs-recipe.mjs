/**
 * `node scripts/test-nextjs-recipe.mjs <folder>`: does to a copy of a checkout of Medusa's Next.js starter what
 * docs/nextjs-starter.md says, and checks the types with the starter's own compiler. The plugin must have been built
 * (`npm run build`). Without a checkout it says so and ends with 2.
 */
import { execFileSync, spawnSync } from "node:child_process"
import { existsSync } from "node:fs"
import { cp, mkdir, readFile, rm, symlink, writeFile } from "node:fs/promises"
import path from "node:path"
import { fileURLToPath } from "node:url"

const root = path.resolve(path.dirname(fileURLToPath(import.meta.url)), "..")
const starter = process.argv[2] && path.resolve(process.argv[2])
const copy = path.join(root, ".test/nextjs-starter")

if (!starter || !existsSync(path.join(starter, "src/modules/checkout"))) {
  console.error(`No checkout of medusajs/nextjs-starter-medusa${starter ? ` in ${starter}` : ""}: give the folder of one. Nothing was tested.`)
  process.exit(2)
}
if (!existsSync(path.join(root, ".medusa/server/src/storefront/react.d.mts"))) {
  console.error("The plugin is not built: run `npm run build` first.")
  process.exit(2)
}

const recipe = await readFile(path.join(root, "docs/nextjs-starter.md"), "utf8")
const files = [...recipe.matchAll(/`(src\/[^`]+)`:?\n\n(?:(?!```|^## )[^\n]*\n|\n)*?```tsx?\n([\s\S]*?)\n```/gm)].map(([, name, text]) => ({ name, text }))
const patches = [...recipe.matchAll(/```diff\n([\s\S]*?)\n```/g)].map(([, text]) => `${text}\n`)
const wanted = ["provider.tsx", "fatura.ts", "pay.tsx", "page.tsx", "payment-of-order.tsx", "pay-link.tsx"]
const missing = wanted.filter((name) => !files.some((file) => file.name.endsWith(`/${name}`)))
if (missing.length > 0 || patches.length !== 1) {
  throw new Error(`the recipe is not read as it was meant: ${missing.join(", ") || `${patches.length} patches`}`)
}

const run = (command, args, options = {}) => execFileSync(command, args, { cwd: copy, stdio: ["pipe", "inherit", "inherit"], ...options })

await rm(copy, { recursive: true, force: true })
await cp(starter, copy, { recursive: true, filter: (from) => !/[/\\](node_modules|\.git|\.next)$/.test(from) })
if (existsSync(path.join(starter, "node_modules"))) {
  await symlink(path.join(starter, "node_modules"), path.join(copy, "node_modules"), "junction")
} else {
  run("npm", ["install", "--ignore-scripts", "--no-audit", "--no-fund", "--legacy-peer-deps"])
}
// The package's declarations beside the starter's own types of React, as in a shop that installed it.
const packaged = path.join(copy, "fatura-package")
await cp(path.join(root, ".medusa/server/src/storefront"), packaged, { recursive: true, filter: (from) => !from.includes("__tests__") })
await writeFile(path.join(copy, "next-env.d.ts"), `/// <reference types="next" />\n/// <reference types="next/image-types/global" />\n`)
const before = await faultsOfTypes()

for (const { name, text } of files) {
  const file = path.join(copy, name)
  await mkdir(path.dirname(file), { recursive: true })
  await writeFile(file, `${text}\n`)
}
run("git", ["apply", "--directory", path.relative(root, copy), "-"], { cwd: root, input: patches[0], stdio: ["pipe", "inherit", "inherit"] })

const faults = (await faultsOfTypes()).filter((fault) => !before.includes(fault))
if (faults.length > 0) {
  console.error(`The recipe does not fit the starter any more:\n${faults.join("\n")}`)
  process.exit(1)
}
console.log(`The recipe fits: ${files.length} files and ${patches[0].match(/^\+\+\+ /gm).length} changed ones, no fault of types${before.length ? ` beside the ${before.length} that the starter has by itself` : ""}.`)

/** What the starter's compiler says, without the places, which a patch moves. */
async function faultsOfTypes() {
  const entry = (name) => [path.join(packaged, `${name}.d.mts`)]
  await writeFile(path.join(copy, "tsconfig.recipe.json"), JSON.stringify({
    extends: "./tsconfig.json",
    compilerOptions: {
      incremental: false,
      paths: {
        "@lib/*": ["lib/*"], "@modules/*": ["modules/*"], "@pages/*": ["pages/*"],
        "medusa-payment-fatura/storefront": entry("index"), "medusa-payment-fatura/storefront/react": entry("react"),
      },
    },
    include: ["next-env.d.ts", "src/**/*.ts", "src/**/*.tsx"],
  }))
  const { stdout } = spawnSync("npx", ["tsc", "--noEmit", "--pretty", "false", "-p", "tsconfig.recipe.json"], { cwd: copy, encoding: "utf8" })
  return stdout.split("\n").filter((line) => /^\S+\(\d+,\d+\): error/.test(line)).map((line) => line.replace(/\(\d+,\d+\)/, ""))
}
