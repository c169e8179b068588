import type { ExecArgs } from "@medusajs/framework/types"
import { seed } from "../seed"

/** `medusa exec ./src/scripts/seed.ts`: for a database that was filled by an older seed. */
export default async function seedAgain({ container }: ExecArgs): Promise<void> {
  await seed(container)
}
