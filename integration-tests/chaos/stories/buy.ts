import { addPaymentSession, complete, createCart, type Completion } from "../../support"
import { cardData, pixData } from "../../support/books"
import { untilDone } from "./patience"
import { PROVIDERS } from "./plan"
import type { Story } from "./story"

const TRIES = 12
const CART_LIMIT_MS = 120_000
/** What the shop says of a card that its bank refused. */
const DENIED = /não foi aprovado|not approved/i

/**
 * From the empty cart to the placed order, as a stubborn shopper goes: after an error the same cart is
 * completed again, after a refused card another one or another method is taken.
 * @returns whether there is an order
 */
export async function buy(story: Story): Promise<boolean> {
  const { world, plan } = story
  const cart = await world.queue(() => untilDone(() => createCart(world.shop, plan.cart), CART_LIMIT_MS))
  if (!cart) {
    story.note("shopper", "never got a cart")
    return false
  }
  story.know({ cartId: cart.id })
  let token = plan.cardToken
  if (!(await choose(story, token))) return false
  for (let tries = 1; tries <= TRIES; tries++) {
    const completion = await press(story, tries === 1 && plan.pressesTwice)
    if (completion?.type === "order") {
      story.know({ orderId: completion.order.id })
      story.note("shopper", `has order ${completion.order.display_id} (${completion.order.id})`)
      return true
    }
    await story.while(2_500)
    const said = completion && wordsOf(completion)
    if (said && DENIED.test(said)) {
      token = "tok_approved"
      if (story.random.chance(0.3)) story.method = "pix"
      if (!(await choose(story, token))) return false
    } else if (completion?.type === "cart" && story.method === "card") {
      // The card form is empty again after an error.
      if (!(await choose(story, token))) return false
    }
  }
  story.note("shopper", "gives up")
  return false
}

async function choose(story: Story, token: string): Promise<boolean> {
  const data = story.method === "card" ? cardData(token) : pixData()
  const chosen = await untilDone(() => addPaymentSession(story.world.shop, story.cartId!, PROVIDERS[story.method], data), 20_000)
  if (chosen) {
    story.know({ sessionId: chosen.session.id })
    story.note("shopper", `chooses ${story.method}${story.method === "card" ? ` (${token})` : ""}, session ${chosen.session.id}`)
    return true
  }
  // An order that a lost answer told nobody of has the cart's collection already: the button still works.
  story.note("shopper", `could not choose ${story.method}`)
  return story.sessionId !== null
}

async function press(story: Story, twice: boolean): Promise<Completion | null> {
  story.world.moments.begin("complete")
  story.note("shopper", twice ? "presses the button twice" : "presses the button")
  const presses = Array.from({ length: twice ? 2 : 1 }, () => complete(story.world.shop, story.cartId!).catch(() => null))
  const answers = await Promise.all(presses)
  for (const answer of answers) {
    story.note("shopper", answer ? `is answered ${answer.status} ${answer.type}${answer.type === "order" ? "" : `: ${wordsOf(answer)}`}` : "got no answer")
  }
  return answers.find((answer) => answer?.type === "order") ?? answers.find((answer) => answer !== null) ?? null
}

function wordsOf(completion: Completion): string {
  return completion.type === "cart" ? completion.error.message : completion.type === "refused" ? completion.message : ""
}
