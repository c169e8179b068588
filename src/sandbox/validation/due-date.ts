import { isDay, localDay } from "../sao-paulo"
import type { Fields } from "./fields"

/** `due_at`: a day `YYYY-MM-DD` that is not past in São Paulo. */
export const readDueDate = (payment: Fields, now: Date): string => {
  const day = payment.text("due_at")
  if (!isDay(day)) {
    payment.fail("due_at", "deve ser uma data AAAA-MM-DD")
  }
  if (day < localDay(now)) {
    payment.fail("due_at", "nao pode estar no passado")
  }
  return day
}
