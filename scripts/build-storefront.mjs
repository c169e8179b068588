/**
 * Builds `medusa-payment-fatura/storefront` and `/react` from src/storefront: ES modules, their declarations in one
 * file each, and the styles. Runs after `medusa plugin:build`, whose output folder it adds to.
 */
import { copyFile, mkdir, rm } from "node:fs/promises"
import path from "node:path"
import { fileURLToPath } from "node:url"
import { rollup } from "rollup"
import { dts } from "rollup-plugin-dts"
import { build, transformWithEsbuild } from "vite"

const root = path.resolve(path.dirname(fileURLToPath(import.meta.url)), "..")
const source = path.join(root, "src/storefront")
const output = path.join(root, ".medusa/server/src/storefront")
const input = { index: path.join(source, "index.ts"), react: path.join(source, "react/index.ts") }
const external = /^react($|\/)/

await rm(output, { recursive: true, force: true })
await mkdir(output, { recursive: true })
/**
 * Vite keeps the white space of libraries, for the sake of comments that mark calls without effects. Here they stand
 * only before elements inside of components, where no bundler needs them.
 */
const withoutSpace = {
  name: "without-space",
  enforce: "post",
  async generateBundle(_options, bundle) {
    for (const chunk of Object.values(bundle)) {
      if (chunk.type === "chunk" && chunk.isEntry) {
        const { code } = await transformWithEsbuild(chunk.code, chunk.fileName.replace(/mjs$/, "js"), { minifyWhitespace: true, target: "es2020" })
        chunk.code = code
      }
    }
  },
}

await build({
  root: source,
  configFile: false,
  logLevel: "warn",
  esbuild: { jsx: "automatic" },
  plugins: [withoutSpace],
  build: {
    outDir: output,
    emptyOutDir: false,
    target: "es2020",
    minify: "esbuild",
    lib: { entry: input, formats: ["es"] },
    rollupOptions: {
      external,
      output: {
        entryFileNames: "[name].mjs",
        chunkFileNames: "shared.mjs",
        // Components and hooks belong to the client where a framework tells the two apart.
        banner: ({ name }) => (name === "react" ? '"use client";' : ""),
      },
    },
  },
})
const declarations = await rollup({
  input,
  external,
  plugins: [dts({ tsconfig: path.join(source, "tsconfig.json") })],
  onwarn: (warning) => {
    throw new Error(`the declarations of the storefront package: ${warning.message}`)
  },
})
await declarations.write({ dir: output, format: "es", entryFileNames: "[name].d.mts", chunkFileNames: "shared.d.mts" })
await declarations.close()
await copyFile(path.join(source, "styles.css"), path.join(output, "styles.css"))
