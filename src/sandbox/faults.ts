/** Faults of an answer. "refuse" drops the connection before the body is read, "hang-up-*" around committing. */
export const REQUEST_FAULTS = [
  "delay",
  "delay-after-commit",
  "500",
  "502-html",
  "html-200",
  "403",
  "429",
  "refuse",
  "hang-up-before",
  "hang-up-after",
  "success-false",
] as const

/** Faults of a notice on its way out. */
export const NOTICE_FAULTS = ["lose", "double", "reorder", "delay", "corrupt", "forged-token"] as const

export type RequestFaultKind = (typeof REQUEST_FAULTS)[number]
export type NoticeFaultKind = (typeof NOTICE_FAULTS)[number]

export type Fault = {
  id: number
  match: {
    method?: string
    path?: string
    notice?: boolean
    /** Only what holds one of these texts in its address or body: an id, a document. */
    about?: string[]
  }
  kind: RequestFaultKind | NoticeFaultKind
  /** How often it still happens; null: until it is cleared. */
  times: number | null
  probability: number | null
  ms: number
  /** For faults that answer something else: whether the request is committed before. */
  commit: boolean
  hits: number
}

/** Small seeded generator (mulberry32), so that a run with chance can be repeated. */
const generator = (seed: number) => {
  let state = seed >>> 0
  return (): number => {
    state = (state + 0x6d2b79f5) >>> 0
    let mixed = Math.imul(state ^ (state >>> 15), state | 1)
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296
  }
}

type Kept = Fault & { chance: () => number }

const optional = <T>(value: unknown, is: (value: unknown) => value is T, why: string): T | undefined => {
  if (value === undefined || value === null) {
    return undefined
  }
  if (!is(value)) {
    throw new Error(why)
  }
  return value
}

const isText = (value: unknown): value is string => typeof value === "string"
const isFlag = (value: unknown): value is boolean => typeof value === "boolean"
const isCount = (value: unknown): value is number => Number.isInteger(value) && (value as number) > 0
const isShare = (value: unknown): value is number => typeof value === "number" && value >= 0 && value <= 1
const isPause = (value: unknown): value is number => typeof value === "number" && value >= 0 && value <= 600_000
const isTexts = (value: unknown): value is string[] => Array.isArray(value) && value.length > 0 && value.every((one) => isText(one) && one !== "")
const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === "object" && value !== null && !Array.isArray(value)

const readMatch = (value: unknown): Fault["match"] => {
  const match = optional(value, isObject, "match must be an object") ?? {}
  const notice = optional(match.notice, isFlag, "match.notice must be true or false")
  const method = optional(match.method, isText, "match.method must be a text")?.toUpperCase()
  const path = optional(match.path, isText, "match.path must be a text")
  const about = optional(match.about, isTexts, "match.about must be a list of texts")
  return { ...(notice && { notice }), ...(method && { method }), ...(path && { path }), ...(about && { about }) }
}

const readFault = (body: unknown, id: number): Kept => {
  if (!isObject(body)) {
    throw new Error("a fault is an object with match and kind")
  }
  const match = readMatch(body.match)
  const kinds: readonly string[] = match.notice ? NOTICE_FAULTS : REQUEST_FAULTS
  const kind = optional(body.kind, isText, "kind must be a text") ?? ""
  if (!kinds.includes(kind)) {
    throw new Error(`kind must be one of ${kinds.join(", ")}`)
  }
  const seed = optional(body.seed, (value): value is number => Number.isInteger(value), "seed must be a whole number")
  return {
    id,
    match,
    kind: kind as Fault["kind"],
    times: optional(body.times, isCount, "times must be a whole number above zero") ?? null,
    probability: optional(body.probability, isShare, "probability must be between 0 and 1") ?? null,
    ms: optional(body.ms, isPause, "ms must be between 0 and 600000") ?? 1000,
    commit: optional(body.commit, isFlag, "commit must be true or false") ?? false,
    hits: 0,
    chance: generator(seed ?? id),
  }
}

const pathMatches = (pattern: string | undefined, path: string): boolean =>
  pattern === undefined || (pattern.endsWith("*") ? path.startsWith(pattern.slice(0, -1)) : path === pattern)

const isAbout = (about: string[] | undefined, text: string): boolean =>
  about === undefined || about.some((one) => text.includes(one))

/** The faults in force. The first that matches, and that chance lets happen, is taken. */
export class Faults {
  private kept: Kept[] = []
  private lastId = 0

  /** @throws Error saying which member of the fault is wrong */
  add(body: unknown): Fault {
    this.lastId += 1
    const fault = readFault(body, this.lastId)
    this.kept.push(fault)
    return this.shown(fault)
  }

  list(): Fault[] {
    return this.kept.map((fault) => this.shown(fault))
  }

  clear(id?: number): void {
    this.kept = id === undefined ? [] : this.kept.filter((fault) => fault.id !== id)
  }

  /** Whether a fault can be chosen only when the request's body is known. */
  dependOnBody(): boolean {
    return this.kept.some(({ match }) => !match.notice && match.about !== undefined)
  }

  /** @param text address and body, in which `match.about` is looked for */
  forRequest(method: string, path: string, text = ""): Fault | null {
    return this.take(
      ({ match }) =>
        !match.notice &&
        (match.method === undefined || match.method === method) &&
        pathMatches(match.path, path) &&
        isAbout(match.about, text),
    )
  }

  forNotice(text = ""): Fault | null {
    return this.take(({ match }) => match.notice === true && isAbout(match.about, text))
  }

  private take(matches: (fault: Kept) => boolean): Fault | null {
    for (const fault of this.kept) {
      if (matches(fault) && (fault.probability === null || fault.chance() < fault.probability)) {
        fault.hits += 1
        if (fault.times !== null) {
          fault.times -= 1
          if (fault.times === 0) {
            this.clear(fault.id)
          }
        }
        return this.shown(fault)
      }
    }
    return null
  }

  private shown({ chance: _chance, ...fault }: Kept): Fault {
    return fault
  }
}
