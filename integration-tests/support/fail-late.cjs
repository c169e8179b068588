/**
 * Loaded into a store's process before Medusa: a step of the store's own that fails after the payment was authorised,
 * as a hook of `completeCartWorkflow` may, for carts that are marked with it.
 */
const { completeCartWorkflow } = require("@medusajs/core-flows")

completeCartWorkflow.hooks.orderCreated(async ({ cart_id }, { container }) => {
  const { data } = await container.resolve("query").graph({ entity: "cart", fields: ["metadata"], filters: { id: cart_id } })
  if (data[0]?.metadata?.fails_late) throw new Error("a late step of the store failed")
})
