/** A new store as Medusa's own starter makes it, from npm packages alone. */
import { mkdirSync, writeFileSync } from "node:fs"
import path from "node:path"
import { readmeBlock } from "./readme.mjs"

const CORE = ["@medusajs/admin-sdk", "@medusajs/cli", "@medusajs/framework", "@medusajs/medusa"]

/** Development packages of Medusa's starter that a build or a start needs. */
const STARTER = {
  "@swc/core": "^1.7.28",
  "@types/node": "^20.12.11",
  "@types/react": "^18.3.2",
  "@types/react-dom": "^18.2.25",
  "prop-types": "^15.8.1",
  react: "^18.3.1",
  "react-dom": "^18.3.1",
  "ts-node": "^10.9.2",
  typescript: "^5.6.2",
  vite: "^5.4.14",
}

const TSCONFIG = {
  compilerOptions: {
    target: "ES2021",
    esModuleInterop: true,
    module: "Node16",
    moduleResolution: "Node16",
    emitDecoratorMetadata: true,
    experimentalDecorators: true,
    skipLibCheck: true,
    skipDefaultLibCheck: true,
    declaration: false,
    sourceMap: false,
    inlineSourceMap: true,
    outDir: "./.medusa/server",
    rootDir: "./",
    jsx: "react-jsx",
    forceConsistentCasingInFileNames: true,
    resolveJsonModule: true,
    checkJs: false,
    strictNullChecks: true,
  },
  "ts-node": { swc: true },
  include: ["**/*", ".medusa/types/*"],
  exclude: ["node_modules", ".medusa/server", ".medusa/admin", "src/admin", ".cache"],
}

/**
 * @param {string} folder an empty folder outside of this repository
 * @param {string} medusa exact version
 */
export function writeStore(folder, medusa) {
  const json = (name, value) => writeFileSync(path.join(folder, name), `${JSON.stringify(value, null, 2)}\n`)
  json("package.json", {
    name: "fresh-store",
    version: "0.0.1",
    private: true,
    scripts: { build: "medusa build", start: "medusa start" },
    dependencies: Object.fromEntries(CORE.map((name) => [name, medusa])),
    devDependencies: STARTER,
    engines: { node: ">=20" },
  })
  json("tsconfig.json", TSCONFIG)
  mkdirSync(path.join(folder, "src"), { recursive: true })
  writeFileSync(path.join(folder, "medusa-config.ts"), readmeBlock("config"))
}
