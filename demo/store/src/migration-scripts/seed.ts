import type { ExecArgs } from "@medusajs/framework/types"
import { seed } from "../seed"

/** Part of `medusa db:migrate`: the first migration also fills the store, without another start of the application. */
export default async function seedOnFirstMigration({ container }: ExecArgs): Promise<void> {
  await seed(container)
}
