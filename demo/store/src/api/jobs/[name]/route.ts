import type { MedusaRequest, MedusaResponse } from "@medusajs/framework/http"
import { Modules } from "@medusajs/framework/utils"

/**
 * `POST /jobs/:name`: runs a scheduled job now and waits for it, so that tests need not wait for its hour. Only where
 * `STORE_JOBS_BY_HAND` is `true`.
 */
export async function POST(req: MedusaRequest, res: MedusaResponse): Promise<void> {
  if (process.env.STORE_JOBS_BY_HAND !== "true") {
    res.status(404).json({ message: "not found" })
    return
  }
  const { errors } = await req.scope.resolve(Modules.WORKFLOW_ENGINE).run(`job-${req.params.name}`, { input: {}, throwOnError: false })
  res.json({ errors: (errors ?? []).map(({ error }: { error: Error }) => String(error?.message ?? error)) })
}
