import { useRef, useState } from "react"
import { FaturaError } from "../core/error"
import { errorText } from "../core/texts/words"
import type { SessionView } from "../core/types"
import { classes } from "./classes"
import { useFatura } from "./provider"

export type PaidCheckProps = {
  sessionId: string
  /** The session as the store has it now. */
  onSession: (session: SessionView) => void
  className?: string
}

/** "I have paid": asks the store to look now. */
export function PaidCheck({ sessionId, onSession, className }: PaidCheckProps) {
  const { client, texts } = useFatura()
  const [checking, setChecking] = useState(false)
  const [words, setWords] = useState("")
  const running = useRef(false)

  const check = async () => {
    if (running.current) return
    running.current = true
    setChecking(true)
    setWords("")
    try {
      onSession(await client.check(sessionId))
      setWords(texts.pay.not_yet)
    } catch (error) {
      setWords(error instanceof FaturaError && error.status === 429 ? texts.pay.checked_just_now : errorText(error, texts))
    } finally {
      running.current = false
      setChecking(false)
    }
  }

  return (
    <div className={classes("fatura", "fatura-paid-check", className)}>
      <button type="button" className="fatura-button fatura-button--outline fatura-button--wide" aria-busy={checking} data-testid="pix-already-paid" onClick={check}>
        {checking ? texts.pay.checking : texts.pay.paid_check}
      </button>
      <p role="status" className="fatura-paid-check__words" data-testid="pix-check-result">{words}</p>
    </div>
  )
}
