import type { KeyRing } from "../crypto/key-ring"
import { type Draft, mergedDraft } from "../drafts/drafts"
import type { InvoiceRow } from "../ledger/row"
import { PAYER_PURPOSE } from "./attempts"
import type { Payer } from "./payer"

/** What is known of the payer of an earlier attempt completes what the shopper typed for a new one. */
export function draftForRenewal(ring: KeyRing, typed: Draft, previous: InvoiceRow | null): Draft {
  const text = previous?.payer_sealed ? ring.openOrNull(previous.payer_sealed, PAYER_PURPOSE, [previous.id]) : null
  if (text === null) {
    return typed
  }
  const payer = JSON.parse(text) as Payer
  const known = { name: payer.name, ...(payer.document && { document: payer.document.value }), ...(payer.phone && { phone: payer.phone }) }
  return mergedDraft({ payer: known }, typed)
}
