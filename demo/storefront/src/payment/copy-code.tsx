import { useEffect, useRef, useState } from "react"
import { CheckIcon, CopyIcon } from "../ui/icons"
import { copyText } from "./copy-text"

const feedbackFor = 4000

/** The "copia e cola" code with its button. */
export function CopyCode({ code }: { code: string }) {
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
      <p className="copy-code__label" id="pix-code-label">Código Pix copia e cola</p>
      <code ref={element} className="copy-code__text" tabIndex={0} role="textbox" aria-readonly="true" aria-labelledby="pix-code-label" data-testid="pix-code">{code}</code>
      <button type="button" className="button button--large button--wide" data-copied={result === "copied" || undefined} data-testid="pix-copy" onClick={copy}>
        {result === "copied" ? <CheckIcon size={20} /> : <CopyIcon size={20} />}
        {result === "copied" ? "Código copiado" : "Copiar código Pix"}
      </button>
      <p className="copy-code__feedback" role="status" data-testid="pix-copy-feedback">
        {result === "copied" && "Agora abra o app do seu banco e cole o código."}
        {result === "failed" && "Seu navegador não deixou copiar. Selecione o código acima e copie à mão."}
      </p>
    </div>
  )
}
