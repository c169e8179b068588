/** `npm run chaos -- --orders 300 --seed 1 [--cluster]`; see `options.ts` for the rest. */
require("../../demo/lib/typescript")
require("./command").main(process.argv.slice(2))
