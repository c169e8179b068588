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

export type PaymentCollection = { id: string; payment_sessions?: { id: string; provider_id: string }[] }

export type Customer = {
  id: string
  email: string
  first_name?: string | null
  last_name?: string | null
  phone?: string | null
  addresses?: (Partial<Omit<Address, "metadata">> & { is_default_shipping?: boolean; metadata?: Record<string, unknown> | null })[]
}

export type Order = {
  id: string
  display_id?: number
  status: string
  payment_status: string
  created_at: string
  total: number
  currency_code: string
  items?: CartItem[]
  payment_collections?: { id: string; created_at: string; payment_sessions?: { id: string; created_at: string }[] }[]
}
