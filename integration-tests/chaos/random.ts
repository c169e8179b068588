/** Chance that can be repeated. Every story has a stream of its own, so that what it does does not hang on who came first. */
export type Random = {
  /** From 0 up to 1. */
  next(): number
  /** A whole number, both ends included. */
  between(least: number, most: number): number
  chance(probability: number): boolean
  pick<T>(list: readonly T[]): T
  /** One key, as likely as its weight among all weights. */
  weighted<K extends string>(weights: Record<K, number>): K
  /** Another stream that depends on this one's seed and on the name alone. */
  stream(name: string): Random
  /** A seed for somebody else's generator. */
  seed(name: string): number
}

export function randomOf(seed: number): Random {
  let state = seed >>> 0
  /** mulberry32. */
  const next = (): number => {
    state = (state + 0x6d2b79f5) >>> 0
    let mixed = Math.imul(state ^ (state >>> 15), state | 1)
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296
  }
  return {
    next,
    between: (least, most) => least + Math.floor(next() * (most - least + 1)),
    chance: (probability) => next() < probability,
    pick: (list) => list[Math.floor(next() * list.length)]!,
    weighted: (weights) => {
      const entries = Object.entries(weights) as [keyof typeof weights, number][]
      let left = next() * entries.reduce((sum, [, weight]) => sum + weight, 0)
      for (const [key, weight] of entries) {
        left -= weight
        if (left < 0) return key
      }
      return entries.at(-1)![0]
    },
    stream: (name) => randomOf(mixedWith(seed, name)),
    seed: (name) => mixedWith(seed, name),
  }
}

/** FNV-1a over the seed and a name, as a positive whole number. */
function mixedWith(seed: number, name: string): number {
  let hash = 0x811c9dc5
  for (const char of `${seed}:${name}`) {
    hash = Math.imul(hash ^ char.codePointAt(0)!, 0x01000193)
  }
  return hash >>> 1
}
