import path from "node:path"

const root = path.resolve(__dirname, "../..")

/** Where things of the repository are, for the demo and for the tests. */
export const paths = {
  root,
  lib: path.join(root, "demo/lib"),
  pluginSource: path.join(root, "src"),
  pluginOutput: path.join(root, ".medusa/server"),
  store: path.join(root, "demo/store"),
  storeOutput: path.join(root, "demo/store/.medusa/server"),
  storefront: path.join(root, "demo/storefront"),
  storefrontOutput: path.join(root, "demo/storefront/dist"),
  demoData: path.join(root, ".demo"),
  testData: path.join(root, ".test"),
}
