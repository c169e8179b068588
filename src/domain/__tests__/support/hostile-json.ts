/** Medusa takes bodies of up to this size. */
const BYTES = 100_000

type Kind = "list" | "object"

/** As a text: what writes JSON runs out of stack at some depth, what reads it does not. */
function nestedText(kind: Kind, levels: number, inner: string): string {
  return kind === "list" ? "[".repeat(levels) + inner + "]".repeat(levels) : '{"a":'.repeat(levels) + inner + "}".repeat(levels)
}

/** Lists in lists, or objects in objects: so many levels around a value. */
export function nested(kind: Kind, levels: number, inner: unknown): unknown {
  return JSON.parse(nestedText(kind, levels, JSON.stringify(inner)))
}

/** As many short members as a body has room for. */
function wide(kind: Kind, piece: unknown): string {
  const members = Array.from({ length: Math.floor(BYTES / (kind === "list" ? 3 : 14)) }, (_, index): [string, unknown] => [`m${index}`, piece])
  return JSON.stringify(kind === "list" ? members.map(([, member]) => member) : Object.fromEntries(members))
}

/** JSON that costs little to send: as deep, as wide, and as deep and wide as a body can be. */
export const HOSTILE_JSON: [name: string, json: string][] = [
  ...[600, 3_400, 16_000, 45_000].map((levels): [string, string] => [`${levels} lists in each other`, nestedText("list", levels, '"x"')]),
  ...[600, 3_400, 16_000].map((levels): [string, string] => [`${levels} objects in each other`, nestedText("object", levels, '"x"')]),
  ...["x", 1, "", "4111"].flatMap((piece): [string, string][] => [
    [`a list of ${JSON.stringify(piece)}`, wide("list", piece)],
    [`an object of ${JSON.stringify(piece)}`, wide("object", piece)],
    [`a list of ${JSON.stringify(piece)}, 60 levels deep`, nestedText("list", 60, wide("list", piece))],
    [`an object of ${JSON.stringify(piece)}, 60 levels deep`, nestedText("object", 60, wide("object", piece))],
  ]),
  ["an object of digits below long names", JSON.stringify(Array.from({ length: 60 }).reduce<unknown>((inner) => ({ ["n".repeat(800)]: inner }), JSON.parse(wide("object", 1))))],
]
