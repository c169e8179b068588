import { accountStories } from "./stories/account"
import { cardStories } from "./stories/card"
import { checkoutStories } from "./stories/checkout"
import { pixStories } from "./stories/pix"
import { shopFor } from "./stories/story"

describe("a shopper with a desktop", () => {
  const enter = shopFor("desktop")
  pixStories(enter)
  checkoutStories(enter)
  cardStories(enter)
  accountStories(enter)
})
