import { defineConfig } from "@medusajs/framework/utils"

const plugin = "medusa-payment-fatura"
const redisUrl = process.env.REDIS_URL

/**
 * What several processes need to work as one store: with `REDIS_URL` set, events, workflows, locks and
 * the cache live in Redis; without it, in the memory of the single process.
 */
const redisModules = redisUrl
  ? [
      { resolve: "@medusajs/medusa/event-bus-redis", options: { redisUrl } },
      { resolve: "@medusajs/medusa/workflow-engine-redis", options: { redis: { redisUrl } } },
      {
        resolve: "@medusajs/medusa/locking",
        options: {
          providers: [
            { resolve: "@medusajs/medusa/locking-redis", id: "locking-redis", is_default: true, options: { redisUrl } },
          ],
        },
      },
      {
        resolve: "@medusajs/medusa/caching",
        options: {
          providers: [{ resolve: "@medusajs/medusa/caching-redis", id: "caching-redis", is_default: true, options: { redisUrl } }],
        },
      },
    ]
  : []

/** Roles and permissions for staff, which a test switches on. */
const withRoles = process.env.STORE_RBAC === "true"

/** The stand-in gateway's script and the attributes that it looks for; a real gateway's panel names its own. */
const tokenization = {
  scriptUrl: `${process.env.FATURA_BASE_URL || process.env.STORE_SANDBOX_URL || "http://127.0.0.1:9100"}/_sandbox/tokenize.js`,
  attributes: {
    account: "data-gw-account",
    number: "data-gw-number",
    cvv: "data-gw-cvv",
    name: "data-gw-name",
    expiry: "data-gw-expiry",
    token: "data-gw-token",
  },
}

export default defineConfig({
  // Core caches nothing without the flag, even where it has the module.
  featureFlags: { rbac: withRoles, caching: Boolean(redisUrl) },
  projectConfig: {
    databaseUrl: process.env.DATABASE_URL,
    redisUrl,
    workerMode: (process.env.MEDUSA_WORKER_MODE ?? "shared") as "shared" | "worker" | "server",
    http: {
      storeCors: process.env.STORE_CORS ?? "http://localhost:8000",
      adminCors: process.env.ADMIN_CORS ?? "http://localhost:9000",
      authCors: process.env.AUTH_CORS ?? "http://localhost:8000,http://localhost:9000",
      jwtSecret: process.env.JWT_SECRET,
      cookieSecret: process.env.COOKIE_SECRET,
    },
  },
  admin: { disable: process.env.STORE_WITHOUT_ADMIN === "true" },
  plugins: [
    {
      resolve: plugin,
      // Credentials, keys and addresses come from FATURA_* variables, which the plugin reads by itself.
      // STORE_PLUGIN_OPTIONS (JSON) adds further options: the tests start the same store in many ways.
      options: { tokenization, emails: { enabled: process.env.STORE_EMAILS === "true" }, ...JSON.parse(process.env.STORE_PLUGIN_OPTIONS ?? "{}") },
    },
  ],
  modules: [
    {
      resolve: "@medusajs/medusa/payment",
      options: { providers: [{ resolve: `${plugin}/providers/fatura`, id: "fatura", options: {} }] },
    },
    {
      // Sends nothing and logs it; `GET /emails` of this store shows what shoppers would have got.
      resolve: "@medusajs/medusa/notification",
      options: { providers: [{ resolve: "@medusajs/medusa/notification-local", id: "local", options: { channels: ["feed", "email"] } }] },
    },
    ...redisModules,
    ...(withRoles ? [{ resolve: "@medusajs/medusa/rbac" }] : []),
  ],
})
