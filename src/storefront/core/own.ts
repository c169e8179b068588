/**
 * The member of a table under a key that came over the wire; undefined for what stands in no table. A plain look-up
 * would find what every object has: "constructor", "toString".
 */
export function own<Table extends object>(table: Table, key: PropertyKey): Table[keyof Table] | undefined {
  return Object.hasOwn(table, key) ? table[key as keyof Table] : undefined
}
