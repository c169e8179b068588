import { LONGEST_ADDRESS, withoutTrailingSlashes } from "../domain/web-address"

const LOOPBACK = /^(localhost|127(\.\d{1,3}){3}|\[::1\])$/i

/**
 * Checks the gateway's base address and takes off its trailing slashes.
 * Only https, because every call carries credentials; plain http is for a stand-in on this machine, or
 * where `allowHttp` says so.
 * @throws RangeError saying what is wrong with it
 */
export function checkedBaseUrl(baseUrl: string, allowHttp = false): string {
  if (baseUrl.length > LONGEST_ADDRESS) {
    throw new RangeError("the gateway's base address is too long")
  }
  let url: URL
  try {
    url = new URL(baseUrl)
  } catch {
    throw new RangeError("the gateway's base address is not a URL")
  }
  if (url.username || url.password || url.search || url.hash) {
    throw new RangeError("the gateway's base address must carry no credentials, query or fragment")
  }
  const plainHttpIsFine = url.protocol === "http:" && (allowHttp || LOOPBACK.test(url.hostname))
  if (url.protocol !== "https:" && !plainHttpIsFine) {
    throw new RangeError("the gateway's base address must be https")
  }
  return withoutTrailingSlashes(`${url.origin}${url.pathname}`)
}
