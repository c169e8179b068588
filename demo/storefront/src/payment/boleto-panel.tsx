import { CalendarIcon, DocumentIcon } from "../ui/icons"
import { formatMoney } from "../ui/money"
import { Spinner } from "../ui/spinner"
import { dateInWords, formatLine } from "./boleto-line"
import { CopyCode } from "./copy-code"
import type { PanelProps } from "./payment-panels"

/** Bars may be made as high as the page likes; only their widths carry the code. */
const stretched = (svg: string) => svg.replace("<svg ", '<svg preserveAspectRatio="none" ')

/** Everything needed to pay a boleto: the line to copy, the bars for a reader, the document to print. */
export function BoletoPanel({ view }: PanelProps) {
  if (!view.boleto) return <section className="card issuing" data-testid="boleto-panel"><Spinner label="O banco está registrando o boleto..." /></section>
  const { line, barcode_svg, url, due_at } = view.boleto
  const due = dateInWords(due_at)
  return (
    <section className="boleto card" aria-label="Pagar com boleto" data-testid="boleto-panel">
      <p className="pix__amount"><span className="visually-hidden">Valor: </span>{formatMoney(view.amount, view.currency_code)}</p>
      {due && <p className="countdown" data-testid="boleto-due"><CalendarIcon size={20} /><span>Vence <strong>{due}</strong></span></p>}
      {line ? (
        <CopyCode
          name="boleto" label="Linha digitável" code={line} shown={formatLine(line)} button="Copiar linha digitável"
          copiedWords="Agora abra o app do seu banco, escolha pagar boleto e cole a linha."
        />
      ) : <Spinner label="O banco está registrando o boleto. A linha aparece aqui em alguns minutos." />}
      {/* As an image and not as markup: nothing inside the drawing can run in this page. */}
      {barcode_svg && <img className="boleto__bars" src={`data:image/svg+xml;charset=utf-8,${encodeURIComponent(stretched(barcode_svg))}`} alt="Código de barras do boleto" data-testid="boleto-barcode" />}
      {url?.startsWith("https://") && (
        <a className="button button--outline" href={url} target="_blank" rel="noopener noreferrer" data-testid="boleto-pdf">
          <DocumentIcon size={20} /> Abrir o boleto em PDF<span className="visually-hidden"> – abre em outra aba</span>
        </a>
      )}
      <section className="boleto__notes" aria-labelledby="boleto-notes-title">
        <h2 id="boleto-notes-title">Bom saber</h2>
        <ul>
          <li>O boleto pode levar alguns minutos para ser registrado. Se o banco não o encontrar, tente de novo um pouco mais tarde.</li>
          <li>O pagamento compensa em até 3 dias úteis. Seu pedido fica reservado até lá.</li>
          <li>Antes de confirmar, confira {view.payee?.name ? <>se quem recebe é <strong>{view.payee.name}</strong></> : "quem recebe"} e se o valor é {formatMoney(view.amount, view.currency_code)}.</li>
        </ul>
      </section>
    </section>
  )
}
