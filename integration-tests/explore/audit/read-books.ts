import { storeApi } from "../../support"
import type { Scene } from "../story/scene"
import type { Email, Page, StoryBooks } from "./books"

type View = { id: string; status: string; next_step: string; amount: number; can_renew: boolean; pix?: { payload: string }; boleto?: { line: string | null } }

const NEWEST_PAGES = 4

/** Reads a story's books once more, the shopper's pages among them. */
export async function readBooks(scene: Scene, state: Pick<StoryBooks, "pending" | "isOver" | "keepsOrders">): Promise<StoryBooks> {
  await scene.look()
  const pages = await Promise.all(scene.sessionIds.slice(-NEWEST_PAGES).map((id) => pageOf(scene, id)))
  const { rows: emails } = await scene.world.pool.query<{ data: Email }>(`select data from notification where "to" = $1 and channel = 'email' and deleted_at is null and status = 'success' order by created_at`, [scene.email])
  return {
    ...state,
    emails: emails.map(({ data }) => data),
    facts: scene.facts,
    decisions: scene.decisions,
    accepted: scene.accepted,
    isSilent: scene.isSilent,
    pages: pages.filter((page) => page !== null),
  }
}

async function pageOf(scene: Scene, sessionId: string): Promise<Page | null> {
  const answer = await storeApi(scene.world.store).raw("GET", `/store/fatura/sessions/${sessionId}`)
  if (answer.status !== 200) return null
  const { session } = answer.body as { session: View }
  return {
    sessionId: session.id,
    status: session.status,
    next_step: session.next_step,
    amountCents: Math.round(session.amount * 100),
    payload: session.pix?.payload ?? null,
    line: session.boleto?.line ?? null,
    canRenew: session.can_renew,
  }
}
