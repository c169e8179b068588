export const RULES = {
  server_error: "an error of ours in place of an answer",
  raw_words: "a refusal in words of the program",
  purchase_refused: "a shopper who gave all that is needed got no order",
  not_at_rest: "work that does not come to an end",
  money: "what the gateway holds is not what Medusa, the Problems list and staff's decisions say",
  cause_gone: "a problem stands open although there is nothing left to decide",
  medusa_disagrees: "Medusa's own books don't agree with each other",
  payable: "a code that can be paid, and that nobody owes so",
  pending_forever: "an order that waits without anything to pay, and nothing ends it",
  stock: "stock that is held for nobody, or not held for somebody",
  price: "a method that is sold at another method's price",
  not_heard: "a genuine webhook that has no effect",
  account: "an account that says what is not so",
  email: "an e-mail that says what is not so, or says it twice",
  page: "the shopper's page says what is not so",
} as const

export type Rule = keyof typeof RULES

export type Found = { rule: Rule; words: string }

/** What two findings have in common when they are the same: ids, amounts and methods differ. */
export function signatureOf({ rule, words }: Found): string {
  return `${rule}: ${words.replace(/[a-z]+_[0-9A-Z]{20,}/g, "ID").replace(/-?\d+([.,]\d+)?/g, "N").replace(/\b(pix|boleto|card)\b/g, "METHOD")}`
}
