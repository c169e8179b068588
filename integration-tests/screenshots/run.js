/** `npm run screenshots`: pictures of the real pages for `docs/images`; `-- --look <folder>` makes every page in both languages, light and dark. */
require("../../demo/lib/typescript")
void (async () => {
  const { findBrowser } = await import("../../scripts/find-browser.mjs")
  process.env.CHROME_PATH = findBrowser() ?? ""
  await require("./screenshots").main(process.argv.slice(2))
})().catch((error) => {
  console.error(error)
  process.exitCode = 1
})
