import path from "node:path"
import { siblingUrl } from "../../demo/lib/database"
import { buildStore } from "../../demo/lib/store"
import { buildStorefront } from "../../demo/lib/storefront"
import { logFolder, type TestServer } from "./environment"
import { storeEnvironment } from "./store"

/**
 * The storefront and the store with its admin, as browsers get them. Built before the first browser test: two workers
 * that find them missing would build into the same folders, and a page that is served meanwhile would be half there.
 */
export async function buildPages({ postgresUrl, template }: TestServer): Promise<void> {
  await buildStorefront(path.join(logFolder, "storefront-build.log"))
  const env = storeEnvironment({}, "http://127.0.0.1:9000", siblingUrl(postgresUrl, template))
  await buildStore({ logFile: path.join(logFolder, "store-build.log"), env })
}
