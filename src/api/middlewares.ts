import { authenticate, defineMiddlewares } from "@medusajs/framework/http"
import { cancelOrderDoor, refundDoor } from "./doors/refund-door"
import { noStore } from "./doors/no-store"
import { adminPolicies } from "./doors/policies"
import { sessionDoor } from "./doors/session-door"
import { completionDoor } from "./doors/completion-door"
import { asShopper } from "./doors/shopper"
import { asStaff } from "./doors/staff-errors"
import { hideQuery } from "./doors/hide-query"
import { refuseUnstorable } from "./doors/storable-request"

/** Medusa's own hook addresses of our providers. */
const CORE_HOOKS = ["pix", "boleto", "card"].flatMap((method) => [`/hooks/payment/${method}_fatura`, `/hooks/payment/pp_${method}_fatura`])

/** Beginnings of the addresses that a request may reach the database by. Without methods, and so before whatever reads a parameter. */
const BEFORE_ALL = ["/store/fatura", "/admin/fatura", "/hooks/fatura", "/store/payment-collections", "/store/carts", "/admin/payments", "/admin/orders"]

export default defineMiddlewares({
  routes: [
    { matcher: "/admin/fatura/invoices", middlewares: [hideQuery] },
    ...BEFORE_ALL.map((matcher) => ({ matcher, middlewares: [noStore, refuseUnstorable] })),
    ...CORE_HOOKS.map((matcher) => ({ matcher, middlewares: [noStore] })),
    ...adminPolicies,
    // Read as a stream by the door itself: a parser would refuse what is malformed, and it must be kept.
    { matcher: "/hooks/fatura", methods: ["POST"], bodyParser: false },
    { matcher: "/hooks/fatura/:ticket", methods: ["POST"], bodyParser: false },
    ...CORE_HOOKS.map((matcher) => ({ matcher, methods: ["POST" as const], bodyParser: false as const })),
    { matcher: "/store/payment-collections/:id/payment-sessions", methods: ["POST"], middlewares: [asShopper, sessionDoor] },
    { matcher: "/store/carts/:id/complete", methods: ["POST"], middlewares: [asShopper, completionDoor] },
    { matcher: "/admin/payments/:id/refund", methods: ["POST"], middlewares: [asStaff, refundDoor] },
    { matcher: "/admin/payments/:id/capture", methods: ["POST"], middlewares: [asStaff] },
    { matcher: "/admin/orders/:id/cancel", methods: ["POST"], middlewares: [asStaff, cancelOrderDoor] },
    { matcher: "/store/fatura/*", methods: ["GET", "POST", "DELETE"], middlewares: [authenticate("customer", ["session", "bearer"], { allowUnauthenticated: true }), asShopper] },
  ],
})
