import { tables } from "../database"

/** Every column that holds something sealed, with the purpose it was sealed for. */
export const SEALED_COLUMNS: readonly { table: string; column: string; purpose: string }[] = [
  { table: tables.account, column: "credentials_sealed", purpose: "account-credentials" },
  { table: tables.account, column: "merchant_token_sealed", purpose: "merchant-token" },
  { table: tables.account, column: "access_token_sealed", purpose: "access-token" },
  { table: tables.invoice, column: "payer_sealed", purpose: "payer" },
  { table: tables.notice, column: "token_sealed", purpose: "notice-token" },
  { table: tables.draft, column: "sealed", purpose: "draft" },
  { table: tables.draft, column: "card_sealed", purpose: "draft-card" },
  { table: tables.payer, column: "sealed", purpose: "saved-payer" },
]
