import { addPaymentSession, adminApi, createCart } from "../../support"
import { rotateKeys } from "../../support/rotate-keys"
import { said, type Scene } from "../story/scene"
import { pickOf, type Choice, type Move } from "./move"

/** Staff's own session, which the kept token of a restarted server still opens. */
const api = (scene: Scene) => adminApi(scene.world.store)

const SETTINGS: { words: string; change: Record<string, unknown>; keepsOrders?: boolean; mayRefuse?: boolean }[] = [
  { words: "orders whose code expired are kept", change: { on_expiry: "keep_order" }, keepsOrders: true },
  { words: "late money goes back by itself", change: { on_late_payment: "refund" } },
  { words: "PIX is switched off", change: { pix_enabled: false }, mayRefuse: true },
  { words: "cards only from R$ 500", change: { card_min_amount: 500 }, mayRefuse: true },
  { words: "a boleto is due at once", change: { boleto_due_in_days: 0 } },
]

const house = (name: string, weight: number, act: (scene: Scene, choice: Choice) => Promise<void>): Move => ({ name: `house ${name}`, weight, can: () => true, act })

const setsSettings = house("settings", 5, async (scene, choice) => {
  const { words, change, keepsOrders, mayRefuse } = pickOf(SETTINGS, choice)
  scene.say("staff", `settings: ${words}`)
  scene.keepsOrders ||= keepsOrders ?? false
  scene.mayRefuse ||= mayRefuse ?? false
  scene.after.push(async () => void (await (await api(scene)).raw("POST", "/admin/fatura/settings", Object.fromEntries(Object.keys(change).map((key) => [key, null])))))
  scene.andThen(said(await scene.staff("POST", "/admin/fatura/settings", change)))
})

const otherMerchant = (pick: number) => ({ token: `other-merchant-${pick}-7c1e`, secret_key: "other-secret-91bd==" })

const changesCredentials = house("credentials", 4, async (scene, { pick }) => {
  scene.say("staff", "paste another merchant's credentials into the account")
  const { account } = scene.world
  scene.after.push(async () => void (await (await api(scene)).raw("POST", `/admin/fatura/accounts/${account.id}`, account.credentials)))
  scene.andThen(said(await scene.staff("POST", `/admin/fatura/accounts/${account.id}`, otherMerchant(pick))))
})

const wrongCredentials = house("wrong credentials", 2, async (scene) => {
  const { account } = scene.world
  scene.say("staff", "paste a secret key that the gateway refuses")
  // Put right before the story comes to rest: what waited for it is done then.
  scene.undo.push(async () => void (await (await api(scene)).raw("POST", `/admin/fatura/accounts/${account.id}`, account.credentials)))
  const answer = await scene.staff("POST", `/admin/fatura/accounts/${account.id}`, { token: account.credentials.token, secret_key: "wrong" })
  scene.andThen(said(answer))
  if (answer.status !== 200) return
  scene.mayRefuse = true
  await scene.staff("POST", `/admin/fatura/accounts/${account.id}/test`, {})
  const { account: shown } = (await scene.staff("GET", `/admin/fatura/accounts/${account.id}`)).body as { account?: { state: string } }
  if (shown?.state === "ready") scene.find("account", "an account whose credentials the gateway has just refused says that it is ready")
})

/** The promotion by which the discount of PIX is given. */
const endsPromotion = house("promotion", 3, async (scene, choice) => {
  const found = await scene.staff("GET", "/admin/promotions?limit=100&fields=id,code,status")
  const promotion = (found.body as { promotions?: { id: string; code: string; status: string }[] }).promotions?.find(({ code, status }) => code.startsWith("FATURA-PIX") && status === "active")
  if (!promotion) return
  scene.say("staff", "end the promotion that gives the discount of PIX")
  scene.after.push(async () => void (await (await api(scene)).raw("POST", `/admin/promotions/${promotion.id}`, { status: "active" })))
  scene.andThen(said(await scene.staff("POST", `/admin/promotions/${promotion.id}`, { status: "inactive" })))
  await scene.world.ticker.run("fatura-watch")
  const cart = await createCart(scene.world.store, { items: [{ sku: "CAFE-500", quantity: 1 + (choice.pick % 2) }] })
  const checkout = await scene.asks("GET", `/store/fatura/checkout?cart_id=${cart.id}`)
  const method = (checkout.body as { methods?: { provider_id: string; discount?: unknown }[] }).methods?.find(({ provider_id }) => provider_id === "pp_pix_fatura")
  const chosen = await addPaymentSession(scene.world.store, cart.id, "pp_pix_fatura", { payer: { document: scene.document } })
  if (method?.discount && chosen.session.amount === cart.total) scene.find("price", "checkout promises a discount of PIX that the cart does not get")
})

const addsAccount = house("another account", 3, async (scene, { pick }) => {
  scene.say("staff", "add another merchant's account and make it the default")
  const { account, gateway } = scene.world
  const answer = await scene.staff("POST", "/admin/fatura/accounts", { name: `Filial ${Date.now()}`, base_url: gateway.url, is_default: true, ...otherMerchant(pick) })
  scene.andThen(said(answer))
  const made = (answer.body as { account?: { id: string } }).account
  scene.after.push(async () => {
    await (await api(scene)).raw("POST", `/admin/fatura/accounts/${account.id}`, { is_default: true })
    if (made) await (await api(scene)).raw("DELETE", `/admin/fatura/accounts/${made.id}`)
  })
})

const archives = house("archive", 2, async (scene) => {
  scene.say("staff", "remove the account")
  const answer = await scene.staff("DELETE", `/admin/fatura/accounts/${scene.world.account.id}`)
  scene.andThen(said(answer))
  if (answer.status !== 200) return
  scene.mayRefuse = true
  scene.after.push(() => scene.world.account.addAgain())
})

const kills = house("kill", 3, async (scene) => {
  scene.say("fault", "the store is killed and starts again")
  scene.isDown = true
  await scene.world.store.kill()
  await endLeases(scene)
  await scene.world.store.restart()
  scene.isDown = false
})

/** What the dead process had taken is free again after a minute. */
async function endLeases({ world: { pool, columns } }: Scene): Promise<void> {
  const webhooks = columns.has("fatura_webhook") ? "fatura_webhook" : "fatura_notice"
  for (const table of [webhooks, "fatura_outbox", "fatura_invoice", "fatura_email"]) {
    await pool.query(`update ${table} set lease_until = now() where lease_until > now()`)
  }
}

const rotates = house("key", 2, async (scene) => {
  scene.say("staff", "rotate the encryption key and remove the old one")
  const { keys, store } = scene.world
  const next = Buffer.alloc(32, `encryption-key-${keys.count + 1}`).toString("base64")
  scene.isDown = true
  await store.restart({ FATURA_ENCRYPTION_KEY: `${next},${keys.current}` })
  await rotateKeys(store.databaseUrl, `${next},${keys.current}`)
  await store.restart({ FATURA_ENCRYPTION_KEY: next })
  Object.assign(keys, { current: next, count: keys.count + 1 })
  scene.isDown = false
})

const revokes = house("tokens", 2, async (scene) => {
  scene.say("gateway", "all access tokens are invalid from now on")
  await scene.world.gateway.revokeTokens()
})

/** What no source tells of the gateway, one at a time, in two rows. */
const ASSUMPTIONS: Record<string, unknown>[][] = [
  [{ refund_result: "pending" }, { invoice_ids: "different" }, { notice_form: "legacy" }, { refund_unit: "reais" }, { cancel_of_paid_succeeds: true }, { shape: "fatura" }],
  [{ refund_result: "unseen" }, { refund_answer: "status_only" }, { refund_answer: "empty" }, { refund_takes: "reais" }, { due_date_answer: "later_day" }, { due_date_answer: "interest" }],
]

const behaves = house("assumptions", 4, async (scene, choice) => {
  const assumption = pickOf(ASSUMPTIONS[choice.part === "all" ? 0 : 1]!, choice)
  scene.say("gateway", `behaves otherwise: ${JSON.stringify(assumption)}`)
  const { control } = scene.world.gateway
  const { assumptions } = await control.get<{ assumptions: Record<string, unknown> }>("/assumptions")
  scene.after.push(async () => void (await control.post("/assumptions", assumptions)))
  await scene.world.gateway.assume(assumption).catch((error: Error) => scene.andThen(error.message.slice(0, 120)))
})

export const HOUSE_MOVES: Move[] = [setsSettings, changesCredentials, wrongCredentials, endsPromotion, addsAccount, archives, kills, rotates, revokes, behaves]
