import type { Scene } from "../story/scene"
import { pickOf, type Move } from "./move"

const CALLS: { words: string; kind: string; commit?: boolean; ms?: number }[] = [
  { words: "is answered 500", kind: "500" },
  { words: "is carried out and answered 500", kind: "500", commit: true },
  { words: "is hung up on before it is carried out", kind: "hang-up-before" },
  { words: "is hung up on after it was carried out", kind: "hang-up-after" },
  { words: "is answered with a web page", kind: "html-200" },
  { words: "is carried out and answered too late", kind: "delay-after-commit", ms: 8_000 },
]
const WEBHOOKS: { words: string; kind: string; ms?: number }[] = [
  { words: "is lost", kind: "lose" },
  { words: "comes twice", kind: "double" },
  { words: "comes after the one that follows it", kind: "reorder", ms: 1_500 },
  { words: "is cut off", kind: "corrupt" },
  { words: "has a token that does not prove it", kind: "forged-token" },
]

/** Texts by which the gateway's calls and webhooks about this story are known. */
function about(scene: Scene): string[] {
  return [scene.document, ...scene.facts.invoices.flatMap(({ id, invoice_id }) => [`"${id}"`, `"${invoice_id}"`, `=${id}`, `=${invoice_id}`])]
}

const OPERATIONS = [["POST", "create"], ["DELETE", "cancel"], ["PUT", "refund"], ["GET", "look-up"]] as const

/** A fault lasts until it was hit, and no longer than the story's own moves. */
async function begin(scene: Scene, match: Record<string, unknown>, fault: { kind: string; commit?: boolean; ms?: number }): Promise<void> {
  const { control } = scene.world.gateway
  const { fault: begun } = await control.post<{ fault: { id: number } }>("/faults", { match: { ...match, about: about(scene) }, times: 1, ...fault })
  scene.undo.push(async () => void (await control.delete(`/faults/${begun.id}`)))
}

const callFails: Move = {
  name: "fault of a call",
  weight: 4,
  can: (scene) => scene.facts.invoices.length > 0,
  act: async (scene, choice) => {
    const fault = CALLS[(choice.pick + (choice.loud ? 0 : 3)) % CALLS.length]!
    const [method, operation] = pickOf(OPERATIONS, { ...choice, pick: choice.pick + (choice.calm ? 0 : 1) + (choice.part === "all" ? 0 : 2) })
    scene.say("fault", `the next ${operation} ${fault.words}`)
    scene.mayRefuse = true
    const { words: _words, ...kind } = fault
    await begin(scene, { method, path: "/invoices" }, kind)
  },
}

const webhookFails: Move = {
  name: "fault of a webhook",
  weight: 4,
  can: (scene) => scene.facts.invoices.length > 0,
  act: async (scene, choice) => {
    const { words, ...fault } = pickOf(WEBHOOKS, choice)
    scene.say("fault", `the next webhook ${words}`)
    scene.isSilent = true
    await begin(scene, { notice: true }, fault)
  },
}

export const FAULT_MOVES: Move[] = [callFails, webhookFails]
