import path from "node:path"
import { interfaceDocument } from "./fields"
import { gatewayDocument } from "./gateway"
import { pluginDocument } from "./plugin"

const docs = path.join(__dirname, "../../../docs")
const json = (document: Record<string, unknown>): string => `${JSON.stringify(document, null, 2)}\n`

/** The documents that are made, by their file. */
export const DOCUMENTS: Record<string, () => string> = {
  [path.join(docs, "openapi/gateway.json")]: () => json(gatewayDocument()),
  [path.join(docs, "openapi/plugin.json")]: () => json(pluginDocument()),
  [path.join(docs, "interface.md")]: interfaceDocument,
}
