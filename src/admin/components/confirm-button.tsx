import { Button, Tooltip, usePrompt } from "@medusajs/ui"
import type { ReactNode } from "react"
import { useTexts } from "../lib/use-texts"

type Question = { title: string; description: string; confirmText: string; cancelText?: string; danger?: boolean }

/**
 * An action, after a question where it has consequences. Where it is not possible it says why, also to who can't
 * hover: it stays reachable by keyboard and is described. `label` tells one from others of the same words.
 */
export function ConfirmButton({ children, onConfirm, question, whyNot, pending, label }: { children: ReactNode; onConfirm: () => void; question?: Question; whyNot?: string | null; pending?: boolean; label?: string }) {
  const { t } = useTexts()
  const prompt = usePrompt()
  const act = async () => {
    if (!question) {
      return onConfirm()
    }
    const { danger, ...texts } = question
    if (await prompt({ cancelText: t("actions.cancel"), ...texts, variant: danger ? "danger" : "confirmation" })) {
      onConfirm()
    }
  }
  if (whyNot) {
    return (
      <Tooltip content={whyNot}>
        <Button type="button" size="small" variant="secondary" aria-disabled aria-label={label} aria-description={whyNot} className="text-ui-fg-disabled bg-ui-bg-disabled cursor-not-allowed">
          {children}
        </Button>
      </Tooltip>
    )
  }
  return (
    <Button type="button" size="small" variant="secondary" isLoading={pending} onClick={act} aria-label={label}>
      {children}
    </Button>
  )
}
