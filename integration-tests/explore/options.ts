import { parseArgs } from "node:util"

export type ExploreOptions = {
  /** All stories of a run come from it. */
  seed: number
  /** No new story begins after so many minutes; `null`: only the number of stories counts. */
  minutes: number | null
  stories: number | null
  /** Stories that are lived at the same time. */
  lanes: number
  /** These stories again, as findings name them, instead of a run. */
  replays: Replay[]
  /** A finding is shortened for at most so many seconds; 0 leaves it as it was found. */
  shrinkSeconds: number
  /** Every so many stories one in which the shop itself is changed; 0: none. */
  houseEvery: number
}

/** What fast-check needs to make the same story again. */
export type Replay = { house: boolean; seed: number; path: string | null; commands: string | null }

export const HELP = `npm run explore -- [--seed 1] [--minutes 5] [--stories n] [--lanes 3] [--shrink 60] [--house 10] [--replay story/seed/path/commands]`

const REPLAY = /^(story|house)\/(-?\d{1,10})(?:\/([\d:]+)(?:\/([A-Za-z0-9+/:=]+))?)?$/

/** @throws Error in one line */
export function readOptions(argv: string[]): ExploreOptions {
  const { values } = parseArgs({
    args: argv,
    options: {
      seed: { type: "string", default: "1" },
      minutes: { type: "string" },
      stories: { type: "string" },
      lanes: { type: "string", default: "3" },
      shrink: { type: "string", default: "60" },
      house: { type: "string", default: "10" },
      replay: { type: "string", multiple: true },
    },
  })
  const stories = values.stories === undefined ? null : whole("stories", values.stories)
  return {
    seed: whole("seed", values.seed),
    stories,
    minutes: values.minutes === undefined ? (stories === null ? 5 : null) : whole("minutes", values.minutes),
    lanes: Math.max(1, whole("lanes", values.lanes)),
    shrinkSeconds: whole("shrink", values.shrink),
    houseEvery: whole("house", values.house),
    replays: (values.replay ?? []).map(replayOf),
  }
}

/** The name of a story, to be given to `--replay`. */
export function nameOf({ house, seed, path, commands }: Replay): string {
  return [house ? "house" : "story", seed, path, commands].filter((part) => part !== null && part !== "").join("/")
}

function replayOf(text: string): Replay {
  const found = REPLAY.exec(text)
  if (!found) throw new Error(`--replay takes the name of a story, not "${text}". ${HELP}`)
  return { house: found[1] === "house", seed: Number(found[2]), path: found[3] ?? null, commands: found[4] ?? null }
}

function whole(name: string, text: string): number {
  if (!/^\d{1,9}$/.test(text)) throw new Error(`--${name} takes a whole number, not "${text}". ${HELP}`)
  return Number(text)
}
