const path = require("node:path")
const Sequencer = require("@jest/test-sequencer").default

/** These take longest and mostly wait: begun last, one would run alone. */
const FIRST = ["chaos.spec.ts", "watched-problems.spec.ts", "expiry.spec.ts", "pay-cancel-race.spec.ts", "live-news.spec.ts", "refunds-unknown.spec.ts", "blocked-expiry.spec.ts"]

module.exports = class extends Sequencer {
  async sort(tests) {
    const sorted = [...(await super.sort(tests))]
    const rank = (test) => (FIRST.indexOf(path.basename(test.path)) + FIRST.length + 1) % (FIRST.length + 1)
    return sorted.sort((one, other) => rank(one) - rank(other))
  }
}
