import { AlertIcon, CheckIcon, ClockIcon } from "../ui/icons"
import { type StatusWords, type Tone } from "./status-words"

const icons: Record<Tone, JSX.Element> = {
  waiting: <ClockIcon />,
  good: <CheckIcon />,
  bad: <AlertIcon />,
  neutral: <ClockIcon />,
}

/** The state of the payment in words. It stays in the page and only its text changes, so that changes are read out. */
export function StatusBanner({ status, words }: { status: string; words: StatusWords }) {
  return (
    <div className={`status-banner status-banner--${words.tone}`} role="status" aria-live="polite" data-testid="payment-status" data-status={status}>
      <span className="status-banner__icon" aria-hidden="true">{icons[words.tone]}</span>
      <div>
        <p className="status-banner__title">{words.title}</p>
        <p>{words.text}</p>
      </div>
    </div>
  )
}
