import path from "node:path"
import { paths } from "../../demo/lib/paths"

/** What the global set-up hands to the suites, through the environment that jest's workers inherit. */
const serverVariable = "HTTP_TEST_POSTGRES"
const templateVariable = "HTTP_TEST_TEMPLATE"

export const logFolder = path.join(paths.testData, "logs")

export type TestServer = { postgresUrl: string; template: string }

export function publishServer({ postgresUrl, template }: TestServer): void {
  process.env[serverVariable] = postgresUrl
  process.env[templateVariable] = template
}

/** @throws when jest ran without the global set-up */
export function testServer(): TestServer {
  const postgresUrl = process.env[serverVariable]
  const template = process.env[templateVariable]
  if (!postgresUrl || !template) throw new Error("no test database: run with TEST_TYPE=http, whose global set-up starts one")
  return { postgresUrl, template }
}

/** Credentials of a store under test: enough for the plugin to start, and easy to look for in its logs. */
export const testSecrets = {
  FATURA_TOKEN: "test-access-7f3c1d9a",
  FATURA_SECRET_KEY: "test-secret-51e8b0c2",
  FATURA_ENCRYPTION_KEY: Buffer.alloc(32, "test-encryption-key").toString("base64"),
  JWT_SECRET: "test-jwt-2b8d",
  COOKIE_SECRET: "test-cookie-94aa",
} as const

/** The gateway's address where none was given: nobody listens there. */
export const noGateway = "http://127.0.0.1:9"
