import { stretchesSince } from "../recovery/look-back"

const DAY = 86_400_000
const days = ({ from, to }: { from: Date; to: Date }): number => (to.getTime() - from.getTime()) / DAY

describe("the past is looked at in parts", () => {
  it.each([
    ["of a day, of a shop that opened today", "2026-11-29T10:00:00Z", 1, 3],
    ["of a day, of a year", "2025-12-10T10:00:00Z", 1, 356],
    ["of several days, of many years", "2016-01-01T00:00:00Z", 12, 334],
  ])("%s", (_of, first, width, most) => {
    const now = new Date("2026-11-29T12:00:00Z")
    const parts = stretchesSince(new Date(first), now)
    expect(new Set(parts.map(days))).toEqual(new Set([width]))
    expect(parts.length).toBeLessThanOrEqual(most)
    // Without a gap, from before the first one to after now.
    expect(parts.slice(1).map(({ from }) => from)).toEqual(parts.slice(0, -1).map(({ to }) => to))
    expect(parts[0]!.from.getTime()).toBeLessThan(Date.parse(first))
    expect(parts.at(-1)!.to.getTime()).toBeGreaterThan(now.getTime())
  })

  it("that keep their borders as time goes on", () => {
    const first = new Date("2026-01-01T00:00:00Z")
    const [before, after] = [stretchesSince(first, new Date("2026-06-01T00:00:00Z")), stretchesSince(first, new Date("2026-06-02T00:00:00Z"))]
    expect(after.slice(0, before.length)).toEqual(before)
  })
})
