import { DateTime } from "luxon"
import { SAO_PAULO } from "../domain/dates"

/** An instant as the gateway takes times: São Paulo, `YYYY-MM-DD HH:MM:SS`, no offset. */
export function gatewayTime(at: Date): string {
  return DateTime.fromJSDate(at, { zone: SAO_PAULO }).toFormat("yyyy-MM-dd HH:mm:ss")
}
