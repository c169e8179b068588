/** Everything that an HTTP suite needs: real stores, shoppers, staff, database, patience. */
export { addPaymentSession, complete, createCart, customerToken, placeOrder, readCart, readOrder, untilPaid } from "./buyer"
export type { AdminOrder, Cart, CartRequest, Completion, PaymentCollection, PaymentSession, PlacedOrder, Shop } from "./buyer"
export { sql } from "./database"
export { testSecrets } from "./environment"
export { startGateway } from "./gateway"
export type { ChangeOptions, Gateway, GatewayAction, GatewayInvoice, GatewayRequest, SentNotice } from "./gateway"
export { adminApi, httpClient, HttpError, storeApi } from "./http"
export type { HttpClient, RawAnswer } from "./http"
export { address, cnpj, cpf, email } from "./people"
export { poll, PollTimeout } from "./poll"
export { startStore } from "./store"
export type { Store, StoreOptions } from "./store"
export {
  awaiting, cancelOrder, capturedOnce, countNotices, ledgerOf, moneyFacts, openProblems, reservedUnits, sessionView, untilCaptured, untilNoticesDone,
} from "./ledger"
export type { LedgerRow, MoneyFacts, SessionView } from "./ledger"
export { errorLines } from "./log"
export { only } from "./only"
