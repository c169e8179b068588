/** They pass by themselves: too slow, too often. */
const PASSING = [408, 429]
const NOT_IMPLEMENTED = 501

/**
 * Whether an answer to `OPTIONS /webhooks` will not tell of any token, however often it is asked: 200 and 404 do
 * (spec 4.5), while 403, 405 or 400 come from a missing permission or from something on the way that does not let
 * the call through. Who asks must find out in another way, and not wait. Failures of the server pass.
 * @param httpStatus null when there was no answer
 */
export function refusesToTell(httpStatus: number | null): boolean {
  return httpStatus !== null && httpStatus !== 404 && !PASSING.includes(httpStatus) && (httpStatus < 500 || httpStatus === NOT_IMPLEMENTED)
}
