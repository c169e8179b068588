import { centsOfNumber, centsOfText } from "../money"

/** Why the gateway does not take a request, in Portuguese, as it would say it. */
export class Refusal extends Error {}

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === "object" && value !== null && !Array.isArray(value)

/** Reads the members of one JSON object strictly: wrong types and unknown members are refusals that name the field. */
export class Fields {
  private readonly members: Record<string, unknown>

  constructor(
    value: unknown,
    private readonly path: string,
    known: readonly string[],
  ) {
    if (!isObject(value)) {
      throw new Refusal(path ? `Campo ${path} deve ser um objeto` : "O corpo deve ser um objeto JSON")
    }
    const unknown = Object.keys(value).find((key) => !known.includes(key))
    if (unknown !== undefined) {
      throw new Refusal(`Campo desconhecido: ${this.name(unknown)}`)
    }
    this.members = value
  }

  name(key: string): string {
    return this.path ? `${this.path}.${key}` : key
  }

  has(key: string): boolean {
    return this.members[key] !== undefined
  }

  raw(key: string): unknown {
    return this.members[key]
  }

  fail(key: string, why: string): never {
    throw new Refusal(`Campo ${this.name(key)} ${why}`)
  }

  require(key: string): void {
    if (!this.has(key)) {
      throw new Refusal(`Campo obrigatorio: ${this.name(key)}`)
    }
  }

  object(key: string, known: readonly string[]): Fields {
    this.require(key)
    return new Fields(this.members[key], this.name(key), known)
  }

  /** A text that is not empty. */
  text(key: string): string {
    this.require(key)
    const value = this.members[key]
    return typeof value === "string" && value.trim() !== "" ? value : this.fail(key, "deve ser um texto")
  }

  optionalText(key: string): string | null {
    return this.has(key) ? this.text(key) : null
  }

  matching(key: string, pattern: RegExp, why: string): string {
    const value = this.text(key)
    return pattern.test(value) ? value : this.fail(key, why)
  }

  integer(key: string): number {
    this.require(key)
    const value = this.members[key]
    return typeof value === "number" && Number.isInteger(value) ? value : this.fail(key, "deve ser um numero inteiro")
  }

  optionalInteger(key: string): number | null {
    return this.has(key) ? this.integer(key) : null
  }

  /** A string with two places, as cents. */
  decimalText(key: string): number {
    const cents = centsOfText(this.text(key))
    return cents ?? this.fail(key, "deve ser um decimal com duas casas, como \"19.90\"")
  }

  /** A number of reais, as cents. */
  amount(key: string): number {
    const value = this.members[key]
    const cents = typeof value === "number" ? centsOfNumber(value) : null
    return cents ?? this.fail(key, "deve ser um numero com ate duas casas")
  }

  optionalUrl(key: string): string | null {
    if (!this.has(key)) {
      return null
    }
    const value = this.text(key)
    return URL.canParse(value) && /^https?:\/\//.test(value) ? value : this.fail(key, "deve ser uma URL")
  }
}
