import { z } from "zod"
import type { Translate } from "../../../../lib/use-texts"
import { attributesOf, linesOf } from "./checkout-values"
import type { Account } from "./wire"

const DEFAULT_SCOPES = "invoice.write, customer.write, webhook.write"

export type AccountValues = {
  name: string
  base_url: string
  token: string
  secret_key: string
  merchant_webhook_token: string
  forget_merchant_token: boolean
  sales_channel_ids: string[]
  scopes: string
  is_default: boolean
  script_url: string
  /** One a line, as name=value. */
  attributes: string
}

/** Where a field of the server stands in the form. */
export const FIELDS_OF_SERVER: Partial<Record<string, keyof AccountValues>> = { "tokenization.script_url": "script_url", "tokenization.attributes": "attributes" }

export function schemaFor(t: Translate, account: Account | null) {
  const needed = z.string().trim().min(1, t("settings.form.required"))
  const address = /^https?:\/\/\S+$/
  return z
    .object({
      name: needed,
      base_url: needed.regex(address, t("settings.form.badAddress")),
      token: z.string().trim(),
      // Sent exactly as it was pasted: it can begin and end in anything.
      secret_key: z.string(),
      merchant_webhook_token: z.string().trim(),
      forget_merchant_token: z.boolean(),
      sales_channel_ids: z.array(z.string()),
      scopes: needed,
      is_default: z.boolean(),
      script_url: z.string().trim().refine((text) => !text || address.test(text), t("settings.form.badAddress")),
      attributes: z.string().refine((text) => attributesOf(text) !== null, t("settings.checkout.badLine")),
    })
    .superRefine((values, issues) => {
      const moved = values.base_url.replace(/\/+$/, "") !== account?.base_url
      for (const path of ["token", "secret_key"] as const) {
        if (moved && !values[path]) {
          issues.addIssue({ code: "custom", path: [path], message: t("settings.form.required") })
        }
      }
      if (values.attributes.trim() && !values.script_url) {
        issues.addIssue({ code: "custom", path: ["script_url"], message: t("settings.form.required") })
      }
    })
}

export function valuesOf(account: Account | null): AccountValues {
  return {
    name: account?.name ?? "",
    base_url: account?.base_url ?? "",
    token: "",
    secret_key: "",
    merchant_webhook_token: "",
    forget_merchant_token: false,
    sales_channel_ids: account?.sales_channel_ids ?? [],
    scopes: account?.scopes.join(", ") ?? DEFAULT_SCOPES,
    is_default: account?.is_default ?? false,
    script_url: account?.tokenization?.script_url ?? "",
    attributes: linesOf(account?.tokenization?.attributes ?? {}),
  }
}

/** Empty secrets are not sent: the stored ones stay. What is the default stays it, unless another becomes it. */
export function bodyOf(values: AccountValues, account: Account | null): Record<string, unknown> {
  const { token, secret_key, merchant_webhook_token, forget_merchant_token, scopes, is_default, script_url, attributes, ...plain } = values
  return {
    ...plain,
    scopes: scopes.split(",").map((scope) => scope.trim()).filter(Boolean),
    tokenization: script_url ? { script_url, attributes: attributesOf(attributes) ?? {} } : null,
    ...(is_default && !account?.is_default && { is_default }),
    ...(token && { token }),
    ...(secret_key && { secret_key }),
    ...(merchant_webhook_token && { merchant_webhook_token }),
    ...(forget_merchant_token && { merchant_webhook_token: null }),
  }
}
