import { Button } from "@medusajs/ui"
import { CheckCircleSolid, SquareTwoStack } from "@medusajs/icons"
import { useEffect, useState } from "react"
import { useTexts } from "../lib/use-texts"

const CONFIRMED_MS = 2_000

/**
 * Copies a text and says so, also to screen readers.
 * @param props `what` names the thing in the label, as "PIX code"; `label` stands on the button instead of "Copy"
 */
export function CopyButton({ text, what, label, size = "small" }: { text: string; what: string; label?: string; size?: "small" | "base" }) {
  const { t } = useTexts()
  const [copied, setCopied] = useState(false)
  useEffect(() => {
    if (copied) {
      const timer = setTimeout(() => setCopied(false), CONFIRMED_MS)
      return () => clearTimeout(timer)
    }
  }, [copied])
  const copy = async () => {
    await copyText(text)
    setCopied(true)
  }
  return (
    <>
      <Button type="button" variant="secondary" size={size} onClick={copy} aria-label={label ? undefined : t("actions.copyWhat", { what })}>
        {copied ? <CheckCircleSolid className="text-ui-tag-green-icon" /> : <SquareTwoStack />}
        {copied ? t("actions.copied") : label ?? t("actions.copy")}
      </Button>
      <span role="status" className="sr-only">
        {copied ? `${what}: ${t("actions.copied")}` : ""}
      </span>
    </>
  )
}

/** The clipboard of a page that is not on https can't be reached; a selection can still be copied from. */
async function copyText(text: string): Promise<void> {
  if (window.isSecureContext && navigator.clipboard) {
    await navigator.clipboard.writeText(text)
    return
  }
  const field = document.createElement("textarea")
  field.value = text
  field.style.position = "fixed"
  field.style.opacity = "0"
  document.body.append(field)
  field.select()
  document.execCommand("copy")
  field.remove()
}
