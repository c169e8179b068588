import fc from "fast-check"
import type { Scene } from "../story/scene"

export const PARTS = ["all", "some", "most", "little", "over"] as const
export type Part = (typeof PARTS)[number]

/** What a move can choose among when its turn comes; the same for all, so that a story stays readable when it is shortened. */
export type Choice = {
  /** Which of several things it is about. */
  pick: number
  part: Part
  /** Whether the next move waits until this one has had its effect. */
  calm: boolean
  /** Whether the gateway tells of it. */
  loud: boolean
}

export type Move = {
  name: string
  weight: number
  /** Whether the move makes sense as things stand. */
  can(scene: Scene): boolean
  act(scene: Scene, choice: Choice): Promise<void>
}

export const choices: fc.Arbitrary<Choice> = fc.record({
  pick: fc.nat({ max: 5 }),
  part: fc.oneof({ weight: 4, arbitrary: fc.constant("all" as const) }, { weight: 5, arbitrary: fc.constantFrom(...PARTS) }),
  // The simplest value comes last in a shortened story: calm and told.
  calm: fc.boolean().map((flag) => !flag),
  loud: fc.oneof({ weight: 3, arbitrary: fc.constant(true) }, { weight: 1, arbitrary: fc.constant(false) }),
})

export const pickOf = <T>(list: readonly T[], { pick }: Choice): T => list[pick % list.length]!

/** A part of an amount in cents. `over` is more than there is. */
export function partOf(cents: number, part: Part): number {
  const parts: Record<Part, number> = { all: cents, most: cents - 1, some: Math.round(cents / 3), little: Math.min(1_000, cents - 1), over: cents + 500 }
  return Math.max(1, parts[part])
}
