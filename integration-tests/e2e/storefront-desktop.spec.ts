import { accountStories } from "./stories/account"
import { checkoutStories } from "./stories/checkout"
import { shopFor } from "./stories/story"

/** Each story is told with one device; how the pages look with both is for `pages.spec.ts`. */
describe("a shopper with a desktop", () => {
  const enter = shopFor("desktop")
  checkoutStories(enter)
  accountStories(enter)
})
