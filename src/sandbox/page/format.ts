import { localTime } from "../sao-paulo"

/** A moment as Brazilians write it, in São Paulo time: 20/11/2026 14:03:10. */
export const brazilianTime = (at: Date): string => {
  const [day = "", time = ""] = localTime(at).split(" ")
  return `${brazilianDay(day)} ${time}`
}

/** `YYYY-MM-DD` as DD/MM/YYYY. */
export const brazilianDay = (day: string): string => day.split("-").reverse().join("/")

type Tone = "wait" | "good" | "bad" | "back" | "alarm" | "unknown"

const TONES: Record<number, Tone> = {
  1: "wait",
  2: "wait",
  3: "wait",
  4: "wait",
  5: "good",
  6: "bad",
  7: "back",
  8: "back",
  9: "back",
  10: "alarm",
  12: "bad",
  15: "alarm",
  16: "bad",
}

/** The colour family of a status code. */
export const toneOf = (code: unknown): Tone => (typeof code === "number" ? (TONES[code] ?? "unknown") : "unknown")
