import { CommandFailed, type Child } from "./child"

const bootLimitMs = 120_000

/** Resolves when a GET is answered with 2xx; rejects with one line when the process ends first or takes too long. */
export async function untilAnswers(url: string, child: Child): Promise<void> {
  let fault: Error | undefined
  void child.exited.then((exit) => (fault = new CommandFailed(child, exit)))
  const limit = Date.now() + bootLimitMs
  while (Date.now() < limit) {
    if (fault) throw fault
    const answers = await fetch(url).then(
      (answer) => answer.ok,
      () => false,
    )
    if (answers) return
    await new Promise((resolve) => setTimeout(resolve, 50))
  }
  await child.stop()
  throw new Error(`${child.name} did not start within ${bootLimitMs / 1000} s; log: ${child.logFile}`)
}
