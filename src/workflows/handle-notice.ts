import type { MedusaContainer } from "@medusajs/framework/types"
import { FATURA_MODULE, type FaturaModuleService } from "../modules/fatura"
import type { NoticeRow } from "../modules/fatura/inbox/notices"
import { inLanes } from "./in-lanes"
import { workOffOf } from "./work-off"

/** Works on a notice that this process holds, and on what follows from it, at once. Never throws. */
export async function handleNotice(container: MedusaContainer, notice: NoticeRow): Promise<void> {
  const fatura: FaturaModuleService = container.resolve(FATURA_MODULE)
  const taken = await fatura.takeNotice(notice)
  if (taken.outcome === "changed") {
    await workOffOf(container, "settle", taken.invoiceId)
  }
  if (taken.outcome === "waiting") {
    setTimeout(() => void workOffNotices(container), WAITING_PAUSE_MS).unref()
  }
}

const WAITING_PAUSE_MS = 1_200

/** Works off notices that are due, whoever took them. */
export async function workOffNotices(container: MedusaContainer): Promise<void> {
  const fatura: FaturaModuleService = container.resolve(FATURA_MODULE)
  await inLanes(async () => {
    const notice = await fatura.claimNotice()
    if (!notice) {
      return false
    }
    const taken = await fatura.takeNotice(notice)
    if (taken.outcome === "changed") {
      await workOffOf(container, "settle", taken.invoiceId)
    }
    return true
  })
}
