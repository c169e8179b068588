/** Who may use which admin route, where the store uses Medusa's RBAC; Medusa ignores it elsewhere. */
type Guard = { matcher: string; methods: ("GET" | "POST" | "DELETE")[]; policies: { resource: string; operation: string }[] }

const READ = { methods: ["GET"], operation: "read" } as const
const UPDATE = { methods: ["POST", "DELETE"], operation: "update" } as const

function guard(matcher: string, resource: string, { methods, operation }: { methods: readonly Guard["methods"][number][]; operation: string }): Guard {
  return { matcher, methods: [...methods], policies: [{ resource, operation }] }
}

export const adminPolicies: Guard[] = [
  // What a change itself needed is asked for by the desks, beyond these.
  ...["accounts", "settings", "health", "sensitive-changes"].flatMap((path) => [
    guard(`/admin/fatura/${path}*`, "fatura_account", READ),
    guard(`/admin/fatura/${path}*`, "fatura_account", UPDATE),
  ]),
  ...["invoices", "notices", "consumers", "mediations", "chargebacks", "statement", "gateway-invoices", "reports"].map((path) => guard(`/admin/fatura/${path}*`, "fatura_invoice", READ)),
  // A search is a POST because its words must not stand in an address; it changes nothing.
  ...["search", "export"].map((path) => guard(`/admin/fatura/invoices/${path}`, "fatura_invoice", { methods: ["POST"], operation: "read" })),
  guard("/admin/fatura/invoices/:id/*", "fatura_invoice", UPDATE),
  guard("/admin/fatura/notices*", "fatura_invoice", UPDATE),
  guard("/admin/fatura/orders*", "fatura_invoice", { methods: ["GET", "POST"], operation: "read" }),
  guard("/admin/fatura/orders/:id/fiscal-data", "fatura_invoice", { methods: ["GET"], operation: "settle" }),
  guard("/admin/fatura/problems*", "fatura_problem", READ),
  // A decision that says where money goes needs `settle` too; which one does is known where it is taken.
  guard("/admin/fatura/problems*", "fatura_problem", UPDATE),
]
