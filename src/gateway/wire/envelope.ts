import { loose, part } from "./loose"

const envelope = part({ success: loose.flag, error: loose.flag })

/** What the two flags of an answer say (specification section 7). */
export type Verdict = "accepted" | "refused" | "contradictory" | "none"

/** One flag is enough; both may disagree, and then nobody knows. */
export function readVerdict(json: unknown): Verdict {
  const { success, error } = envelope.parse(json)
  if (success === null && error === null) {
    return "none"
  }
  const saysYes = success === true || (success === null && error === false)
  const saysNo = success === false || error === true
  if (saysYes && saysNo) {
    return "contradictory"
  }
  return saysNo ? "refused" : "accepted"
}

const words = part({ message: loose.raw, mensagem: loose.raw, error: loose.raw, msg: loose.raw })

/** The gateway's words in a refusal; only `message` was observed (D), the other places are tried too. */
export function readMessage(json: unknown): string | null {
  const { message, mensagem, error, msg } = words.parse(json)
  const text = [message, mensagem, error, msg].find((item) => typeof item === "string" && item.trim() !== "")
  return typeof text === "string" ? text.trim() : null
}
