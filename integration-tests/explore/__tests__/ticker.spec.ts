import { readdirSync, readFileSync } from "node:fs"
import path from "node:path"
import { JOBS, OTHER_JOBS } from "../world/ticker"

it("knows every job of the plugin, so that time passes for all of it", () => {
  const folder = path.resolve(__dirname, "../../../src/jobs")
  const names = readdirSync(folder).filter((file) => file.endsWith(".ts")).map((file) => /name: "([^"]+)"/.exec(readFileSync(path.join(folder, file), "utf8"))?.[1])
  expect(names.sort()).toEqual([...JOBS, ...OTHER_JOBS].sort())
})
