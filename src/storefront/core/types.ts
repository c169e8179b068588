/**
 * The answers of the plugin's store routes. Repeated here and not imported, so that the published declarations
 * stand alone; `__tests__/server-shapes.spec.ts` doesn't compile when the server's own types differ.
 * Amounts are decimal reais, times ISO 8601 UTC.
 */

/** How a payment stands, as `GET /store/fatura/sessions/:id` tells it. */
export const SESSION_STATUSES = [
  "not_issued", "issuing", "awaiting_payment", "processing", "scheduled", "authorized", "paid", "canceled",
  "refund_pending", "partially_refunded", "refunded", "disputed", "denied", "overdue", "failed", "expired", "unknown",
] as const
export type SessionStatus = (typeof SESSION_STATUSES)[number]

/** `pay`: show the code. `act`: send the shopper to `action_url`. `retry`: choose again. `contact`: the shop must help. */
export type NextStep = "pay" | "act" | "wait" | "retry" | "contact" | "none"

export type PaymentMethod = "pix" | "boleto" | "card"

/** Who is paid, as the shopper's bank will name them. */
export type PayeeView = { name: string | null; document_masked: string | null; statement_descriptor: string | null }

export type PixView = { payload: string; qr_svg: string; expires_at: string | null }

/** `line` and `barcode` are null while the bank registers the boleto. `due_at` is YYYY-MM-DD. */
export type BoletoView = { line: string | null; barcode: string | null; barcode_svg: string | null; url: string | null; due_at: string | null }

export type CardView = { brand: string | null; last4: string | null; installments: number }

/** What a shopper may see of a payment. */
export type SessionView = {
  id: string
  order_id: string | null
  method: PaymentMethod
  status: SessionStatus
  next_step: NextStep
  amount: number
  currency_code: string
  /** The server's clock at the answer: count down with it and not with the shopper's. */
  server_time: string
  payee: PayeeView
  pix?: PixView
  boleto?: BoletoView
  card?: CardView
  /** Where the shopper must go on; https. */
  action_url?: string
  /** A new code or another method can be had for the same order. */
  can_renew: boolean
  /** By what, where it can. */
  renewals?: Renewal[]
}

/** A method that a placed order can be paid by, with its own price. `new_cart`: another than the order's, by a new cart with the same items. */
export type Renewal = { provider_id: string; method: PaymentMethod; amount: number; new_cart: boolean }

/** `amount` of one installment, `total` of all. The store bears the cost: the total is the same in every plan. */
export type InstallmentPlan = { count: number; amount: number; total: number }

/** What comes off the items when a method is chosen: percent, or decimal reais. */
export type Discount = { type: "percent" | "fixed"; value: number }

export type MethodOption = {
  provider_id: string
  method: PaymentMethod
  available: boolean
  /** Why not, in the shopper's language. */
  reason?: string
  discount?: Discount
  installments?: InstallmentPlan[]
  /** Of an order that is placed already: what it costs by this method. */
  amount?: number
  /** Of an order that is placed already: the method has another price, and is had by a new cart with the same items. */
  new_cart?: boolean
}

/** The names of the attributes by which the gateway's script finds the form and its inputs; they differ per installation. */
export type TokenizationAttributes = Record<string, string>

export type Tokenization = { script_url: string; account: string; attributes: TokenizationAttributes }

/** A payer that a customer with an account has had saved; chosen by `payer: { id }`. */
export type SavedPayer = { id: string; name: string; document_masked: string }

/** `GET /store/fatura/checkout` */
export type CheckoutOptions = {
  methods: MethodOption[]
  /** Without it the store takes no cards in this page. */
  tokenization?: Tokenization
  payee: PayeeView
  /** Of the customer who is logged in; else empty. */
  saved_payers: SavedPayer[]
  amount: number
  currency_code: string
}

/**
 * Who pays. `document` is a CPF or CNPJ, with or without punctuation. `id` is that of a saved payer, in the place of the
 * rest. `save`: the customer agrees to have it kept for the next order.
 */
export type Payer = { id?: string; document?: string; name?: string; phone?: string; save?: boolean }

/** A card as the store takes it: number and security code stay with the gateway's tokenisation script. */
export type CardToPay = {
  token: string
  holder_name: string
  /** MM/YY */
  expires: string
  installments: number
}

/** What a second chance leads to: another session of the order, or a new cart, where the order was cancelled or has another price by the method. */
export type Renewed = { session: SessionView; cart?: undefined } | { cart: { id: string }; session?: undefined }
