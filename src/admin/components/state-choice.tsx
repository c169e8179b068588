import { Button } from "@medusajs/ui"

/** One of a few views of a list. */
export function StateChoice<State extends string>({ label, states, chosen, words, onChange }: { label: string; states: readonly State[]; chosen: State; words: (state: State) => string; onChange: (state: State) => void }) {
  return (
    <div role="group" aria-label={label} className="flex flex-wrap gap-2">
      {states.map((one) => (
        <Button key={one} type="button" size="small" variant={one === chosen ? "primary" : "secondary"} aria-pressed={one === chosen} onClick={() => onChange(one)}>
          {words(one)}
        </Button>
      ))}
    </div>
  )
}
