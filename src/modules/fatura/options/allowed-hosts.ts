/** A host by its name, or with `*.` in front every host below it; no scheme, no path. */
const HOST = /^(?:\*\.)?(?:[a-z0-9-]{1,63}\.)*[a-z0-9-]{1,63}$/i

/** Whether `text` can stand in a list of allowed hosts. */
export function isHostPattern(text: string): boolean {
  return text.length <= 253 && HOST.test(text)
}

/**
 * Whether an address leads to an allowed host.
 * @param allowed names of hosts; not given, every host is
 */
export function isHostAllowed(address: string, allowed: readonly string[] | undefined): boolean {
  if (allowed === undefined) {
    return true
  }
  const host = URL.canParse(address) ? new URL(address).hostname.toLowerCase() : ""
  return allowed.some((pattern) => {
    const name = pattern.toLowerCase()
    return name.startsWith("*.") ? host.endsWith(name.slice(1)) && host.length > name.length - 1 : host === name
  })
}
