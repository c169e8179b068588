import { Sandbox } from "../sandbox"
import type { CreateRequest } from "../validation/create"

const request: CreateRequest = {
  client: { name: "Joana Prado", document: "52998224725", email: null, phone: null },
  method: "pix", dueOn: "2099-01-01", externalId: "payses_1-1", referrer: "payses_1-1", installments: 1, webhook: null,
  products: [{ id: "1", image: null, title: "Curso", quantity: 1, discountCents: 0, priceCents: 1_000 }] as never,
  discountCents: 0, shippingCents: 0, card: null,
}

async function idsOf(sandbox: Sandbox, count: number): Promise<string[]> {
  return Promise.all(Array.from({ length: count }, async () => (await sandbox.issue(request, "loja")).id))
}

it("no id comes twice, over a burst, a reset and restarts at one and the same moment of its clock", async () => {
  const standing = () => new Date("2026-11-20T17:00:00Z")
  const first = new Sandbox(standing, 0)
  const ids = await idsOf(first, 300)
  first.reset()
  ids.push(...(await idsOf(first, 300)))
  // A process takes longer than this to start.
  await new Promise((resolve) => setTimeout(resolve, 5))
  ids.push(...(await idsOf(new Sandbox(standing, 0), 300)))
  expect(new Set(ids).size).toBe(900)
  expect(ids.every((id) => Number.isSafeInteger(Number(id)))).toBe(true)
  expect([...ids].sort()).toEqual(ids)
})
