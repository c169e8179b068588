/**
 * Lets plain `node` load TypeScript: the demo and the store's configuration need no compiled output then.
 * swc is here anyway for the tests; types are checked elsewhere (`tsc`).
 */
const { readFileSync } = require("node:fs")
const Module = require("node:module")
const { transformSync } = require("@swc/core")

function compile(module, filename) {
  const { code } = transformSync(readFileSync(filename, "utf8"), {
    filename,
    swcrc: false,
    configFile: false,
    sourceMaps: "inline",
    module: { type: "commonjs", ignoreDynamic: true },
    jsc: {
      target: "es2022",
      parser: { syntax: "typescript", decorators: true },
      transform: { legacyDecorator: true, decoratorMetadata: true },
      keepClassNames: true,
    },
  })
  module._compile(code, filename)
}

Module._extensions[".ts"] = compile
