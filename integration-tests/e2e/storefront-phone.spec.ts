import { cardStories } from "./stories/card"
import { pixStories } from "./stories/pix"
import { shopFor } from "./stories/story"

/** Each story is told with one device; how the pages look with both is for `pages.spec.ts`. */
describe("a shopper with a phone", () => {
  const enter = shopFor("phone")
  pixStories(enter)
  cardStories(enter)
})
