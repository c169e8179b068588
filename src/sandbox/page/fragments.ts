import { ASSUMPTION_KEYS, ASSUMPTION_TEXTS, ASSUMPTION_VALUES } from "../assumptions"
import { type Fault, NOTICE_FAULTS, REQUEST_FAULTS } from "../faults"
import type { SentNotice } from "../notices"
import { OPTIONS_MODES, type Sandbox } from "../sandbox"
import { titleOf } from "../status-texts"
import type { SandboxInvoice } from "../types"
import { brazilianTime } from "./format"
import { invoiceCard } from "./invoice-card"
import { type Markup, html } from "./markup"
import { ASSUMPTION_VALUE_LABELS, NOTICE_FAULT_LABELS, OPTIONS_MODE_LABELS, REQUEST_FAULT_LABELS } from "./words"

const MOST_INVOICES = 50
const MOST_LINES = 40

const matches = (invoice: SandboxInvoice, wanted: string): boolean =>
  [invoice.id, invoice.referrer, invoice.customer.name, titleOf(invoice.status.code)].some((text) =>
    text?.toLowerCase().includes(wanted),
  )

const invoices = (sandbox: Sandbox, search: string): Markup => {
  const wanted = search.trim().toLowerCase()
  const found = sandbox
    .invoices()
    .filter((invoice) => wanted === "" || matches(invoice, wanted))
    .reverse()
  if (found.length === 0) {
    return html`<p class="empty">${
      wanted ? "Nenhuma fatura combina com a busca." : "Nenhuma fatura ainda. Elas aparecem aqui assim que a loja emitir a primeira."
    }</p>`
  }
  const more = found.length > MOST_INVOICES
  return html`${found.slice(0, MOST_INVOICES).map(invoiceCard)}${
    more && html`<p class="quiet">As ${MOST_INVOICES} mais novas de ${found.length}. Use a busca para achar as outras.</p>`
  }`
}

const step = (label: string, ms: number): Markup => html`
<form data-control="POST /clock"><input type="hidden" name="advance_ms" data-type="number" value="${ms}"><button>${label}</button></form>`

const HOUR_MS = 3_600_000

const clock = (sandbox: Sandbox): Markup => html`
<p class="clock"><time data-clock="${sandbox.clock.now().getTime() - Date.now()}">${brazilianTime(sandbox.clock.now())}</time>
<span class="quiet">${Math.abs(sandbox.clock.offset) < 1000 ? "hora real" : "hora mudada"}, São Paulo</span></p>
<div class="row">
  ${step("+1 hora", HOUR_MS)}${step("+1 dia", 24 * HOUR_MS)}${step("+7 dias", 168 * HOUR_MS)}
  <form data-control="POST /clock"><input type="hidden" name="now" data-type="json" value="null"><button>Hora real</button></form>
</div>
<form class="amount" data-control="POST /clock">
  <label>Ir para<input type="datetime-local" name="now" data-type="sao-paulo" required></label><button>Ir</button>
</form>`

const option = (value: unknown, label: string, chosen: boolean): Markup =>
  html`<option value="${JSON.stringify(value)}" ${chosen && html`selected`}>${label}</option>`


const assumptions = (sandbox: Sandbox): Markup => html`${ASSUMPTION_KEYS.map((key) => html`
<form class="switch" data-control="POST /assumptions" data-on-change>
  <label>${ASSUMPTION_TEXTS[key]}
    <select name="${key}" data-type="json">${ASSUMPTION_VALUES[key].map((value) =>
      option(value, ASSUMPTION_VALUE_LABELS[String(value)] ?? String(value), sandbox.assumptions[key] === value))}</select>
  </label>
</form>`)}`

const faultLine = (fault: Fault): Markup => {
  const { method, path, notice } = fault.match
  const labels: Record<string, string> = notice ? NOTICE_FAULT_LABELS : REQUEST_FAULT_LABELS
  const limits = [
    fault.times !== null && `ainda ${fault.times}x`,
    fault.probability !== null && `chance ${Math.round(fault.probability * 100)}%`,
    `aconteceu ${fault.hits}x`,
  ].filter(Boolean)
  return html`
<li><span>${notice ? "Notificações" : `${method ?? "Toda chamada"} ${path ?? ""}`}: <b>${labels[fault.kind]}</b>
  <span class="quiet">${limits.join(", ")}</span></span>
  <form data-control="DELETE /faults/${fault.id}"><button>Tirar</button></form></li>`
}

const faults = (sandbox: Sandbox): Markup => {
  const inForce = sandbox.faults.list()
  return inForce.length === 0
    ? html`<p class="quiet">Nenhuma falha: tudo funciona.</p>`
    : html`<ul class="faults">${inForce.map(faultLine)}</ul>
<form data-control="DELETE /faults"><button>Tirar todas</button></form>`
}

const METHODS = ["POST", "GET", "PATCH", "DELETE", "PUT", "OPTIONS", "COPY"]

/** The forms that make faults; they hold what someone types, so they are no fragment. */
export const faultForms = (): Markup => html`
<form class="fault-form" data-control="POST /faults">
  <label>Falha da chamada<select name="kind">${REQUEST_FAULTS.map((kind) => html`<option value="${kind}">${REQUEST_FAULT_LABELS[kind]}</option>`)}</select></label>
  <label>Método<select name="match.method"><option value="">todos</option>${METHODS.map((method) => html`<option>${method}</option>`)}</select></label>
  <label>Caminho<input name="match.path" placeholder="/invoices"></label>
  <label>Vezes<input name="times" data-type="number" inputmode="numeric" placeholder="sem fim"></label>
  <label>Espera (ms)<input name="ms" data-type="number" inputmode="numeric" placeholder="1000"></label>
  <button>Pôr falha</button>
</form>
<form class="fault-form" data-control="POST /faults">
  <input type="hidden" name="match.notice" data-type="json" value="true">
  <label>Falha da notificação<select name="kind">${NOTICE_FAULTS.map((kind) => html`<option value="${kind}">${NOTICE_FAULT_LABELS[kind]}</option>`)}</select></label>
  <label>Vezes<input name="times" data-type="number" inputmode="numeric" placeholder="sem fim"></label>
  <label>Espera (ms)<input name="ms" data-type="number" inputmode="numeric" placeholder="1000"></label>
  <button>Pôr falha</button>
</form>`

const yesNo = (name: string, label: string, value: boolean): Markup => html`
<form class="switch" data-control="POST /notices/mode" data-on-change>
  <label>${label}<select name="${name}" data-type="json">${option(true, "sim", value)}${option(false, "não", !value)}</select></label>
</form>`

const noticeMode = (sandbox: Sandbox): Markup => html`
${yesNo("second_event", "segundo evento (webhook.update)", sandbox.notices.mode.second_event)}
${yesNo("before_answer", "avisa antes de responder à criação", sandbox.notices.mode.before_answer)}
<form class="switch" data-control="POST /options-mode" data-on-change>
  <label>resposta de OPTIONS /webhooks<select name="mode">${OPTIONS_MODES.map((mode) => html`
    <option value="${mode}" ${mode === sandbox.optionsMode && html`selected`}>${OPTIONS_MODE_LABELS[mode]}</option>`)}</select></label>
</form>`

/** What the receiver answered, the same answer in a row counted: "500 ×2, 200". */
const answersText = ({ answers }: SentNotice): string => {
  const runs: { text: string; count: number }[] = []
  for (const { status, error } of answers) {
    const text = status === null ? (error ?? "sem resposta") : String(status)
    const last = runs.at(-1)
    if (last?.text === text) {
      last.count += 1
    } else {
      runs.push({ text, count: 1 })
    }
  }
  return runs.map(({ text, count }) => (count === 1 ? text : `${text} ×${count}`)).join(", ") || "—"
}

const notices = (sandbox: Sandbox): Markup => {
  const latest = sandbox.notices.list().slice(-MOST_LINES).reverse()
  return latest.length === 0
    ? html`<p class="quiet">Nenhuma notificação enviada.</p>`
    : html`<table><thead><tr><th>Hora</th><th>Fatura</th><th>Evento</th><th>Código</th><th>Respostas</th></tr></thead><tbody>
${latest.map((notice) => html`<tr>
  <td>${brazilianTime(new Date(notice.at)).slice(11)}</td><td>${notice.invoice_id}</td><td>${notice.event}</td>
  <td>${JSON.stringify(notice.code) ?? "ausente"}</td>
  <td>${answersText(notice)}${notice.fault && html` <span class="pill alarm">${notice.fault}</span>`}</td>
</tr>`)}</tbody></table>`
}

const requests = (sandbox: Sandbox): Markup => {
  const latest = sandbox.requests.requests().slice(-MOST_LINES).reverse()
  const counts = Object.entries(sandbox.requests.counts())
  return html`<p class="counts">${counts.map(([name, count]) => html`<span>${name} <b>${count}</b></span> `)}</p>
${latest.length === 0
    ? html`<p class="quiet">Nenhuma chamada.</p>`
    : html`<table><thead><tr><th>Hora</th><th>Chamada</th><th>HTTP</th><th>ms</th><th>Falha</th></tr></thead><tbody>
${latest.map((request) => html`<tr>
  <td>${brazilianTime(new Date(request.at)).slice(11)}</td><td>${request.method} ${request.path}</td>
  <td>${request.status ?? "—"}</td><td>${request.ms ?? "…"}</td><td>${request.fault}</td>
</tr>`)}</tbody></table>`}`
}

/** The parts of the page that change, as HTML by name. Bodies of requests, which hold personal data, are not shown. */
export const fragments = (sandbox: Sandbox, search: string): Record<string, string> =>
  Object.fromEntries(
    Object.entries({
      invoices: invoices(sandbox, search),
      clock: clock(sandbox),
      faults: faults(sandbox),
      assumptions: assumptions(sandbox),
      "notice-mode": noticeMode(sandbox),
      notices: notices(sandbox),
      requests: requests(sandbox),
    }).map(([name, markup]) => [name, markup.text]),
  )
