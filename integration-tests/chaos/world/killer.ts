import { pause } from "../stories/patience"
import type { Diary } from "../diary"
import type { Random } from "../random"
import { MOMENTS, type Moments } from "./moments"
import type { Supervisor } from "./supervisor"

const LONGEST_AIM_MS = 8_000
/** Most of what begins at such a moment is over after this. */
const LONGEST_AFTER_MS = 700

export type Killing = {
  kills: number
  /** Servers that the store uses, and how often each is to crash. */
  crashes: { count: number; crash: () => Promise<void> }[]
  supervisors: Supervisor[]
  diary: Diary
  moments: Moments
  random: Random
  /** Share of the run's work that is done, from 0 to 1. */
  progress: () => number
}

/**
 * Kills the processes of the store, spread over the whole run: each at a random point of it, there aimed at
 * something that has just begun. Between them the servers that it uses crash.
 */
export async function killAlong(plan: Killing, ended: () => boolean): Promise<void> {
  const deeds = [
    ...spread(plan.kills, plan.random).map((at) => ({ at, deed: () => killSomebody(plan) })),
    ...plan.crashes.flatMap(({ count, crash }) => spread(count, plan.random).map((at) => ({ at: 0.25 + at / 2, deed: crash }))),
  ].sort((a, b) => a.at - b.at)
  for (const { at, deed } of deeds) {
    while (!ended() && plan.progress() < at) await pause(100)
    if (ended()) break
    await deed()
  }
  // A run whose last orders were fast still kills as often as it was told to.
  while (killed(plan) < plan.kills) await killSomebody(plan)
}

const killed = ({ supervisors }: Killing): number => supervisors.reduce((total, { kills }) => total + kills, 0)

/** Points between 0 and 1, one in each of as many parts. */
function spread(count: number, random: Random): number[] {
  return Array.from({ length: count }, (_, index) => ((index + random.next()) / count) * 0.97)
}

async function killSomebody({ supervisors, moments, random, diary }: Killing): Promise<void> {
  const victim = random.pick(supervisors)
  const moment = random.pick(MOMENTS)
  const afterMs = random.between(0, LONGEST_AFTER_MS)
  while (!victim.isUp()) await pause(100)
  await moments.next(moment, LONGEST_AIM_MS)
  await pause(afterMs)
  diary.note(null, "run", `aims at "${moment}", ${afterMs} ms after it began`)
  await victim.kill()
}

/** Crashes a server that the store uses, while work goes on. */
export function crashOf(name: string, server: { crash(pauseMs: number): Promise<void> }, diary: Diary, random: Random): () => Promise<void> {
  return async () => {
    diary.note(null, "run", `${name} is ended at once`)
    await server.crash(random.between(200, 1_500))
    diary.note(null, "run", `${name} is there again`)
  }
}
