/** `medusa-payment-fatura/storefront`: what a checkout needs, without a framework. */
export { createFaturaClient, type ClientOptions, type FaturaClient, type PaymentDetails, type StartedSession, type Subject } from "./core/client"
export { againAfterServerError } from "./core/again"
export { FaturaError, fieldFaultsOf, type FaultKind, type FieldFault } from "./core/error"
export type { HttpOptions, Language, Request, RequestOptions, SdkLike } from "./core/request"
export { orderedMeanwhile, placeOrder, TotalChanged, type OrderInput, type PlacedOrder, type PlaceOrderStep } from "./core/place-order"
export type { SessionTransport, TransportInput, Watching } from "./core/transport"
export { watchSession, type WatchOptions } from "./core/watch"
export { pollSession } from "./core/poll"
export { streamSession } from "./core/stream"
export type { OpenStream, StreamEvent } from "./core/event-stream"
export { isFinal, paceOf, shownStatus } from "./core/shown-status"
export { paceOfStatus, toneOf, type Pace, type Tone } from "./core/status-facts"
export { checkDocument, cleanDocument, documentKind, maskDocument, type DocumentFault } from "./core/document"
export {
  brandName, brandOf, CARD_FIELD_NAMES, CARD_MASKS, checkCard, checkCardField, maskCardNumber, maskExpiry,
  type CardFault, type CardFieldName, type CardValues,
} from "./core/card-fields"
export { caretPlace, restoreCaret } from "./core/caret"
export { discountedPrice, discountText, priceTexts } from "./core/discount"
export { mostInstallmentsText, planFor, planText } from "./core/installments"
export { loadTokenizationScript, tokenizationMarks, type TokenizationMarks, type TokenizationPart } from "./core/tokenization"
export { clockOffsetOf, fill, formatBoletoLine, formatDay, formatMoney, formatSeconds, secondsUntil } from "./core/format"
export { ptBR } from "./core/texts/pt-br"
export { en } from "./core/texts/en"
export { errorText, statusText } from "./core/texts/words"
export type { ErrorTexts, FaturaTexts, StatusText } from "./core/texts/types"
export {
  SESSION_STATUSES,
  type BoletoView, type CardToPay, type CardView, type CheckoutOptions, type Discount, type InstallmentPlan, type MethodOption, type NextStep, type Payer,
  type PayeeView, type PaymentMethod, type PixView, type Renewal, type Renewed, type SavedPayer, type SessionStatus, type SessionView, type Tokenization, type TokenizationAttributes,
} from "./core/types"
