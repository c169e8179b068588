import { localDay } from "../sao-paulo"
import type { Fields } from "./fields"

export type RequestedCard = { token: string; expires: string; holder: string }

const wasSentAsZero = (card: Fields, key: string): void => {
  if (card.integer(key) !== 0) {
    card.fail(key, "deve ser 0")
  }
}

/** `payment.card` of spec 4.3. A card number in place of the token is refused without repeating it. */
export const readCard = (payment: Fields, now: Date): RequestedCard => {
  const card = payment.object("card", ["saved", "tokenize", "token", "valid", "holder"])
  wasSentAsZero(card, "saved")
  wasSentAsZero(card, "tokenize")
  const token = card.text("token")
  if (/^[\d\s-]{12,}$/.test(token)) {
    card.fail("token", "nao pode ser um numero de cartao")
  }
  const expires = card.matching("valid", /^(0[1-9]|1[0-2])\/\d{2}$/, "deve ser MM/AA")
  const [month, year] = expires.split("/")
  if (`20${year}-${month}` < localDay(now).slice(0, 7)) {
    card.fail("valid", "vencido")
  }
  const holder = card.object("holder", ["name"]).text("name")
  return { token, expires, holder }
}
