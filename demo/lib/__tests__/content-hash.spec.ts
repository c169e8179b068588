import { mkdir, mkdtemp, rename, rm, writeFile } from "node:fs/promises"
import { tmpdir } from "node:os"
import path from "node:path"
import { contentHash } from "../content-hash"

describe("contentHash", () => {
  let folder: string
  const file = (...names: string[]) => path.join(folder, ...names)

  beforeEach(async () => {
    folder = await mkdtemp(path.join(tmpdir(), "content-hash-"))
    await mkdir(file("nested"))
    await writeFile(file("nested", "one.ts"), "1")
    await writeFile(file("two.ts"), "2")
  })
  afterEach(() => rm(folder, { recursive: true }))

  it("is the same for the same content", async () => {
    expect(await contentHash([folder])).toBe(await contentHash([folder]))
  })

  it.each([
    ["a changed file", () => writeFile(file("nested", "one.ts"), "changed")],
    ["a new file", () => writeFile(file("nested", "three.ts"), "")],
    ["a removed file", () => rm(file("two.ts"))],
    ["a renamed file", () => rename(file("two.ts"), file("second.ts"))],
  ])("changes with %s", async (_, change) => {
    const before = await contentHash([folder])
    await change()
    expect(await contentHash([folder])).not.toBe(before)
  })

  it("leaves out tests and built output", async () => {
    const before = await contentHash([folder])
    for (const name of ["__tests__", "node_modules", ".medusa", "dist"]) {
      await mkdir(file(name))
      await writeFile(file(name, "file.ts"), "anything")
    }
    expect(await contentHash([folder])).toBe(before)
  })

  it("takes what does not exist for empty", async () => {
    expect(await contentHash([file("nothing")])).toBe(await contentHash([]))
  })
})
