import { redact } from "../../../gateway"

/** What an answer of the gateway is kept as; `rules` tells by which rules it was made showable, before it was stored. */
type KeptAnswer = { rules: number; message: unknown }

/** Raised when more is taken out of what may be shown: what was kept before is shown as of an earlier version then. */
const RULES = 1
/** Many times an answer of the gateway. Of one that an earlier version has kept, no more is scrubbed while somebody waits. */
const LONGEST_EARLIER = 64 * 1024

/** @param raw the answer without what is secret or personal, as the gateway's client gives it */
export function keptAnswer(raw: unknown): KeptAnswer {
  return { rules: RULES, message: raw ?? null }
}

/** What staff see of a kept answer: as it was stored. One of an earlier version is scrubbed now, up to 64 kB of it; of a longer one the size is told. */
export function shownAnswer(kept: unknown): unknown {
  if (isKept(kept)) {
    return kept.message
  }
  const length = kept === null || kept === undefined ? 0 : JSON.stringify(kept).length
  return length > LONGEST_EARLIER ? `[${length} characters]` : redact(kept)
}

function isKept(kept: unknown): kept is KeptAnswer {
  return typeof kept === "object" && kept !== null && Object.keys(kept).length === 2 && Object.hasOwn(kept, "message") && (kept as Partial<KeptAnswer>).rules === RULES
}
