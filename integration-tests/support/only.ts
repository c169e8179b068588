/** The one element of a list. @throws when there is another number of them */
export function only<T>(list: readonly T[], what: string): T {
  const [first, ...rest] = list
  if (first === undefined || rest.length > 0) throw new Error(`expected one ${what}, found ${list.length}`)
  return first
}
