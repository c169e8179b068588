/** Something is on its way; the label is read out. */
export function Spinner({ label }: { label: string }) {
  return (
    <div className="fatura-spinner" role="status">
      <span className="fatura-spinner__ring" aria-hidden="true" />
      <span>{label}</span>
    </div>
  )
}
