import type { GatewayError } from "../../../gateway"

/** What the gateway said when it refused, or the number of its answer where it said nothing. */
export function gatewayWords({ gatewayMessage, httpStatus }: GatewayError): string {
  return gatewayMessage ?? `HTTP ${httpStatus ?? "?"}`
}
