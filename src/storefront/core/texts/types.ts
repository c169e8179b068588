import type { CardFault } from "../card-fields"
import type { DocumentFault } from "../document"
import type { PaymentMethod, SessionStatus } from "../types"

export type StatusText = { title: string; text: string }

/** What an error is called where the server's own text is none for shoppers. */
export type ErrorTexts = Record<"network" | "timeout" | "server" | "too_many" | "other" | "sold_out" | "not_authorized" | "not_found", string>

/**
 * Everything that is said to a shopper. Replace any of it: `{ ...ptBR, pay: { ...ptBR.pay, paid_check: "Paguei" } }`.
 * `{name}` is filled in; `**words**` are shown bold where a text is read as a sentence.
 */
export type FaturaTexts = {
  /** For amounts and dates, and the `lang` of the texts. */
  locale: string
  status: Record<SessionStatus, StatusText>
  /** Where a method's words differ from those above. */
  status_of_method: Partial<Record<PaymentMethod, Partial<Record<SessionStatus, Partial<StatusText>>>>>
  /** `hint` stands below the name in the choice; `again` is on the button that starts it on a placed order. */
  methods: Record<PaymentMethod, { name: string; hint: string; again: string }>
  errors: ErrorTexts
  document: {
    label: string
    cpf: string
    cnpj: string
    hint: string
    keyboard_letters: string
    keyboard_numbers: string
    faults: Record<DocumentFault, string>
  }
  card: Record<
    "legend" | "number" | "name" | "expiry" | "expiry_example" | "cvv" | "loading" | "script_failed" | "promise" | "descriptor" | "summary" | "last4",
    string
  > & { faults: Record<CardFault, string> }
  installments: Record<"label" | "at_once" | "in_parts" | "up_to" | "total", string>
  copy: Record<"copied" | "failed", string>
  pix: Record<"region" | "code" | "copy" | "copied_next" | "qr" | "qr_hint" | "time_left" | "expires_soon" | "expires_in_a_minute" | "steps" | "step_open" | "step_paste" | "step_confirm" | "step_confirm_name", string>
  boleto: Record<"region" | "line" | "copy" | "copied_next" | "due" | "registering" | "bars" | "pdf" | "notes" | "note_registration" | "note_clearing" | "note_confirm" | "note_confirm_name", string>
  pay: Record<
    | "amount" | "payee" | "contact" | "statement" | "paid_check" | "checking" | "not_yet" | "checked_just_now" | "no_connection"
    | "act" | "contact_us" | "opening" | "not_found" | "not_found_text" | "failed" | "still_trying" | "retry" | "opens_elsewhere",
    string
  >
  again: Record<
    "same_pix" | "same_boleto" | "other" | "other_card" | "busy" | "title" | "replaces" | "loading" | "none" | "back" | "group" | "price" | "other_price" | "to_cart",
    string
  >
  choice: Record<"label" | "none" | "discount" | "price_with", string>
}
