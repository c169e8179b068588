import { readFileSync } from "node:fs"
import path from "node:path"
import { z } from "zod"
import { optionsSchema } from "../options/schema"

const root = path.resolve(__dirname, "../../../..")
const table = readFileSync(path.join(root, "README.md"), "utf8").split("## Options")[1]!.split("\n## ")[0]!
const documented = new Set([...table.matchAll(/^\| `([^`]+)`/gm)].map((match) => match[1]))

/** Groups of options that the README lists one by one. */
const GROUPS = ["methods", "emails", "webhooks", "reconciliation", "timeouts"]
const METHOD_OPTIONS = ["enabled", "minAmount", "maxAmount", "discount"]

function members(type: unknown): Record<string, unknown> {
  let inner = type
  while (!(inner instanceof z.ZodObject)) {
    inner = (inner as z.ZodDefault).unwrap()
  }
  return inner.shape
}

function optionNames(): string[] {
  return Object.entries(members(optionsSchema)).flatMap(([name, type]) => {
    if (!GROUPS.includes(name)) {
      return [name === "endpoints" ? "endpoints.<operation>" : name]
    }
    return Object.entries(members(type)).flatMap(([member, inner]) =>
      name === "methods"
        ? Object.keys(members(inner)).map((option) => `methods.${METHOD_OPTIONS.includes(option) ? "<method>" : member}.${option}`)
        : [`${name}.${member}`]
    )
  })
}

describe("the README's table of options", () => {
  it.each([...new Set(optionNames())])("has %s", (name) => {
    expect([...documented]).toContain(name)
  })

  it("has nothing that is no option", () => {
    const known = new Set([...optionNames(), "baseUrl", "token", "secretKey", "scopes"])
    expect([...documented].filter((name) => !known.has(name!))).toEqual([])
  })

  it("has every variable that is read", () => {
    const source = readFileSync(path.join(__dirname, "../options/read-options.ts"), "utf8")
    const variables = [...new Set(source.match(/FATURA_[A-Z_]+[A-Z]/g))]
    expect(variables.length).toBeGreaterThan(10)
    expect(variables.filter((variable) => !table.includes(`\`${variable}\``))).toEqual([])
  })
})
