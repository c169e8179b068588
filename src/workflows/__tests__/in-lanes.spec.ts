import { inLanes } from "../in-lanes"

const pause = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms))

it("does all that is due, and a slow piece of work keeps no other waiting", async () => {
  const due = ["slow", ...Array.from({ length: 20 }, (_, index) => `quick ${index}`)]
  const done: string[] = []
  await inLanes(async () => {
    const work = due.shift()
    if (work === undefined) {
      return false
    }
    await pause(work === "slow" ? 200 : 1)
    done.push(work)
    return true
  })
  expect(done).toHaveLength(21)
  expect(done.at(-1)).toBe("slow")
})

it("leaves the rest of a flood to the next run", async () => {
  let done = 0
  await inLanes(async () => {
    done += 1
    return true
  })
  expect(done).toBe(200)
})
