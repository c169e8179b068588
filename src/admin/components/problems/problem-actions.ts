import type { ProblemAction } from "../../../domain/problem-actions"

export type { ProblemAction }

/** The server's words, again for the browser; what the server does not know does not compile. */
export const PROBLEM_ACTIONS = ["refund", "accept", "record_external_refund", "cancel_order", "dismiss"] as const satisfies readonly ProblemAction[]
