import { useEffect, useRef, useState } from "react"
import { fill, formatSeconds, secondsUntil } from "../core/format"
import { Icon } from "./icons"
import { useTexts } from "./provider"

const ANNOUNCED_MINUTES = [5, 1]

/** The seconds that are left until `time` (ISO 8601) by the server's clock. Renders again as they pass. */
export function useCountdown(time: string | null, clockOffset: number): number | null {
  const [, tick] = useState(0)
  useEffect(() => {
    if (!time) return
    const timer = setInterval(() => tick((turn) => turn + 1), 500)
    return () => clearInterval(timer)
  }, [time])
  return time ? secondsUntil(time, clockOffset) : null
}

export type CountdownProps = { expiresAt: string; clockOffset: number; onEnd?: () => void }

/** The time that is left, by the server's clock: a phone whose clock is wrong still shows the right minutes. */
export function Countdown({ expiresAt, clockOffset, onEnd }: CountdownProps) {
  const { pix: texts } = useTexts()
  const left = useCountdown(expiresAt, clockOffset) ?? 0
  const ended = left <= 0
  const end = useRef(onEnd)
  end.current = onEnd

  useEffect(() => {
    if (ended) end.current?.()
  }, [ended])

  const minutes = ANNOUNCED_MINUTES.find((limit) => left <= limit * 60 && left > limit * 60 - 10)
  return (
    <p className="fatura-countdown" data-urgent={left <= 300 || undefined}>
      <Icon name="clock" size={20} />
      <span>{texts.time_left} <span role="timer" aria-live="off" className="fatura-countdown__time" data-testid="pix-countdown">{formatSeconds(left)}</span></span>
      <span className="fatura-hidden" role="status">
        {minutes && (minutes === 1 ? texts.expires_in_a_minute : fill(texts.expires_soon, { minutes }))}
      </span>
    </p>
  )
}
