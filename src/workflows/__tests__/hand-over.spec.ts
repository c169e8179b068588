import type { INotificationModuleService } from "@medusajs/framework/types"
import { MedusaError } from "@medusajs/framework/utils"
import { UnexpectedStateError } from "../../domain/words-of-error"
import { deliveryOf, handOver, reasonOf } from "../emails/hand-over"

/** As Medusa hands on what a provider threw. */
const ofProvider = (words: string) => new MedusaError(MedusaError.Types.UNEXPECTED_STATE, `Failed to send notification with id noti_1:\n${words}`)
const told = (error: unknown) => reasonOf(error).replace(/ at [\w.-]+:\d+/, "")

it.each([
  ["401 wrong key SG.abcdef of joana@shopper.example", "unexpected_state (status 401)"],
  ["550 5.1.1 <joana@shopper.example>: user unknown", "unexpected_state (status 550)"],
  ["Request failed with status code 403: Joana Prado, 529.982.247-25", "unexpected_state (status 403)"],
  ["connect ECONNREFUSED 10.0.0.7:25", "unexpected_state (ECONNREFUSED)"],
  ["Request timed out for Joana", "unexpected_state (no answer in time)"],
  ["socket hang up", "unexpected_state (the connection was lost)"],
  ["Joana Prado, Avenida Paulista, 450 ap 512", "unexpected_state"],
  [`${"x".repeat(295)} joana@shopper.example`, "unexpected_state"],
])("keeps of a provider's %p a sign that we know, and no word", (words, kept) => {
  expect(told(ofProvider(words))).toBe(kept)
})

it("says that there is no provider", () => {
  expect(told(new MedusaError(MedusaError.Types.NOT_FOUND, "Could not find a notification provider for channel: email for notification id noti_1"))).toBe("not_found (no provider for the channel)")
})

it("keeps of the database a code alone, and our own words as they are", () => {
  expect(reasonOf(new Error(`insert into "notification" ("to") values ('joana@shopper.example') - read ECONNRESET 504`))).toMatch(/^database error at hand-over\.spec\.ts:\d+$/)
  expect(reasonOf(new UnexpectedStateError("the order and its e-mail address were not found"))).toBe("the order and its e-mail address were not found")
  expect(reasonOf(new UnexpectedStateError("unexpected_state at x.js:3 (status 401)"))).toBe("unexpected_state at x.js:3 (status 401)")
  expect(reasonOf(undefined)).toBe("unexpected error")
})

it("takes whatever was thrown for a failure, also what is no error", async () => {
  const rows = [{ status: "failure" }]
  const notifications = (thrown: unknown) => ({ createNotifications: () => Promise.reject(thrown as Error), listNotifications: async () => rows }) as unknown as INotificationModuleService
  expect(await handOver(notifications("Request timed out"), {} as never, "key_1")).toEqual({ outcome: "unknown", why: "unexpected error (no answer in time)" })
  expect(await handOver(notifications(undefined), {} as never, "key_1")).toEqual({ outcome: "refused", why: "unexpected error" })
  expect(await deliveryOf(notifications(undefined), "key_1")).toEqual({ outcome: "unknown", why: "the provider failed, and its reason is not known" })
})
