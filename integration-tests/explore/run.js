/** `npm run explore -- --minutes 5 --seed 1`; see `options.ts` for the rest. */
require("../../demo/lib/typescript")
require("./command").main(process.argv.slice(2))
