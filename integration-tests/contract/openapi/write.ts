import { mkdirSync, writeFileSync } from "node:fs"
import path from "node:path"
import { DOCUMENTS } from "./documents"

for (const [file, make] of Object.entries(DOCUMENTS)) {
  mkdirSync(path.dirname(file), { recursive: true })
  writeFileSync(file, make())
  process.stdout.write(`${path.relative(process.cwd(), file)}\n`)
}
