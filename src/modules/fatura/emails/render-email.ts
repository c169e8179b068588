import type { EmailContent, EmailData, EmailKind } from "./email"
import { EMAIL_TEXTS, type EmailCase } from "./email-texts"

/** Which wording is true of the message. */
const CASE: Record<EmailKind, (data: EmailData) => EmailCase> = {
  instructions: ({ is_difference }) => (is_difference ? "instructions_difference" : "instructions"),
  reminder: ({ is_difference }) => (is_difference ? "reminder_difference" : "reminder"),
  paid: ({ paid_amount, is_difference }) => (paid_amount === null ? "paid_unsaid" : is_difference ? "paid_difference" : "paid"),
  expired: ({ ended }) => ended ?? "closed",
  refunded: ({ refund_amount, refunded_amount }) => (refunded_amount > refund_amount ? "refunded_more" : "refunded"),
}

type Part =
  | { kind: "text"; text: string; strong?: boolean; small?: boolean }
  | { kind: "code"; label: string; code: string }
  | { kind: "link"; label: string; href: string }

/**
 * The plain message of a kind, for stores without templates of their own: one column that fits a phone, no image and
 * nothing loaded from anywhere. What comes from outside is escaped.
 */
export function renderEmail(data: EmailData): EmailContent {
  const words = EMAIL_TEXTS[data.language].cases[CASE[data.kind](data)]
  const values: Record<string, string> = {
    order: data.order_display_id ? `#${data.order_display_id}` : "",
    amount: data.amount_text,
    paid: data.paid_amount_text ?? "",
    refund: data.refund_amount_text,
    refunded: data.refunded_amount_text,
  }
  const title = filled(words.title, values)
  const parts: Part[] = [{ kind: "text", text: filled(words.lead, values) }, ...partsOf(data)]
  return {
    subject: filled(words.subject, values),
    text: [title, ...parts.map(plain)].join("\n\n"),
    html: page(data.language, title, parts.map(html).join("\n")),
  }
}

function partsOf(data: EmailData): Part[] {
  const texts = EMAIL_TEXTS[data.language]
  const link: Part[] = data.pay_url ? [{ kind: "link", label: texts.open, href: data.pay_url }] : []
  if (data.kind !== "instructions" && data.kind !== "reminder") {
    return data.kind === "expired" && data.is_difference ? [{ kind: "text", text: texts.paidBefore }, ...link] : link
  }
  const until = data.method === "pix" ? data.expires_at_text : data.due_on_text
  const payee = [data.payee_name, data.payee_document_masked].filter(Boolean).join(", ")
  return [
    ...(until ? [{ kind: "text" as const, strong: true, text: filled(texts.until, { until }) }] : []),
    ...(data.pix ? [{ kind: "text" as const, text: texts.pixHow }, { kind: "code" as const, label: texts.pixCode, code: data.pix.payload }] : []),
    ...(data.boleto?.line ? [{ kind: "code" as const, label: texts.boletoLine, code: data.boleto.line }] : []),
    ...(data.boleto?.url ? [{ kind: "link" as const, label: texts.boletoOpen, href: data.boleto.url }] : []),
    ...(data.boleto ? [{ kind: "text" as const, text: texts.boletoNote }] : []),
    ...(data.action_url ? [{ kind: "link" as const, label: texts.act, href: data.action_url }] : []),
    ...link,
    ...(payee ? [{ kind: "text" as const, small: true, text: `${texts.payee}: ${payee}` }] : []),
    { kind: "text", small: true, text: texts.ignore },
  ]
}

function filled(text: string, values: Record<string, string>): string {
  return text.replace(/\{(\w+)\}/g, (_all, name: string) => values[name] ?? "").replace(/ {2,}/g, " ").replace(/ ([:.,])/g, "$1")
}

function plain(part: Part): string {
  return part.kind === "text" ? part.text : part.kind === "code" ? `${part.label}:\n${part.code}` : `${part.label}: ${part.href}`
}

const escape = (text: string): string => text.replace(/[&<>"']/g, (char) => `&#${char.charCodeAt(0)};`)

function html(part: Part): string {
  if (part.kind === "text") {
    const style = part.small ? "margin:0 0 12px;font-size:13px;color:#595959" : "margin:0 0 16px"
    return `<p style="${style}">${part.strong ? `<strong>${escape(part.text)}</strong>` : escape(part.text)}</p>`
  }
  if (part.kind === "code") {
    return `<p style="margin:0 0 4px;font-size:13px;color:#595959">${escape(part.label)}</p>
<p style="margin:0 0 16px;padding:12px;border:1px solid #c9c9c9;border-radius:6px;background:#f6f6f6;font:14px/1.5 Consolas,Menlo,monospace;overflow-wrap:anywhere;word-break:break-all">${escape(part.code)}</p>`
  }
  // A link that is not https would be shown as text, which nobody can be led astray by.
  return /^https?:\/\//.test(part.href)
    ? `<p style="margin:0 0 16px"><a href="${escape(part.href)}" style="display:inline-block;padding:12px 20px;border-radius:6px;background:#0b5f4a;color:#ffffff;text-decoration:none">${escape(part.label)}</a></p>`
    : html({ kind: "text", text: `${part.label}: ${part.href}` })
}

function page(language: string, title: string, body: string): string {
  return `<!doctype html>
<html lang="${language}"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1"><title>${escape(title)}</title></head>
<body style="margin:0;padding:16px;background:#f2f2f0;color:#1d1d1b;font:16px/1.5 Arial,Helvetica,sans-serif">
<div style="max-width:520px;margin:0 auto;padding:24px;background:#ffffff;border-radius:8px">
<h1 style="margin:0 0 16px;font-size:22px;line-height:1.25">${escape(title)}</h1>
${body}
</div></body></html>`
}
