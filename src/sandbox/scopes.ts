/**
 * Which scopes an operation takes: the newer names, or the older ones that stood for all. No source shows the
 * table, nor the answer where one is missing: both are invented.
 */
const NEEDED: Record<string, readonly string[]> = {
  "POST /invoices": ["invoice.write"],
  "POST /v4/invoices": ["invoice.write"],
  "PATCH /invoices": ["invoice.update", "invoice.write"],
  "DELETE /invoices": ["invoice.update", "invoice.write"],
  "PUT /invoices": ["invoice.refund", "invoice.write"],
  "GET /invoices": ["invoice.read", "invoice.write"],
  "POST /invoices/tracking": ["invoice.update", "invoice.write"],
  "OPTIONS /webhooks": ["webhook.write", "invoice.write"],
  "COPY /webhooks": ["webhook.write"],
  "GET /costumers": ["customer.read", "customer.write"],
  "GET /mediations": ["disputes.read", "invoice.write"],
  "GET /chargebacks": ["disputes.read", "invoice.write"],
  "GET /baas/statement": ["baas.statement"],
}

/** Whether a token with these scopes may do what `METHOD /path` names. */
export const mayDo = (name: string, scopes: readonly string[]): boolean => {
  const needed = Object.hasOwn(NEEDED, name) ? NEEDED[name] : undefined
  return !needed || needed.some((scope) => scopes.includes(scope))
}
