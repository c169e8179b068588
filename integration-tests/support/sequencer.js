const Sequencer = require("@jest/test-sequencer").default

/** The short chaos run takes longest and mostly waits: begun last, it would run alone. */
module.exports = class extends Sequencer {
  async sort(tests) {
    const sorted = [...(await super.sort(tests))]
    const isChaos = ({ path }) => path.endsWith("chaos.spec.ts")
    return [...sorted.filter(isChaos), ...sorted.filter((test) => !isChaos(test))]
  }
}
