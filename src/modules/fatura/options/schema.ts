import { z } from "zod"
import { areProxies, type TrustedProxies } from "../../../domain/internet-address"
import { EMAIL_KINDS } from "../emails/email"
import { AMOUNT_UNITS, OPERATIONS } from "../../../gateway"
import { isHostPattern } from "./allowed-hosts"
import { DEFAULT_SCOPES, limits, httpAddress, orderAddress } from "./limits"

const HOST_WANTED = "must be the name of a host, as api.gateway.example, or *.gateway.example for all below it"

const endpoint = z.strictObject({
  method: z.string().optional(),
  path: z.string().startsWith("/").optional(),
  /** Which identifier the operation takes; the specification does not say (observation: Cancel, grade E). */
  invoiceId: z.enum(["id", "invoice_id"]).optional(),
  /** Of `add_tracking_code`, with `{invoice}` and `{code}` in its texts, and `refund_invoice`, with `{invoice}` and `{amount}`: they are not specified. */
  body: z.record(z.string(), z.unknown()).optional(),
  /** What the amount of `refund_invoice` is sent in (observation: Refund, grade D): `1500`, `15` or `"15.00"`. */
  unit: z.enum(AMOUNT_UNITS).optional(),
})

const paymentType = z.number().int()
const productType = z.number().int().nullable()
const ecommerce = z.strictObject({ storeId: z.number().int(), checkout: z.number().int() })
const endpoints = z.partialRecord(z.enum(OPERATIONS), endpoint)

/** What an account can have of its own in place of the option for all, part by part. */
export const accountGatewayOptions = z.strictObject({
  endpoints: endpoints.optional(),
  paymentTypes: z.strictObject({ pix: paymentType, boleto: paymentType, card: paymentType }).partial().optional(),
  productTypes: z.strictObject({ physical: productType, digital: productType }).partial().optional(),
  ecommerce: ecommerce.optional(),
})

const account = z.strictObject({
  /** Name that staff read; also the account's stable key, so do not rename it. */
  name: z.string().min(1).default("default"),
  baseUrl: httpAddress,
  /** The credential's token, from the gateway's panel, menu API > Credenciais (spec 5.1). */
  token: z.string().min(1),
  /** The credential's secret key. Can end in `=`: it is never trimmed. */
  secretKey: z.string().min(1),
  scopes: limits.scopes.default([...DEFAULT_SCOPES]),
  isDefault: z.boolean().default(false),
  salesChannelIds: z.array(z.string()).default([]),
  /** The merchant's own token of notices registered in the panel (spec 6). */
  merchantWebhookToken: z.string().optional(),
  ...accountGatewayOptions.shape,
})

/** What unpaid codes may hold: a guard against orders that only keep stock from others. */
const unpaid = {
  /** Other purchases of one internet address whose code is open, or was made within the last hour; more where that address pays. */
  unpaidPerAddress: z.number().int().min(1).default(50),
  /** The same for one customer: an account, else an e-mail address. */
  unpaidPerCustomer: z.number().int().min(1).default(10),
}

const offered = {
  enabled: limits.enabled.default(true),
  /** Decimal reais; a payment below it is not offered this method. */
  minAmount: limits.minAmount.default(0.01),
  /** Decimal reais; none by default. */
  maxAmount: limits.maxAmount.optional(),
  /** Off the items when this method is chosen, by a promotion that the plugin keeps in Medusa; none by default. */
  discount: limits.discount.optional(),
}

/** Options of the plugin, after the environment has been merged in. Unknown keys are faults. */
export const optionsSchema = z.strictObject({
  /** None is needed here: staff can add accounts in the admin, where their secrets are sealed. */
  accounts: z.array(account).default([]),
  /** Public address of this Medusa server; notices are sent there. */
  backendUrl: httpAddress,
  storefrontUrl: httpAddress.optional(),
  /** Address of an order in the storefront; `{order_id}`, `{cart_id}` and `{session_id}` are replaced. */
  orderUrl: orderAddress.optional(),
  /** Without one the store runs, but no payment method is offered: nothing could be sealed. */
  encryptionKey: z.string().min(1).optional(),
  methods: z
    .strictObject({
      pix: z
        .strictObject({
          ...offered,
          /** Minutes until the code is no longer shown; it is cancelled 15 minutes later. */
          expiresInMinutes: limits.expiresInMinutes.default(60),
          ...unpaid,
        })
        .prefault({}),
      boleto: z
        .strictObject({
          ...offered,
          /** Days until the boleto falls due; on a non-banking day it can be paid on the next banking day. */
          dueInDays: limits.dueInDays.default(3),
          /** Banking days after the due date in which a payment can still be clearing; cancelled after them. */
          graceBankingDays: limits.graceBankingDays.default(3),
          ...unpaid,
        })
        .prefault({}),
      card: z
        .strictObject({
          ...offered,
          /** The merchant pays for installments; interest to the shopper is not supported. */
          maxInstallments: limits.maxInstallments.default(12),
          /** Decimal reais; the least that one installment may be. */
          minInstallmentAmount: limits.minInstallmentAmount.default(5),
          /** Refused or unfinished card attempts that one cart may make: a guard against card testing. */
          attemptsPerCart: z.number().int().min(1).default(5),
          /** Card attempts of one internet address in an hour. */
          attemptsPerAddress: z.number().int().min(1).default(15),
          /** Hours after which a card charge without a known outcome becomes a problem for staff. */
          outcomeHours: z.number().min(0.01).max(720).default(24),
        })
        .prefault({}),
    })
    .prefault({}),
  /** What happens to an order whose invoice expired unpaid. */
  onExpiry: limits.onExpiry.default("cancel_order"),
  /** Money for a cancelled order is never captured in Medusa: staff decide, or it goes back by itself. */
  onLatePayment: limits.onLatePayment.default("problem"),
  /** New codes that a placed order may get ("second chance"). */
  renewalsPerOrder: z.number().int().min(0).max(100).default(10),
  /** The shopper's e-mails through Medusa's notification module, whose provider for the channel `email` sends them. */
  emails: z
    .strictObject({
      enabled: z.boolean().default(false),
      /** Of the fallback messages and of the texts in the template data. */
      language: z.enum(["pt-BR", "en"]).default("pt-BR"),
      /** Sender, where the provider has none of its own. */
      from: z.string().optional(),
      /** The provider's template by kind; a kind without one gets the plugin's plain message as content. */
      templates: z.partialRecord(z.enum(EMAIL_KINDS), z.string().min(1)).default({}),
      /** Minutes before a PIX code ceases to be payable; 0 sends no reminder. */
      pixReminderMinutes: z.number().int().min(0).default(15),
      /** Days before a boleto is due, at nine in the morning; 0 sends no reminder. */
      boletoReminderDays: z.number().int().min(0).default(1),
    })
    .prefault({}),
  webhooks: z
    .strictObject({
      /** Tries before a notice becomes a dead letter and a problem. */
      maxAttempts: z.number().int().min(1).max(100).default(20),
      /** Decimal reais; a payment above it is captured only when the gateway, asked, says the same as the webhook. */
      confirmAbove: limits.confirmAbove.default(1_000),
      maxBodyBytes: z.number().int().min(1_024).max(10_485_760).default(262_144),
    })
    .prefault({}),
  reconciliation: z
    .strictObject({
      lookUpsPerMinute: z.number().int().min(1).default(5),
      lookUpsPerDay: z.number().int().min(1).default(1_500),
      /** Seconds after which an order without an invoice is taken for abandoned by a crash. */
      healAfterSeconds: z.number().int().min(1).default(120),
    })
    .prefault({}),
  /** Time limits of calls to the gateway, in milliseconds. */
  timeouts: z
    .strictObject({
      create: z.number().int().min(100).max(40_000).default(40_000),
      default: z.number().int().min(100).max(40_000).default(15_000),
    })
    .prefault({}),
  /** By operation, for installations that differ; anything left out stays as it is. */
  endpoints: endpoints.default({}),
  /** `payment.type` by method (observation: Codes and units). */
  paymentTypes: z
    .strictObject({ pix: paymentType.default(3), boleto: paymentType.default(2), card: paymentType.default(1) })
    .prefault({}),
  /** `payment.product_type` (observation: Codes and units, grade E). `null` leaves it out. */
  productTypes: z
    .strictObject({ physical: productType.default(1), digital: productType.default(2) })
    .prefault({}),
  ecommerce: ecommerce.optional(),
  /** Metadata keys in which a document is looked for, on cart, customer and addresses. */
  documentKeys: z.array(z.string()).default(["cpf", "cnpj", "document", "tax_id"]),
  addressKeys: z
    .strictObject({
      number: z.array(z.string()).optional(),
      district: z.array(z.string()).optional(),
      complement: z.array(z.string()).optional(),
    })
    .default({}),
  /**
   * The gateway's own script that turns a card into a token in the shopper's browser, and the names of the
   * attributes that drive it; both differ per installation (observation: Card, A).
   */
  tokenization: limits.tokenization.optional(),
  /** What is sent to staff without their asking, as the dashboard's feed, is in this language. */
  staffLanguage: z.enum(["pt-BR", "en"]).default("pt-BR"),
  /** Who is written to when credentials, the gateway's address, the paid account or the card script are changed in the admin. */
  ownerEmail: z.email().max(320).optional(),
  /** Days after the last movement of money after which a payer's data is erased; amounts stay. */
  payerDataDays: z.number().int().min(1).max(3_650).default(180),
  /**
   * Which hops before this server are the store's own proxies, whose word about the shopper's address counts: how
   * many (0: nothing that a sender writes is believed), or the addresses and networks that they stand in. Without
   * it: one, where it is in an internal network, which in production is said to be a guess.
   */
  trustedProxies: z.custom<TrustedProxies>(areProxies, "must be the number of proxies (0 to 20), or a list of addresses, networks as 10.0.0.0/8, and the names loopback, linklocal and uniquelocal").optional(),
  /** Days after which a payer that a customer has saved, and not paid with since, is forgotten. */
  savedPayerDays: z.number().int().min(1).max(3_650).default(365),
  /** Lets the gateway of an account of the configuration stand at an internal address in production, as behind a proxy of the store's own. */
  allowPrivateGateway: z.boolean().default(false),
  /** Hosts that accounts may have as the gateway's; any when not given. Nothing is sent to another one. */
  allowedGatewayHosts: z.array(z.string().refine(isHostPattern, HOST_WANTED)).optional(),
  /** Hosts that the card script may come from; any when not given. */
  allowedScriptHosts: z.array(z.string().refine(isHostPattern, HOST_WANTED)).optional(),
  /** Lets a SANDBOX account take payments while NODE_ENV is production. */
  allowSandbox: z.boolean().default(false),
})

export type FaturaOptions = z.output<typeof optionsSchema>
export type AccountOptions = FaturaOptions["accounts"][number]

/** What staff can change in the admin; read from the effective settings, never from here. */
export type AdjustableOptions = Pick<FaturaOptions, "methods" | "onExpiry" | "onLatePayment" | "tokenization">
/** What only the installation decides. */
export type FixedOptions = Omit<FaturaOptions, keyof AdjustableOptions>
export type Tokenization = NonNullable<FaturaOptions["tokenization"]>
