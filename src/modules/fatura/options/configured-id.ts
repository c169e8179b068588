/** The id of an account of the configuration, by its name. Accounts have theirs for ever, so this never changes. */
export function configuredId(name: string): string {
  return `facc_config_${name.toLowerCase().replace(/[^a-z0-9]+/g, "_")}`
}

/** Names of which several would be one account. */
export function namesOfOneAccount(names: readonly string[]): string[][] {
  const ids = [...new Set(names.map(configuredId))]
  return ids.map((id) => [...new Set(names.filter((name) => configuredId(name) === id))]).filter(({ length }) => length > 1)
}
