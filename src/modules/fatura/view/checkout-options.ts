import { Cents, toReais } from "../../../domain/money"
import { isStorableAmount } from "../../../domain/storable"
import type { AccountProfile } from "../../../gateway"
import type { Account } from "../accounts/account-registry"
import { installmentPlans, type InstallmentPlan } from "../issuing/card"
import type { PaymentMethod } from "../ledger/row"
import { isHostAllowed } from "../options/allowed-hosts"
import type { Discount } from "../options/limits"
import type { FaturaOptions } from "../options/schema"
import { PROVIDER_ID_BY_METHOD } from "../sessions/provider-ids"
import { currentShopper } from "../texts/shopper-context"
import { shopperText } from "../texts/shopper-texts"

export type CheckoutMethod = { provider_id: string; method: PaymentMethod; available: boolean; reason?: string; discount?: Discount; installments?: InstallmentPlan[]; amount?: number; new_cart?: boolean }

/** What an order that is placed costs by each method, in cents; null where it can't be sold by it. */
export type OrderPrices = Record<PaymentMethod, { amount: Cents; newCart: boolean } | null>

export type CheckoutOptions = {
  methods: CheckoutMethod[]
  tokenization?: { script_url: string; account: string; attributes: Record<string, string> }
  payee: { name: string | null; document_masked: string | null; statement_descriptor: string | null }
}

type Input = {
  amount: Cents
  currency: string
  account: Account | null
  profile: AccountProfile | null
  options: FaturaOptions
  /** What carts get, and not what the options want: staff can have ended it. */
  discounts: Partial<Record<PaymentMethod, Discount>>
  inRegion: string[] | null
  prices?: OrderPrices | null
}

/**
 * What a checkout needs to offer the methods for an amount: those of the region, where one is known. Of an order that
 * is placed each method tells its own price, and whether it is had by a new cart with the same items. `account` is the
 * public value that card tokens are made for (spec 5.6).
 */
export function checkoutOptions(input: Input): CheckoutOptions {
  const { account, profile, options } = input
  const offered = (Object.keys(PROVIDER_ID_BY_METHOD) as PaymentMethod[]).filter((method) => input.inRegion === null || input.inRegion.includes(PROVIDER_ID_BY_METHOD[method]))
  const methods = offered.map((method) => checkoutMethod(method, input))
  const tokenization = account?.tokenization ?? options.tokenization
  return {
    methods,
    // One of a host that is not allowed any more is not loaded, whoever set it.
    ...(tokenization && isHostAllowed(tokenization.scriptUrl, options.allowedScriptHosts) && profile?.account && { tokenization: { script_url: tokenization.scriptUrl, account: profile.account, attributes: tokenization.attributes } }),
    payee: {
      name: profile?.tradeName ?? profile?.legalName ?? null,
      document_masked: profile?.documentMasked ?? null,
      statement_descriptor: profile?.statementDescriptor ?? null,
    },
  }
}

function checkoutMethod(method: PaymentMethod, { amount: due, currency, account, options, discounts, prices }: Input): CheckoutMethod {
  const discount = discounts[method]
  const price = prices?.[method]
  const amount = price?.amount ?? due
  const reais = toReais(amount)
  const reason = !options.methods[method].enabled || !account ? "method_unavailable" : price === null ? "only_same_method" : currency !== "brl" ? "currency_not_supported" : !isWithinLimits(amount, options.methods[method]) ? "amount_out_of_limits" : null
  return {
    provider_id: PROVIDER_ID_BY_METHOD[method],
    method,
    available: reason === null,
    ...(reason && { reason: shopperText(reason, currentShopper().language) }),
    // A placed order has its price; only a new cart would get another one.
    ...(discount && reason === null && (!price || price.newCart) && { discount }),
    ...(method === "card" && reason === null && { installments: installmentPlans(amount, options) }),
    ...(price && reason === null && { amount: reais, new_cart: price.newCart }),
  }
}

/** Staff's limits are in decimal reais; the ledger has one of its own. */
function isWithinLimits(amount: Cents, { minAmount, maxAmount }: Input["options"]["methods"][PaymentMethod]): boolean {
  const reais = toReais(amount)
  return reais >= minAmount && (maxAmount === undefined || reais <= maxAmount) && isStorableAmount(amount)
}
