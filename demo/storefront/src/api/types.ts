import type { Tokenization } from "../settings/tokenization"

/** The parts of Medusa's store answers that this shop reads. Amounts are decimal reais. */

export type Variant = {
  id: string
  title: string
  /** The merchant's order of the variants. */
  variant_rank?: number | null
  manage_inventory?: boolean
  allow_backorder?: boolean
  inventory_quantity?: number
  options?: { option_id?: string; value: string }[]
  calculated_price?: { calculated_amount: number; original_amount: number; currency_code: string } | null
}

export type Product = {
  id: string
  title: string
  subtitle?: string | null
  description?: string | null
  handle: string
  thumbnail?: string | null
  images?: { id: string; url: string }[]
  options?: { id: string; title: string; values?: { value: string }[] }[]
  variants?: Variant[]
}

export type CartItem = {
  id: string
  variant_id: string
  title: string
  product_title?: string | null
  product_handle?: string | null
  variant_title?: string | null
  thumbnail?: string | null
  quantity: number
  unit_price: number
  total: number
}

export type Address = {
  first_name: string
  last_name: string
  address_1: string
  address_2: string
  city: string
  province: string
  postal_code: string
  country_code: string
  phone: string
  metadata: { number: string; complement: string; district: string }
}

export type Cart = {
  id: string
  currency_code: string
  email?: string | null
  completed_at?: string | null
  total: number
  original_item_total: number
  original_shipping_total: number
  discount_total: number
  credit_line_total?: number
  items?: CartItem[]
  shipping_address?: (Partial<Omit<Address, "metadata">>) | null
  shipping_methods?: { shipping_option_id?: string | null; name?: string }[]
  payment_collection?: PaymentCollection | null
}

export type ShippingOption = { id: string; name: string; amount: number | null }

export type PaymentProvider = { id: string }

export type Payer = { document: string; name?: string; phone?: string }

/** A card as the store takes it: its number and security code stay with the gateway's tokenisation script. */
export type CardToPay = {
  token: string
  holder_name: string
  /** MM/YY */
  expires: string
  installments: number
}

/** `amount` of one and `total` of all in decimal reais. The store bears the cost: the total is the same in every plan. */
export type InstallmentPlan = { count: number; amount: number; total: number }

/** `GET /store/fatura/checkout` */
export type CheckoutOptions = {
  methods: { provider_id: string; available: boolean; reason?: string; installments?: InstallmentPlan[] }[]
  /** Where the store's options name the gateway's tokenisation script. */
  tokenization?: Tokenization
  amount: number
  currency_code: string
}

export type PaymentCollection = { id: string; payment_sessions?: { id: string; provider_id: string }[] }

export type CompleteAnswer =
  | { type: "order"; order: { id: string; display_id?: number } }
  | { type: "cart"; cart: Cart; error: { message?: string; type?: string; code?: string; fields?: unknown } }

/** What our invoice can be, as the payment route tells it. */
export const PAYMENT_STATUSES = [
  "not_issued", "issuing", "awaiting_payment", "processing", "scheduled", "authorized", "paid", "canceled",
  "refund_pending", "partially_refunded", "refunded", "disputed", "denied", "overdue", "failed", "expired", "unknown",
] as const
export type PaymentStatus = typeof PAYMENT_STATUSES[number]

export type NextStep = "pay" | "act" | "wait" | "retry" | "contact" | "none"

/** `GET /store/fatura/sessions/:id`. Times are ISO 8601 UTC. */
export type PaymentView = {
  id: string
  order_id?: string | null
  method: string
  status: PaymentStatus
  next_step: NextStep
  amount: number
  currency_code: string
  server_time: string
  payee?: { name?: string | null; document_masked?: string | null; statement_descriptor?: string | null } | null
  pix?: { payload: string; qr_svg: string; expires_at: string | null } | null
  boleto?: {
    /** 47 digits; null while the bank registers the boleto. */
    line: string | null
    barcode: string | null
    barcode_svg: string | null
    /** The printable document. */
    url: string | null
    /** YYYY-MM-DD */
    due_at: string | null
  } | null
  card?: { brand: string | null; last4: string | null; installments: number } | null
  action_url?: string | null
  can_renew?: boolean
}
