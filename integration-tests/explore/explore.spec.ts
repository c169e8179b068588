import { explore, type ExploreResult } from "./explore"
import { storyOf } from "./report"

const STORIES = 8
/** A busy machine takes long; an idle one a small part of it. */
const LIMIT_MS = 600_000

let result: ExploreResult

/** `npm run explore` in short, always the same stories (edits both ways, second chances, refunds, cancels, a new due date among them); the ones in which the shop itself is changed are left to the long runs. */
beforeAll(async () => {
  result = await explore({ seed: 12, stories: STORIES, minutes: null, lanes: 3, shrinkSeconds: 0, houseEvery: 0, replays: [] }, undefined, { ownDatabase: false })
}, LIMIT_MS)

it("ends every story with books that agree to the cent", () => {
  expect(result.found.map(storyOf).join("\n")).toBe("")
})

it("has lived whole stories", () => {
  expect(result.stories).toBe(STORIES)
  expect(Object.values(result.moves).reduce((sum, count) => sum + count, 0)).toBeGreaterThanOrEqual(STORIES * 3)
})
