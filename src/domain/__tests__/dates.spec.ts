import { execFileSync } from "node:child_process"
import fc from "fast-check"
import {
  addBankingDays,
  boletoDueDate,
  endOfDay,
  gatewayDate,
  isBankingDay,
  nextBankingDay,
  parseGatewayTime,
  pixDueDate,
} from "../dates"

describe("gatewayDate", () => {
  test.each([
    ["2026-11-20T12:00:00Z", "2026-11-20"],
    ["2026-11-21T02:59:59.999Z", "2026-11-20"],
    ["2026-11-21T03:00:00Z", "2026-11-21"],
    ["2027-01-01T02:30:00Z", "2026-12-31"],
    ["2026-12-31T23:30:00+14:00", "2026-12-31"],
    ["2027-01-01T13:30:00+14:00", "2026-12-31"],
    ["2026-12-31T20:30:00-11:00", "2027-01-01"],
    // daylight saving time, abolished in 2019
    ["2018-12-01T02:30:00Z", "2018-12-01"],
    ["2024-02-29T15:00:00Z", "2024-02-29"],
  ])("%s is the day %s in São Paulo", (instant, day) => {
    expect(gatewayDate(new Date(instant))).toBe(day)
  })

  test("refuses an invalid time", () => {
    expect(() => gatewayDate(new Date("x"))).toThrow(RangeError)
  })
})

describe("parseGatewayTime", () => {
  test.each([
    ["2026-11-20 14:03:11", "2026-11-20T17:03:11.000Z"],
    ["2026-11-20 23:59:59", "2026-11-21T02:59:59.000Z"],
    ["2026-11-20", "2026-11-20T03:00:00.000Z"],
    ["2026-11-21 00:00:00", "2026-11-21T03:00:00.000Z"],
    ["2026-11-20T14:03:11", "2026-11-20T17:03:11.000Z"],
    ["2026-11-20T17:03:10.000Z", "2026-11-20T17:03:10.000Z"],
    ["2026-11-20T14:03:10-03:00", "2026-11-20T17:03:10.000Z"],
    ["2026-11-20T14:03:10-0300", "2026-11-20T17:03:10.000Z"],
    ["2026-11-20 14:03", "2026-11-20T17:03:00.000Z"],
    ["2026-11-20 14:03:11.250", "2026-11-20T17:03:11.250Z"],
    [" 2026-11-20 ", "2026-11-20T03:00:00.000Z"],
    ["2019-01-15 12:00:00", "2019-01-15T14:00:00.000Z"],
  ])("%s is %s", (text, iso) => {
    expect(parseGatewayTime(text)?.toISOString()).toBe(iso)
  })

  test.each(["", "now", "20/11/2026", "2026-02-30", "2026-13-01", "0000-00-00 00:00:00", "0000-01-01", "2026-11-20 25:00:00", "1795194190"])(
    "%p is none",
    (text) => {
      expect(parseGatewayTime(text)).toBeNull()
    }
  )
})

describe("banking days", () => {
  test.each([
    "2026-01-01", "2026-02-16", "2026-02-17", "2026-04-03", "2026-04-21", "2026-05-01", "2026-06-04",
    "2026-09-07", "2026-10-12", "2026-11-02", "2026-11-15", "2026-11-20", "2026-12-25",
    "2027-02-08", "2027-02-09", "2027-03-26", "2027-05-27", "2028-02-28", "2028-02-29", "2028-06-15",
    "2026-11-21", "2026-11-22", "2027-02-06", "2027-02-07",
  ])("%s is none", (day) => {
    expect(isBankingDay(day)).toBe(false)
  })

  test.each([
    "2026-01-02", "2026-02-13", "2026-02-18", "2026-04-02", "2026-04-06", "2026-06-05", "2026-07-09",
    "2026-11-19", "2026-12-24", "2026-12-31", "2027-02-05", "2027-02-10", "2027-05-28",
    // the day of black consciousness is a national holiday since 2024 only
    "2023-11-20",
  ])("%s is one", (day) => {
    expect(isBankingDay(day)).toBe(true)
  })

  test.each([
    ["2027-02-05", "2027-02-05"],
    ["2027-02-06", "2027-02-10"],
    ["2027-02-08", "2027-02-10"],
    ["2026-12-25", "2026-12-28"],
    ["2027-01-01", "2027-01-04"],
    ["2026-11-20", "2026-11-23"],
  ])("the one from %s on is %s", (day, next) => {
    expect(nextBankingDay(day)).toBe(next)
  })

  test.each([
    ["2026-11-19", 0, "2026-11-19"],
    ["2026-11-19", 1, "2026-11-23"],
    ["2027-02-05", 1, "2027-02-10"],
    ["2027-02-06", 1, "2027-02-10"],
    ["2027-02-10", 3, "2027-02-15"],
    ["2026-12-30", 2, "2027-01-04"],
    ["2027-03-25", 7, "2027-04-06"],
  ])("%s and %i more lead to %s", (day, n, expected) => {
    expect(addBankingDays(day, n)).toBe(expected)
  })

  test.each([-1, 0.5, NaN, Infinity])("%p more make no sense", (n) => {
    expect(() => addBankingDays("2026-11-19", n)).toThrow(RangeError)
  })

  test.each(["2026-02-30", "20/11/2026", "", "2026-1-1"])("%p is not a day", (day) => {
    expect(() => isBankingDay(day)).toThrow(RangeError)
    expect(() => endOfDay(day)).toThrow(RangeError)
  })

  test("adding days never lands on a weekend, and one at a time is the same as all at once", () => {
    const days = fc.date({ min: new Date("2024-01-01"), max: new Date("2040-12-31"), noInvalidDate: true }).map(gatewayDate)
    fc.assert(
      fc.property(days, fc.integer({ min: 1, max: 30 }), (day, n) => {
        const reached = addBankingDays(day, n)
        expect([0, 6]).not.toContain(new Date(`${reached}T12:00:00Z`).getUTCDay())
        expect(addBankingDays(addBankingDays(day, n - 1), 1)).toBe(reached)
        expect(reached > day).toBe(true)
        expect(nextBankingDay(reached)).toBe(reached)
      })
    )
  })
})

describe("due dates", () => {
  test.each([
    // 23:50 in São Paulo: the code lasts into the next day
    ["2026-11-21T02:50:00Z", 60, "2026-11-22"],
    ["2026-11-20T17:00:00Z", 60, "2026-11-21"],
    ["2026-11-20T17:00:00Z", 5, "2026-11-21"],
    ["2026-11-20T17:00:00Z", 1440, "2026-11-22"],
    // 31 December
    ["2026-12-31T15:00:00Z", 60, "2027-01-01"],
    ["2027-01-01T02:50:00Z", 60, "2027-01-02"],
    ["2027-01-01T02:50:00Z", 5, "2027-01-01"],
    ["2028-02-28T15:00:00Z", 60, "2028-02-29"],
    // written at UTC+14 and UTC-11
    ["2026-11-21T16:50:00+14:00", 60, "2026-11-22"],
    ["2026-11-20T15:50:00-11:00", 60, "2026-11-22"],
  ])("a PIX issued at %s for %i minutes is due on %s", (issued, minutes, due) => {
    expect(pixDueDate(new Date(issued), minutes)).toBe(due)
  })

  test.each([
    ["2026-11-23T15:00:00Z", 3, "2026-11-26", "2026-11-26"],
    // due on the Saturday before Carnival
    ["2027-02-03T15:00:00Z", 3, "2027-02-06", "2027-02-10"],
    ["2027-02-04T02:50:00Z", 3, "2027-02-06", "2027-02-10"],
    ["2027-02-05T15:00:00Z", 3, "2027-02-08", "2027-02-10"],
    ["2026-12-29T15:00:00Z", 3, "2027-01-01", "2027-01-04"],
    ["2027-01-01T02:30:00Z", 0, "2026-12-31", "2026-12-31"],
  ])("a boleto issued at %s for %i days is due on %s, effectively on %s", (issued, days, dueOn, effectiveDueOn) => {
    expect(boletoDueDate(new Date(issued), days)).toEqual({ dueOn, effectiveDueOn })
  })

  test("the end of a day is one millisecond before the next", () => {
    expect(endOfDay("2026-12-31").toISOString()).toBe("2027-01-01T02:59:59.999Z")
    expect(endOfDay("2018-12-01").toISOString()).toBe("2018-12-02T01:59:59.999Z")
  })

  test("a PIX code never becomes overdue while it is shown, and a boleto not before its due date ends", () => {
    const instants = fc.date({ min: new Date("2024-01-01"), max: new Date("2040-12-31"), noInvalidDate: true })
    fc.assert(
      fc.property(instants, fc.integer({ min: 1, max: 4320 }), fc.nat(60), (at, minutes, days) => {
        const shownUntil = at.getTime() + minutes * 60_000
        expect(endOfDay(pixDueDate(at, minutes)).getTime()).toBeGreaterThan(shownUntil)
        const { dueOn, effectiveDueOn } = boletoDueDate(at, days)
        expect(endOfDay(dueOn).getTime()).toBeGreaterThan(at.getTime() + days * 86_400_000 - 1)
        expect(effectiveDueOn >= dueOn).toBe(true)
      })
    )
  })
})

// A process decides its time zone when it starts (Node caches it), so that each zone gets its own.
test.each(["Pacific/Kiritimati", "Pacific/Midway", "America/Sao_Paulo"])(
  "the same days in a process of the time zone %s",
  (TZ) => {
    const script = `
      const swc = require("@swc/core"), fs = require("node:fs"), Module = require("node:module")
      Module._extensions[".ts"] = (m, file) => m._compile(swc.transformFileSync(file, {
        jsc: { parser: { syntax: "typescript" }, target: "es2022" }, module: { type: "commonjs" },
      }).code, file)
      const d = require(${JSON.stringify(require.resolve("../dates"))})
      process.stdout.write(JSON.stringify([
        new Date("2026-11-20T12:00:00Z").getTimezoneOffset(),
        d.gatewayDate(new Date("2027-01-01T02:30:00Z")),
        d.pixDueDate(new Date("2026-11-21T02:50:00Z"), 60),
        d.boletoDueDate(new Date("2027-02-03T15:00:00Z"), 3),
        d.parseGatewayTime("2026-11-20 14:03:11"),
        d.parseGatewayTime("2026-11-20"),
        d.endOfDay("2026-12-31"),
        ["2027-02-08", "2027-02-09", "2027-02-10", "2027-05-27", "2027-01-01", "2026-12-31", "2027-03-26"].map(d.isBankingDay),
        d.addBankingDays("2027-02-05", 1),
      ]))`
    const [offset, ...days] = JSON.parse(
      execFileSync(process.execPath, ["-e", script], { cwd: __dirname, env: { ...process.env, TZ }, encoding: "utf8" })
    ) as unknown[]
    expect(offset).toBe({ "Pacific/Kiritimati": -840, "Pacific/Midway": 660, "America/Sao_Paulo": 180 }[TZ])
    expect(days).toEqual([
      "2026-12-31",
      "2026-11-22",
      { dueOn: "2027-02-06", effectiveDueOn: "2027-02-10" },
      "2026-11-20T17:03:11.000Z",
      "2026-11-20T03:00:00.000Z",
      "2027-01-01T02:59:59.999Z",
      [false, false, true, false, false, true, false],
      "2027-02-10",
    ])
  }
)
