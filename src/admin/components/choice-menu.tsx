import { Button, DropdownMenu } from "@medusajs/ui"
import { TriangleDownMini } from "@medusajs/icons"

type Choice = { value: string; label: string }

/** Several of a few values, or all when none is chosen. */
export function ChoiceMenu({ label, choices, chosen, onChange }: { label: string; choices: Choice[]; chosen: string[]; onChange: (chosen: string[]) => void }) {
  const names = choices.filter(({ value }) => chosen.includes(value)).map((choice) => choice.label)
  const toggle = (value: string) => onChange(chosen.includes(value) ? chosen.filter((one) => one !== value) : [...chosen, value])
  return (
    <DropdownMenu>
      <DropdownMenu.Trigger asChild>
        <Button type="button" size="small" variant="secondary">
          {names.length ? `${label}: ${names.length > 2 ? names.length : names.join(", ")}` : label}
          <TriangleDownMini />
        </Button>
      </DropdownMenu.Trigger>
      <DropdownMenu.Content className="max-h-80 overflow-y-auto">
        {choices.map(({ value, label: name }) => (
          <DropdownMenu.CheckboxItem
            key={value}
            checked={chosen.includes(value)}
            // Stays open, so that several can be chosen.
            onSelect={(event) => event.preventDefault()}
            onCheckedChange={() => toggle(value)}
          >
            {name}
          </DropdownMenu.CheckboxItem>
        ))}
      </DropdownMenu.Content>
    </DropdownMenu>
  )
}
