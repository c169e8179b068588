type Props = { title: string; text: string; onRetry?: () => void; retryLabel?: string }

export function ErrorPanel({ title, text, onRetry, retryLabel = "Tentar de novo" }: Props) {
  return (
    <div className="error-panel" role="alert" data-testid="error-panel">
      <h2>{title}</h2>
      <p>{text}</p>
      {onRetry && <button type="button" className="button" onClick={onRetry}>{retryLabel}</button>}
    </div>
  )
}
