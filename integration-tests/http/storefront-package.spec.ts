import { execFile } from "node:child_process"
import { mkdir, mkdtemp, readdir, readFile, rm, symlink, writeFile } from "node:fs/promises"
import path from "node:path"
import { promisify } from "node:util"
import { gzipSync } from "node:zlib"
import { rollup } from "rollup"
import { paths } from "../../demo/lib/paths"

const run = promisify(execFile)
const built = path.join(paths.pluginOutput, "src/storefront")
const gzipped = async (file: string): Promise<number> => gzipSync(await readFile(file)).length

/** What a bundler makes of a line that imports from the package. */
async function bundled(line: string): Promise<string> {
  const bundle = await rollup({
    input: "entry",
    external: /^react($|\/)/,
    plugins: [{
      name: "entry",
      resolveId: (id) => (id === "entry" ? id : id === "medusa-payment-fatura/storefront" ? path.join(built, "index.mjs") : id === "medusa-payment-fatura/storefront/react" ? path.join(built, "react.mjs") : null),
      load: (id) => (id === "entry" ? line : null),
    }],
    onwarn: () => undefined,
  })
  const { output } = await bundle.generate({ format: "es" })
  return output[0].code
}

describe("the built storefront package", () => {
  it("is smaller than 25 kB gzip, React not counted", async () => {
    const modules = (await readdir(built)).filter((name) => name.endsWith(".mjs"))
    expect(modules.sort()).toEqual(["index.mjs", "react.mjs", "shared.mjs"])
    const sizes = await Promise.all(modules.map((name) => gzipped(path.join(built, name))))
    expect(sizes.reduce((sum, size) => sum + size, 0)).toBeLessThan(25_000)
    expect(await gzipped(path.join(built, "styles.css"))).toBeLessThan(5_000)
  })

  it("leaves out of a bundle what is not used", async () => {
    const one = await bundled(`export { formatBoletoLine } from "medusa-payment-fatura/storefront"`)
    expect(gzipSync(one).length).toBeLessThan(1_000)
    const field = await bundled(`export { PayerDocumentField } from "medusa-payment-fatura/storefront/react"`)
    expect(field).not.toContain("execCommand")
    expect(field).not.toContain("Waiting for payment")
  })

  it("marks the components for the client, and the core for everywhere", async () => {
    expect(await readFile(path.join(built, "react.mjs"), "utf8")).toMatch(/^"use client"/)
    expect(await readFile(path.join(built, "index.mjs"), "utf8")).not.toContain("use client")
  })

  it("is imported by its name, and its types are found by both ways of resolving", async () => {
    const folder = await mkdtemp(path.join(paths.testData, "package-"))
    try {
      await mkdir(path.join(folder, "node_modules/@types"), { recursive: true })
      await symlink(paths.root, path.join(folder, "node_modules/medusa-payment-fatura"), "junction")
      for (const name of ["react", "@types/react", "csstype", "@types/prop-types"]) await symlink(path.join(paths.root, "node_modules", name), path.join(folder, "node_modules", name), "junction")
      await writeFile(path.join(folder, "package.json"), `{ "type": "module" }`)
      await writeFile(path.join(folder, "use.mjs"), `import { documentKind, formatMoney } from "medusa-payment-fatura/storefront"\nimport { Payment } from "medusa-payment-fatura/storefront/react"\nconsole.log(documentKind("12.ABC.345/01DE-35"), typeof Payment, typeof formatMoney)`)
      expect((await run(process.execPath, ["use.mjs"], { cwd: folder })).stdout.trim()).toBe("cnpj function function")

      await writeFile(path.join(folder, "use.tsx"), [
        `import { createFaturaClient, type SessionView } from "medusa-payment-fatura/storefront"`,
        `import { FaturaProvider, Payment } from "medusa-payment-fatura/storefront/react"`,
        `const client = createFaturaClient({ backend: "https://api.example.com", publishableKey: "pk" })`,
        `export const page = <FaturaProvider client={client}><Payment sessionId="x" onRenewed={(session: SessionView) => void session.id.length} /></FaturaProvider>`,
        `// @ts-expect-error an amount is a number`,
        `export const wrong: SessionView["amount"] = "1"`,
      ].join("\n"))
      for (const resolution of [["ESNext", "Bundler"], ["Node16", "Node16"]]) {
        const options = ["--module", resolution[0]!, "--moduleResolution", resolution[1]!, "--strict", "--noEmit", "--jsx", "react-jsx", "--target", "ES2022", "--lib", "ES2022,DOM", "--types", "react"]
        const { stdout } = await run(process.execPath, [path.join(paths.root, "node_modules/typescript/bin/tsc"), ...options, "use.tsx"], { cwd: folder }).catch((error: { stdout: string }) => error)
        expect(stdout).toBe("")
      }
    } finally {
      await rm(folder, { recursive: true, force: true })
    }
  })
})
