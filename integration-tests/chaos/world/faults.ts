import type { GatewayControl } from "../../support"
import type { Random } from "../random"

type CallFault = { share: number; kind: string; commit?: boolean; ms?: number }
type NoticeFault = { share: number; kind: string; ms?: number }

/** Longer than the time limits that the store is started with: the caller has given up before the answer comes. */
const TOO_SLOW_MS = 6_000
const SLOW_MS = 900

/** Of all calls to the gateway; each kind has a tenth of them, half of it after the request was carried out where that can be. */
const CALL_FAULTS: CallFault[] = [
  { share: 0.05, kind: "500" },
  { share: 0.05, kind: "500", commit: true },
  { share: 0.03, kind: "502-html" },
  { share: 0.03, kind: "502-html", commit: true },
  { share: 0.02, kind: "html-200" },
  { share: 0.02, kind: "html-200", commit: true },
  { share: 0.1, kind: "429" },
  { share: 0.04, kind: "delay", ms: SLOW_MS },
  { share: 0.03, kind: "delay", ms: TOO_SLOW_MS },
  { share: 0.03, kind: "delay-after-commit", ms: TOO_SLOW_MS },
  { share: 0.1, kind: "hang-up-before" },
  { share: 0.1, kind: "hang-up-after" },
]

/** Of all notices. */
const NOTICE_FAULTS: NoticeFault[] = [
  { share: 0.2, kind: "lose" },
  { share: 0.2, kind: "double" },
  { share: 0.1, kind: "reorder", ms: 3_000 },
  { share: 0.1, kind: "delay", ms: 4_000 },
  { share: 0.08, kind: "corrupt" },
  { share: 0.08, kind: "forged-token" },
]

export type FaultCount = { target: "call" | "notice"; kind: string; hits: number }

/** The stand-in asks its faults one after the other, so each one's chance is its share of what the ones before it leave. */
function chances<F extends { share: number }>(faults: F[]): (F & { probability: number })[] {
  let taken = 0
  return faults.map((fault) => {
    const probability = fault.share / (1 - taken)
    taken += fault.share
    return { ...fault, probability }
  })
}

export async function beginFaults(gateway: GatewayControl, random: Random): Promise<void> {
  for (const [index, { share: _share, ...fault }] of chances(CALL_FAULTS).entries()) {
    await gateway.fault({ ...fault, seed: random.seed(`call ${index}`) })
  }
  for (const [index, { share: _share, ...fault }] of chances(NOTICE_FAULTS).entries()) {
    await gateway.fault({ ...fault, match: { notice: true }, seed: random.seed(`notice ${index}`) })
  }
}

/** @returns how often each fault happened */
export async function endFaults(gateway: GatewayControl): Promise<FaultCount[]> {
  const { faults } = await gateway.control.get<{ faults: { match: { notice?: boolean }; kind: string; commit: boolean; hits: number; ms: number }[] }>("/faults")
  await gateway.clearFaults()
  return faults.map(({ match, kind, commit, ms, hits }) => ({
    target: match.notice ? "notice" : "call",
    kind: `${kind}${commit ? " after commit" : ""}${!match.notice && kind.startsWith("delay") ? ` ${ms} ms` : ""}`,
    hits,
  }))
}
