import fc from "fast-check"
import { signatureOf, type Found, type Rule } from "./audit/finding"
import { HOUSE_STORY_MOVES, STORY_MOVES } from "./moves/all"
import { choices, type Move } from "./moves/move"
import { nameOf, type ExploreOptions, type Replay } from "./options"
import { Step, live } from "./story/live"
import { purchases } from "./story/purchase"
import type { Scene } from "./story/scene"
import { startWorld, type World } from "./world/world"

/** A story with something wrong, as short as the time for it allowed. */
export type FoundStory = { name: string; told: string[]; found: Found[]; signature: string; shortened: number }
export type ExploreResult = { options: ExploreOptions; stories: number; moves: Record<string, number>; found: FoundStory[]; repeated: number; seconds: number }

/** More than come to be: a move that makes no sense when its turn comes is left out. */
const MOST_MOVES = 28
/** How often the same finding is shortened and told in one run. */
const TELL_SAME = 1

const stepsOf = (moves: Move[]) => fc.oneof(...moves.map((move) => ({ weight: move.weight, arbitrary: choices.map((choice) => new Step(move, choice)) })))

type Say = (line: string) => void
type Run = { world: World; options: ExploreOptions; result: ExploreResult; seen: Map<string, number>; say: Say }

/** Lives stories until time or their number is over. */
export async function explore(options: ExploreOptions, say: Say = () => undefined, { ownDatabase = true } = {}): Promise<ExploreResult> {
  const world = await startWorld({ ownDatabase })
  const result: ExploreResult = { options, stories: 0, moves: {}, found: [], repeated: 0, seconds: 0 }
  const run: Run = { world, options, result, seen: new Map(), say }
  const startedAt = Date.now()
  try {
    for (const replay of options.replays) await tell(run, replay)
    if (!options.replays.length) await liveAll(run, startedAt)
    result.seconds = Math.round((Date.now() - startedAt) / 1_000)
    return result
  } finally {
    await world.close()
  }
}

/** Many stories at a time, and now and then one in which the shop itself is changed, which has it for itself. */
async function liveAll(run: Run, startedAt: number): Promise<void> {
  const { options } = run
  let next = 0
  const isOver = (): boolean => (options.stories !== null && next >= options.stories) || (options.minutes !== null && Date.now() - startedAt > options.minutes * 60_000)
  const isHouse = (index: number): boolean => options.houseEvery > 0 && index % options.houseEvery === options.houseEvery - 1
  const lane = async (): Promise<void> => {
    while (!isOver() && !isHouse(next)) await tell(run, { house: false, seed: seedOf(options.seed, next++), path: null, commands: null })
  }
  while (!isOver()) {
    await Promise.all(Array.from({ length: options.lanes }, lane))
    if (!isOver()) await tell(run, { house: true, seed: seedOf(options.seed, next++), path: null, commands: null })
  }
}

/** Seeds of the stories of a run; those of neighbouring runs don't meet. */
const seedOf = (seed: number, index: number): number => (seed * 1_000_003 + index * 7_919) % 2_000_000_000

/** Lives the story of a seed and, when something is wrong in it, shorter ones until the shortest is found or the time is over. */
async function tell(run: Run, replay: Replay): Promise<void> {
  const { world, options, result, seen, say } = run
  let worst: { scene: Scene; rules: Set<Rule> } | null = null
  let until = 0
  let lived = 0
  const steps = stepsOf(replay.house ? HOUSE_STORY_MOVES : STORY_MOVES)
  const property = fc.asyncProperty(purchases, fc.commands([steps], { maxCommands: MOST_MOVES, size: "max", ...(replay.commands !== null && { replayPath: replay.commands }) }), async (purchase, commands) => {
    // What remains to be tried of the shorter ones is let go; beside a story that is told again, fast-check tries others like it.
    if ((worst && Date.now() > until) || (options.replays.length && lived > 0)) return
    const scene = await live(world, purchase, commands)
    lived += 1
    if (lived === 1) count(result, scene)
    if (process.env.EXPLORE_TIMES) say(`${JSON.stringify(scene.took)} ${scene.told.length} moves ${scene.found.length}`)
    if (!scene.found.length) return
    // Another fault that a shorter story happens upon has a story of its own.
    if (worst && !scene.found.some(({ rule }) => worst!.rules.has(rule))) return
    if (!worst) {
      const times = (seen.get(sameOf(scene.found)) ?? 0) + 1
      seen.set(sameOf(scene.found), times)
      until = times > TELL_SAME || options.replays.length ? 0 : Date.now() + options.shrinkSeconds * 1_000
    }
    worst = { scene, rules: new Set(scene.found.map(({ rule }) => rule)) }
    throw new Error(scene.found[0]!.words)
  })
  const details = await fc.check(property, { seed: replay.seed, numRuns: 1, unbiased: true, ...(replay.path !== null && { path: replay.path }) })
  result.stories += 1
  const { scene } = (worst ?? {}) as { scene?: Scene }
  if (!scene) {
    if (details.failed) say(`the story of seed ${replay.seed} broke off: ${String(details.errorInstance ?? "")}`)
    return
  }
  const signature = sameOf(scene.found)
  if (!options.replays.length && result.found.some((found) => found.signature === signature)) {
    result.repeated += 1
    return
  }
  const commands = /replayPath="([^"]*)"/.exec(String(details.counterexample?.[1] ?? ""))?.[1] ?? null
  const found: FoundStory = { name: nameOf({ ...replay, path: details.counterexamplePath, commands }), told: scene.told, found: scene.found, signature, shortened: lived - 1 }
  result.found.push(found)
  say(`${result.stories} stories, ${found.name}: ${scene.found.map(({ rule, words }) => `${rule}: ${words}`).join(" | ")}`)
}

const sameOf = (found: Found[]): string => [...new Set(found.map(signatureOf))].sort().join("\n")

function count({ moves }: ExploreResult, { told }: Scene): void {
  for (const line of told) {
    const name = line.split(/[:"(,]| of | -> /).slice(0, 2).join(":").replace(/\d+/g, "n").slice(0, 50)
    moves[name] = (moves[name] ?? 0) + 1
  }
}
