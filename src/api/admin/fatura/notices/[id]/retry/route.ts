import { noticeForStaff } from "../../../../../../modules/fatura/view/staff-view"
import { handleNotice } from "../../../../../../workflows/handle-notice"
import { faturaOf, staffOf } from "../../../../../doors/staff"
import { forStaff } from "../../../../../doors/staff-errors"

/** `POST /admin/fatura/notices/:id/retry` -> `{ notice }`: a dead or waiting notice is worked on at once. */
export const POST = forStaff(async (req, res) => {
  const fatura = faturaOf(req)
  const reopened = await fatura.reopenNotice(req.params.id!, staffOf(req))
  await handleNotice(req.scope, reopened)
  const notice = (await fatura.notices.find(reopened.id))!
  if (notice.state === "done") {
    await fatura.problems.clear("dead_letter", notice.id)
  }
  res.json({ notice: noticeForStaff(notice) })
})
