/** `npm run openapi`: writes docs/openapi and docs/interface.md from the schemas and routes. A unit test fails while they are not up to date. */
require("../../../demo/lib/typescript.js")
require("./write.ts")
