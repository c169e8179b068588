import { readdirSync } from "node:fs"
import path from "node:path"
import { HOSTILE_JSON } from "./hostile-json"

const LENGTH = 100_000

/** What makes expressions with two ways to read a character go back and forth: long runs, and runs of near misses. */
const PIECES = [
  " ", "\t", "\u00a0", "\n", "\0", "a", "é", "1", "4", "0", ",", ";", ".", "-", "_", "/", "\\", "@", "=", ":", "<", "[", "{", "%2f", "\u{1f600}", "\ud800",
  "a ", "1 ", "1,", "1.", "1-", "4 1 ", "4111 ", "411111111111 ", "3782 822463 ", "a@", "a.", "a-", "a1 ", "1 a", "1 ap", " - ", ", ", "n. ", "s/n ", "rua 1 ",
  "eyJ-", "eyJa.", "token ", "token= ", "Bearer ", "Webhook: ", "/hooks/fatura/", "senha ", "cvv ", "529.982.247-2", "12.345.678/0001-", "(11) 9", "+55 ", "0001",
  "deadbeef-", "0000-", "abcdef0123456789", '{"a":', "a=b&", "00020126", "4111 111111111111 ", "\u3164", "1.2.3.4/",
  // Marks out of their order, on a letter or a digit.
  "\u0301\u0323", "e\u0323\u0301\u0327",
]
/** What an address may hold many of. */
const PIECES_OF_ADDRESS = ["/", "//a", "?", "#", "@", ":", ".", "a.", "a-", "-", "%2f", "0", "[", "\\"]

const run = (piece: string) => piece.repeat(Math.ceil(LENGTH / piece.length)).slice(0, LENGTH - 12)

export const HOSTILE_TEXTS: [name: string, text: string][] = [
  ...PIECES.map((piece): [string, string] => [`${JSON.stringify(piece)} again and again`, `Rua 1 ${run(piece)} x!`]),
  ...PIECES_OF_ADDRESS.map((piece): [string, string] => [`an address with ${JSON.stringify(piece)} again and again`, `https://a${run(piece)}x`]),
]

/** An object of which every member is the text, whatever it is asked for. */
function holding(text: string): unknown {
  return new Proxy({}, { get: (_target, key) => (typeof key === "symbol" || key === "then" || key === "toJSON" ? undefined : text), has: () => true })
}

/** The ways in which a function can be given the text. */
function argumentsWith(text: string): unknown[][] {
  const object = holding(text)
  return [[text, text, text], [object, text, text], [text, object, object], [object, object, object], [[text, text], [text], [text]], [{ text, deep: { list: [text, { [text]: text }] } }]]
}

type Read = (...given: unknown[]) => unknown

/**
 * Every exported function of a folder's own files, by name, and those that an exported object holds. A new file is
 * read like the others until somebody names it.
 * @param leftOut files of which none reads a text, by name
 */
export function exportedFunctions(folder: string, leftOut: readonly string[] = []): [name: string, call: Read][] {
  const files = readdirSync(folder).filter((file) => file.endsWith(".ts") && !file.endsWith(".d.ts"))
  const gone = leftOut.filter((file) => !files.includes(file))
  if (gone.length) {
    throw new Error(`There is no ${gone.join(", ")} in ${folder} any more`)
  }
  return files
    .filter((file) => !leftOut.includes(file))
    .flatMap((file) => Object.entries(jest.requireActual<Record<string, unknown>>(path.join(folder, file))).flatMap(([name, value]) => functionsOf(`${file} ${name}`, value)))
}

function functionsOf(name: string, value: unknown): [string, Read][] {
  if (typeof value === "function") {
    return /^class /.test(Function.prototype.toString.call(value)) ? [] : [[name, value as Read]]
  }
  const isPlain = typeof value === "object" && value !== null && Object.getPrototypeOf(value) === Object.prototype
  return isPlain ? Object.entries(value).flatMap(([member, held]): [string, Read][] => (typeof held === "function" ? [[`${name}.${member}`, held as Read]] : [])) : []
}

/** The functions that no way of giving them a text suits: they fail before they have read any, so that nothing is shown of them. */
export function unfed(functions: [name: string, call: Read][], alsoWith: (text: string) => unknown[][] = () => []): string[] {
  const ways = [...argumentsWith("Rua 1 x"), ...alsoWith("Rua 1 x")]
  return functions.filter(([, call]) => ways.every((given) => (errorOf(() => readAll(call, given)) as Error | null)?.name === "TypeError")).map(([name]) => name)
}

/** What makes a reader is given the text, and so is the reader. */
function readAll(call: Read, given: unknown[]): void {
  const made = call(...given)
  if (typeof made === "function") {
    ;(made as Read)(...given)
  }
}

/** Milliseconds of this process's own work, so that other programs of the machine do not count. */
function workOf(act: () => void): number {
  const before = process.cpuUsage()
  act()
  const { user, system } = process.cpuUsage(before)
  return (user + system) / 1_000
}

/** One plain reading of the text, character by character. */
function plainPass(text: string): void {
  const lower = [...text.normalize("NFKC")].map((character) => character.toLowerCase()).join("")
  if (lower.length < 0) throw new Error("never")
}

/** How many plain readings a function may cost, over all the ways of giving it the text. */
const MOST_PASSES = 40
let passMs: number | undefined

/** Of the text that is the slowest to read plainly; measured once, on the machine as it is. */
function plainMs(): number {
  const longest = "é1 ".repeat(LENGTH / 3)
  return (passMs ??= Math.max(2, ...[1, 2, 3].map(() => workOf(() => plainPass(longest)))))
}

/**
 * @param alsoWith further ways of giving it the text
 * @param mostPasses for what has to read the text many times
 * @returns the texts over which the function thinks for too long
 */
export function slowTexts(call: (...given: unknown[]) => unknown, alsoWith: (text: string) => unknown[][] = () => [], mostPasses = MOST_PASSES): string[] {
  return HOSTILE_TEXTS.filter(([, text]) => isSlow(call, [...argumentsWith(text), ...alsoWith(text)], mostPasses)).map(([name]) => name)
}

/** The JSON, deep or wide, over which a function thinks for too long, or at which it runs out of stack. It is given the value and its text. */
export function slowValues(call: (value: unknown, json: string) => unknown, mostPasses = MOST_PASSES): string[] {
  return HOSTILE_JSON.filter(([, json]) => {
    const value: unknown = JSON.parse(json)
    return errorOf(() => call(value, json)) instanceof RangeError || isSlow(() => call(value, json), [[]], mostPasses)
  }).map(([name]) => name)
}

function errorOf(act: () => unknown): unknown {
  try {
    act()
    return null
  } catch (error) {
    return error
  }
}

function isSlow(call: (...given: unknown[]) => unknown, ways: unknown[][], mostPasses: number): boolean {
  // To refuse is right; how long it takes is what counts.
  const once = () => ways.forEach((given) => errorOf(() => readAll(call, given)))
  const isSlowOnce = () => workOf(once) > mostPasses * plainMs()
  // Compiling and collecting fall into the first reading.
  return isSlowOnce() && isSlowOnce() && isSlowOnce()
}
