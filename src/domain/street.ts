/**
 * Tells street, number, complement and district apart in the two free lines that Medusa has.
 */
export type StreetParts = {
  street: string
  number: string | null
  district: string | null
  complement: string | null
}

const NUMBER_SIGN = /^(?:n[º°o]?\.?|n[úu]m(?:ero)?\.?|#)\s*(?=\d)/i
/** "1500", "1.500", "12 A", "12-A", "221B"; a letter counts only when no word follows it at once. */
const NUMBER = /^(\d{1,3}(?:\.\d{3})+|\d{1,6})((?:[ -]?[a-z])?)(?![\p{L}\d])/iu
const WITHOUT_NUMBER = /^s\.?\s*[/-]?\s*n(?:[º°o]|[úu]mero)?\.?(?![\p{L}\d])/iu
const COMPLEMENT_WORD =
  "(?:ap(?:to?|artamento)?|bl(?:oco)?|cs|sala|sl|andar|torre|fundos?|fds|lojas?|lj|lote|lt|quadra|qd|cj|edif[ií]cio|ed|cobertura|cob|sobrado|sobreloja|box|galp[aã]o|portaria|t[eé]rreo|unidade|km|caixa postal)(?!\\p{L})" +
  // also first words of districts ("Casa Verde"), so only with a number or a letter of their own
  "|(?:casa|conj(?:unto)?)(?=\\.?\\s*(?:\\d|\\p{L}(?!\\p{L})|$))"
const COMPLEMENT = new RegExp(`^(?:${COMPLEMENT_WORD})|^[^\\p{L}]*$|^\\d`, "iu")
const BEFORE_COMPLEMENT = new RegExp(`(?<=\\d(?:[ -]?[a-z])?)\\s+(?=${COMPLEMENT_WORD})`, "iu")
/** Words whose number is a part of the name: "Rua 7", "Quadra 3", "Rodovia BR 116", "km 20". */
const NAMED_BY_NUMBER =
  /(?:^|\s)(?:r|rua|av|avenida|al|alameda|tv|travessa|p[cç]a?|praça|praca|est|estrada|rod|rodovia|quadra|qd|lote|lt|bloco|conjunto|setor|km|br|sqn|sqs|shis)\.?$/iu

/** Longer than any address line that people write; what follows is not read, so that no text can keep the process busy. */
const LONGEST_LINE = 300

const SEPARATOR = /\s*[,;\n]+\s*|\s+[-–—]+\s+/

/**
 * Reads both lines of an address. A number that is known from elsewhere (`known.number`) is taken off
 * the street when it stands there. What equals the city or the state (`known.places`) is no district.
 */
export function readStreet(
  line1: string,
  line2: string,
  known: { number?: string | null; places?: string[] } = {}
): StreetParts {
  const [head = "", ...tail] = split(line1)
  const rest = [...tail, ...split(line2)]
  const inHead = numberAtEnd(head)
  let street = head
  let number = known.number ?? null

  // after the street in line 1, else at its end, else at the beginning of line 2
  const at = rest.findIndex((part) => numberAtStart(part))
  if (at >= 0 && at < tail.length) {
    number ??= takeNumber(rest, at)
  } else if (inHead && (number === null || number === inHead.number)) {
    number = inHead.number
    street = inHead.street
    rest.unshift(...split(inHead.after))
  } else if (at === tail.length) {
    number ??= takeNumber(rest, at)
  }

  const complements: string[] = []
  let district: string | null = null
  for (const part of rest) {
    if (part === number) {
      continue
    }
    if (COMPLEMENT.test(part)) {
      complements.push(part)
    } else if (!known.places?.some((place) => same(place, part))) {
      district ??= part
    }
  }
  return { street, number, district, complement: complements.join(", ") || null }
}

/** Takes the number out of a part, and leaves there what follows it. */
function takeNumber(parts: string[], at: number): string | null {
  const read = numberAtStart(parts[at] ?? "")
  parts.splice(at, 1, ...split(read?.after ?? ""))
  return read?.number ?? null
}

function split(line: string): string[] {
  return line
    .slice(0, LONGEST_LINE)
    .split(SEPARATOR)
    .map((part) => part.replace(/\s+/g, " ").replace(/^[\s-]+|[\s-]+$/g, ""))
    .filter((part) => part !== "")
}

function numberAtStart(part: string): { number: string; after: string } | null {
  const none = WITHOUT_NUMBER.exec(part)
  if (none) {
    return { number: "S/N", after: part.slice(none[0].length).trim() }
  }
  const text = part.replace(NUMBER_SIGN, "")
  const match = NUMBER.exec(text)
  return match
    ? { number: match[0].replace(/\./g, ""), after: text.slice(match[0].length).trim() }
    : null
}

/** "Av. Brasil 12 A", "Rua Augusta nº 1500", "Rua Augusta 1500 apto 12"; not "Rua 7". */
function numberAtEnd(head: string): { street: string; number: string; after: string } | null {
  const [main = "", after = ""] = head.split(BEFORE_COMPLEMENT, 2)
  for (let at = main.indexOf(" "); at >= 0; at = main.indexOf(" ", at + 1)) {
    const street = main.slice(0, at)
    const read = numberAtStart(main.slice(at + 1))
    if (read && read.after === "" && !NAMED_BY_NUMBER.test(street)) {
      return { street, number: read.number, after }
    }
  }
  return null
}

function same(a: string, b: string): boolean {
  return a.localeCompare(b, "pt-BR", { sensitivity: "base" }) === 0
}
