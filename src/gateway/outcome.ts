/**
 * What is known of the effect of a call that did not succeed:
 * - `not_sent`: the gateway cannot have received it, so repeating is safe
 * - `refused`: the gateway received it and did nothing
 * - `unknown`: it may or may not have been carried out; nothing may be repeated that moves money
 */
export type Outcome = "not_sent" | "refused" | "unknown"
