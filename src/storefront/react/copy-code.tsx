import { useEffect, useId, useRef, useState } from "react"
import { copyText } from "./copy-text"
import { Icon } from "./icons"
import { useTexts } from "./provider"

const FEEDBACK_FOR = 4000

export type CopyCodeProps = {
  /** Prefix of the test ids: "pix" makes `pix-code`, `pix-copy` and `pix-copy-feedback`. */
  name: string
  label: string
  /** What is copied. */
  code: string
  /** What is shown, when that differs. */
  shown?: string
  button: string
  /** What to do next, said after copying. */
  next: string
}

/** A code with the button that copies it. What came of it is also read out. */
export function CopyCode({ name, label, code, shown = code, button, next }: CopyCodeProps) {
  const { copy: texts } = useTexts()
  const id = useId()
  const element = useRef<HTMLElement>(null)
  const [result, setResult] = useState<"idle" | "copied" | "failed">("idle")

  useEffect(() => {
    if (result !== "copied") return
    const timer = setTimeout(() => setResult("idle"), FEEDBACK_FOR)
    return () => clearTimeout(timer)
  }, [result])

  const copy = async () => setResult(await copyText(code, element.current) ? "copied" : "failed")
  const copied = result === "copied"

  return (
    <div className="fatura-copy">
      <p className="fatura-copy__label" id={id}>{label}</p>
      <button type="button" className="fatura-button fatura-button--large fatura-button--wide" data-copied={copied || undefined} data-testid={`${name}-copy`} onClick={copy}>
        <Icon name={copied ? "check" : "copy"} size={20} />
        {copied ? texts.copied : button}
      </button>
      <p className="fatura-copy__feedback" role="status" data-testid={`${name}-copy-feedback`}>
        {copied && next}
        {result === "failed" && texts.failed}
      </p>
      <code ref={element} className="fatura-copy__text" tabIndex={0} role="textbox" aria-readonly="true" aria-labelledby={id} data-testid={`${name}-code`}>{shown}</code>
    </div>
  )
}
