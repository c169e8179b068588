import { Badge } from "@medusajs/ui"

/** Where payments of this account go: for real, or nowhere. */
export function EnvironmentBadge({ environment }: { environment: "PRODUCTION" | "SANDBOX" | null }) {
  return environment && <Badge size="2xsmall" color={environment === "PRODUCTION" ? "green" : "orange"}>{environment}</Badge>
}
