export const digitsOf = (input: string): string => input.replace(/\D/g, "")

/** Cuts a text into groups `[from, to, what stands before]`, leaving out groups that are still empty. */
export function joinGroups(value: string, groups: readonly (readonly [from: number, to: number, before: string])[]): string {
  return groups.map(([from, to, before]) => (value.length > from ? before + value.slice(from, to) : "")).join("")
}
