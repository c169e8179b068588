import { useEffect, useRef, useState } from "react"
import { ClockIcon } from "../ui/icons"

type Props = {
  /** ISO 8601 UTC */
  expiresAt: string
  /** Milliseconds from this device's clock to the server's. */
  clockOffset: number
  onEnd: () => void
}

const announcedMinutes = [5, 1]

/** The time that is left, by the server's clock: a phone whose clock is wrong still shows the right minutes. */
export function Countdown({ expiresAt, clockOffset, onEnd }: Props) {
  const secondsLeft = useSecondsLeft(expiresAt, clockOffset)
  const ended = secondsLeft <= 0
  const end = useRef(onEnd)
  end.current = onEnd

  useEffect(() => {
    if (ended) end.current()
  }, [ended])

  const announced = announcedMinutes.find((minutes) => secondsLeft <= minutes * 60 && secondsLeft > minutes * 60 - 10)
  return (
    <p className="countdown" data-urgent={secondsLeft <= 300 || undefined}>
      <ClockIcon size={20} />
      <span>Pague em até <span role="timer" aria-live="off" className="countdown__time" data-testid="pix-countdown">{formatSeconds(secondsLeft)}</span></span>
      <span className="visually-hidden" role="status">
        {announced && `O código expira em ${announced} ${announced === 1 ? "minuto" : "minutos"}.`}
      </span>
    </p>
  )
}

function useSecondsLeft(expiresAt: string, clockOffset: number): number {
  const count = () => Math.max(0, Math.ceil((Date.parse(expiresAt) - Date.now() - clockOffset) / 1000))
  const [, tick] = useState(0)
  useEffect(() => {
    const timer = setInterval(() => tick((turn) => turn + 1), 500)
    return () => clearInterval(timer)
  }, [])
  return count()
}

/** 3725 -> "1:02:05", 65 -> "01:05" */
export function formatSeconds(seconds: number): string {
  const two = (part: number) => String(part).padStart(2, "0")
  const hours = Math.floor(seconds / 3600)
  const rest = `${two(Math.floor((seconds % 3600) / 60))}:${two(seconds % 60)}`
  return hours > 0 ? `${hours}:${rest}` : rest
}
