import { METHOD_CODES, type Method, type Product } from "../types"
import { type RequestedCard, readCard } from "./card"
import { type Client, readClient } from "./client"
import { readDueDate } from "./due-date"
import { Fields, Refusal } from "./fields"

const PAYMENT = [
  "product_type",
  "id",
  "type",
  "due_at",
  "referrer",
  "installments",
  "order_url",
  "store_url",
  "webhook",
  "discount",
  "products",
  "card",
] as const

export type CreateRequest = {
  client: Client
  method: Method
  dueOn: string
  externalId: string | null
  referrer: string | null
  installments: number
  webhook: string | null
  products: Product[]
  /** The discount on the whole invoice, without those of the products. */
  discountCents: number
  shippingCents: number
  card: RequestedCard | null
}

/** `payment.type`: a number by spec 4.3, and as text in other clients (observation: Codes and units). */
const readMethod = (payment: Fields): Method => {
  payment.require("type")
  const value = payment.raw("type")
  const code = typeof value === "string" && /^\d$/.test(value) ? Number(value) : value
  const method = (Object.keys(METHOD_CODES) as Method[]).find((one) => METHOD_CODES[one] === code)
  return method ?? payment.fail("type", "invalido")
}

const readInstallments = (payment: Fields, method: Method): number => {
  if (!payment.has("installments")) {
    return 1
  }
  const count = Number(payment.matching("installments", /^([1-9]|1[0-2])$/, "deve ser de \"1\" a \"12\""))
  return count === 1 || method === "card" ? count : payment.fail("installments", "so pode passar de 1 no cartao")
}

const readProduct = (value: unknown, index: number): Product => {
  const product = new Fields(value, `payment.products[${index}]`, ["id", "image", "title", "qnt", "discount", "amount"])
  const quantity = product.integer("qnt")
  if (quantity < 1) {
    product.fail("qnt", "deve ser pelo menos 1")
  }
  const priceCents = product.decimalText("amount")
  if (priceCents === 0) {
    product.fail("amount", "deve ser maior que zero")
  }
  return {
    id: product.optionalText("id"),
    image: product.optionalUrl("image"),
    description: product.text("title"),
    quantity,
    discountCents: product.has("discount") ? product.amount("discount") : 0,
    priceCents,
  }
}

const readProducts = (payment: Fields): Product[] => {
  payment.require("products")
  const products = payment.raw("products")
  if (!Array.isArray(products) || products.length === 0) {
    return payment.fail("products", "deve ser uma lista com pelo menos um produto")
  }
  return products.map(readProduct)
}

/** Whether the invoice says that a product is physical (1) and not digital or a service (2; observation, graded E). */
const readIsPhysical = (payment: Fields): boolean => {
  const type = payment.optionalInteger("product_type")
  if (type !== null && type !== 1 && type !== 2) {
    payment.fail("product_type", "invalido")
  }
  return type === 1
}

/**
 * The body of create, checked against the field table of spec 4.3.
 * @throws Refusal in Portuguese, naming the first field that is wrong
 */
export const readCreateRequest = (value: unknown, now: Date): CreateRequest => {
  const body = new Fields(value, "", ["client", "ecommerce", "payment", "shipping"])
  const payment = body.object("payment", PAYMENT)
  const method = readMethod(payment)
  const client = readClient(body, method, readIsPhysical(payment))
  if (body.has("ecommerce")) {
    const ecommerce = body.object("ecommerce", ["store_id", "checkout"])
    ecommerce.integer("store_id")
    ecommerce.integer("checkout")
  }
  if (method !== "card" && payment.has("card")) {
    throw new Refusal("Campo payment.card so e aceito no pagamento com cartao")
  }
  payment.optionalUrl("order_url")
  payment.optionalUrl("store_url")
  return {
    client,
    method,
    dueOn: readDueDate(payment, now),
    externalId: payment.optionalText("id"),
    referrer: payment.optionalText("referrer"),
    installments: readInstallments(payment, method),
    webhook: payment.optionalUrl("webhook"),
    products: readProducts(payment),
    discountCents: payment.has("discount") ? payment.decimalText("discount") : 0,
    shippingCents: body.has("shipping") ? body.object("shipping", ["amount"]).amount("amount") : 0,
    card: method === "card" ? readCard(payment, now) : null,
  }
}
