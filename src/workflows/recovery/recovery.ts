import type { MedusaContainer } from "@medusajs/framework/types"
import type { FaturaModuleService } from "../../modules/fatura"
import type { TurnKind, Undone } from "../../modules/fatura/recovery/turns"
import type { Stretch } from "../recent-ids"

/** What is looked at: what came or changed in the last days, or all that was made in a stretch of time, however long ago. */
export type Span = "lately" | Stretch

/** `waits`: nothing could be done yet, so what comes after it goes first. */
export type Mended = "done" | "waits"

/** One kind of thing that a killed process, a lost event or a silent gateway leaves undone. */
export type Recovery = {
  kind: TurnKind
  /** For the log: what was tried, after "Fatura: ". */
  words(id: string): string
  /** Finds what is undone by what the tables hold; null where nothing of the kind is to be done now. */
  undone(fatura: FaturaModuleService, span: Span): Undone | null | Promise<Undone | null>
  mend(container: MedusaContainer, fatura: FaturaModuleService, id: string): Promise<Mended>
  longestPauseSeconds: number
}

export const A_QUARTER_OF_AN_HOUR = 900
export const AN_HOUR = 3_600
