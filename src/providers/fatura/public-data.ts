type OwnData = { ref: string; session_id: string; invoice_id: string | null }

/**
 * The session's data as anybody may see it. A provider can overwrite a key that the storefront sent,
 * but not remove it, so every key that is not ours becomes null; this is the second line behind the
 * session door. `invoice_id` is there for people to read and is never read back.
 */
export function publicData(given: Record<string, unknown> | undefined, own: OwnData): Record<string, unknown> {
  const erased = Object.fromEntries(Object.keys(given ?? {}).map((key) => [key, null]))
  return { ...erased, ...own }
}
