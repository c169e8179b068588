import { useId } from "react"

export type HeadingLevel = 2 | 3 | 4

const TAGS: Record<HeadingLevel, "h2" | "h3" | "h4"> = { 2: "h2", 3: "h3", 4: "h4" }

/** The tag of a heading, which depends on the page around it, and an id for what it names. */
export function useHeading(level: HeadingLevel = 2): readonly ["h2" | "h3" | "h4", string] {
  return [TAGS[level], useId()]
}
