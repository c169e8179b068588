import { maskDocument } from "../documents"
import { brazilianText, decimalText } from "../money"
import { titleOf } from "../status-texts"
import { type ActionName, refundableCents } from "../transitions"
import type { SandboxInvoice } from "../types"
import { brazilianDay, brazilianTime, toneOf } from "./format"
import { type Markup, html } from "./markup"
import { ACTION_LABELS, METHOD_NAMES } from "./words"

const GROUPS: { title: string; actions: ActionName[] }[] = [
  { title: "Andamento", actions: ["process", "authorize", "schedule"] },
  { title: "Sem pagamento", actions: ["cancel", "expire", "overdue", "deny", "fail"] },
  { title: "Contestação", actions: ["dispute", "dispute-won"] },
]

/** What most often comes next in each state; the first is the likeliest. All else is behind the fold. */
const NEXT: Record<number, ActionName[]> = {
  1: ["pay", "cancel"],
  2: ["pay", "authorize", "deny"],
  3: ["pay", "cancel"],
  4: ["pay", "cancel"],
  5: ["refund", "dispute"],
  6: ["pay"],
  7: ["refund", "refund-fail"],
  8: ["refund", "dispute"],
  9: [],
  10: ["dispute-won", "refund"],
  12: ["pay"],
  15: ["pay", "cancel"],
  16: ["pay"],
}

const nextActions = (code: unknown): ActionName[] => (typeof code === "number" ? NEXT[code] : undefined) ?? ["pay", "cancel"]

const actionButton = (id: string, action: ActionName, look = ""): Markup => html`
<form data-control="POST /invoices/${id}/${action}"><button class="${look}">${ACTION_LABELS[action]}</button></form>`

const amountForm = (id: string, actions: ActionName[], title: string, placeholder: string): Markup => html`
<form class="amount" data-control="POST /invoices/${id}/${actions[0]}">
  <label>${title} (R$)<input name="amount_cents" data-type="cents" inputmode="decimal" placeholder="${placeholder}"></label>
  ${actions.map((action) => html`<button data-control="POST /invoices/${id}/${action}">${ACTION_LABELS[action]}</button>`)}
</form>`

const statusForm = (id: string): Markup => html`
<form class="amount" data-control="POST /invoices/${id}/status">
  <label>Outro código<input name="code" data-type="json" placeholder="11"></label>
  <label>Texto<input name="text" placeholder="opcional"></label>
  <button>Pôr este código</button>
</form>`

const copyField = (label: string, value: string): Markup => html`
<div class="copy"><span>${label}</span><code>${value}</code><button type="button" data-copy="${value}">Copiar</button></div>`

const instructions = (invoice: SandboxInvoice): Markup => {
  if (invoice.pixPayload) {
    return html`
<div class="pix">
  <img src="/_sandbox/qr/${invoice.id}" alt="QR Code do PIX da fatura ${invoice.id}" width="132" height="132" loading="lazy">
  ${copyField("PIX copia e cola", invoice.pixPayload)}
</div>`
  }
  if (invoice.boleto) {
    return html`${copyField("Linha digitável", invoice.boleto.line)}${copyField("Código de barras", invoice.boleto.barcode)}`
  }
  const card = invoice.card
  return html`<p class="quiet">${card ? `${card.brand} final ${card.last4}, ${invoice.installments}x, titular ${card.holder}` : ""}</p>`
}

const facts = (invoice: SandboxInvoice): Markup => {
  const rows: [string, string | null][] = [
    ["Referência", invoice.referrer],
    ["Criada em", brazilianTime(invoice.createdAt)],
    ["Vence em", brazilianDay(invoice.dueOn)],
    ["Pago", invoice.paidAt ? `${brazilianText(invoice.paidCents)} em ${brazilianTime(invoice.paidAt)}` : null],
    ["Estornado", invoice.refundedCents ? brazilianText(invoice.refundedCents) : null],
    ["Rastreio", invoice.trackingCode],
    ["Notificações para", invoice.webhook],
  ]
  return html`<dl>${rows.map(([name, value]) => value && html`<div><dt>${name}</dt><dd>${value}</dd></div>`)}</dl>`
}

const timeline = (invoice: SandboxInvoice): Markup => html`
<ol class="timeline">${invoice.history.map(({ at, code }) => html`
  <li><b>${JSON.stringify(code) ?? "sem código"}</b> ${titleOf(code)} <time>${brazilianTime(at)}</time></li>`)}</ol>`

/** One invoice of the list: what it is at a glance, everything else behind a fold that keeps its state. */
export const invoiceCard = (invoice: SandboxInvoice): Markup => {
  const { id, customer } = invoice
  return html`
<article class="invoice">
  <header>
    <div class="what">
      <strong>${brazilianText(invoice.dueCents)}</strong>
      <span class="method">${METHOD_NAMES[invoice.method]}</span>
      <span class="pill ${toneOf(invoice.status.code)}">${titleOf(invoice.status.code)}</span>
    </div>
    <div class="who">${customer.name}${customer.document && html` <span class="quiet">${maskDocument(customer.document)}</span>`}</div>
    <div class="quiet">nº ${id} · ${brazilianTime(invoice.createdAt)}</div>
  </header>
  <div class="main-actions">
    ${nextActions(invoice.status.code).map((action, index) => actionButton(id, action, index === 0 ? "primary" : ""))}
  </div>
  <details id="invoice-${id}">
    <summary>Detalhes e todas as ações</summary>
    ${instructions(invoice)}
    ${facts(invoice)}
    <div class="groups">
      ${amountForm(id, ["pay"], "Pagar outro valor", decimalText(invoice.dueCents).replace(".", ","))}
      ${amountForm(id, ["refund", "refund-pending", "refund-fail"], "Valor do estorno", decimalText(refundableCents(invoice)).replace(".", ","))}
      ${GROUPS.map((group) => html`<fieldset><legend>${group.title}</legend>${group.actions.map((action) => actionButton(id, action))}</fieldset>`)}
      ${statusForm(id)}
    </div>
    ${timeline(invoice)}
  </details>
</article>`
}
