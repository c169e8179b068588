import { killAllChildren } from "../../demo/lib/child"

export default async function tearDown(): Promise<void> {
  await globalThis.httpTestPostgres?.stop()
  killAllChildren()
}
