import { useEffect, useRef, useState } from "react"
import { CheckIcon, CopyIcon } from "../ui/icons"
import { copyText } from "./copy-text"

const feedbackFor = 4000

type Props = {
  /** Prefix of ids: "pix" makes `pix-code`, `pix-copy` and `pix-copy-feedback`. */
  name: string
  label: string
  /** What is copied. */
  code: string
  /** What is shown, when that differs. */
  shown?: string
  button: string
  copiedWords: string
}

/** A code with the button that copies it and what to do with it then. */
export function CopyCode({ name, label, code, shown = code, button, copiedWords }: Props) {
  const element = useRef<HTMLElement>(null)
  const [result, setResult] = useState<"idle" | "copied" | "failed">("idle")

  useEffect(() => {
    if (result !== "copied") return
    const timer = setTimeout(() => setResult("idle"), feedbackFor)
    return () => clearTimeout(timer)
  }, [result])

  const copy = async () => setResult(await copyText(code, element.current) ? "copied" : "failed")

  return (
    <div className="copy-code">
      <p className="copy-code__label" id={`${name}-code-label`}>{label}</p>
      <code ref={element} className="copy-code__text" tabIndex={0} role="textbox" aria-readonly="true" aria-labelledby={`${name}-code-label`} data-testid={`${name}-code`}>{shown}</code>
      <button type="button" className="button button--large button--wide" data-copied={result === "copied" || undefined} data-testid={`${name}-copy`} onClick={copy}>
        {result === "copied" ? <CheckIcon size={20} /> : <CopyIcon size={20} />}
        {result === "copied" ? "Código copiado" : button}
      </button>
      <p className="copy-code__feedback" role="status" data-testid={`${name}-copy-feedback`}>
        {result === "copied" && copiedWords}
        {result === "failed" && "Seu navegador não deixou copiar. Selecione o código acima e copie à mão."}
      </p>
    </div>
  )
}
