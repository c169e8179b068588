import type { MedusaRequest, MedusaResponse } from "@medusajs/framework/http"
import { Modules } from "@medusajs/framework/utils"
import { type EmailData, renderEmail } from "medusa-payment-fatura/workflows"

const NEWEST = 30

/**
 * `GET /emails`: what the demonstration's shoppers were written, newest first. Medusa's local provider sends nothing:
 * it logs. Only for the demonstration: a shop must not show its e-mails to everybody.
 */
export async function GET(req: MedusaRequest, res: MedusaResponse): Promise<void> {
  const notifications = await req.scope.resolve(Modules.NOTIFICATION).listNotifications({ channel: "email" }, { take: NEWEST, order: { created_at: "DESC" } })
  const messages = notifications
    .filter(({ template }) => template?.startsWith("fatura-"))
    .map(({ to, created_at, data }) => ({ to, at: new Date(created_at), ...renderEmail(data as unknown as EmailData) }))
  res.setHeader("content-type", "text/html; charset=utf-8")
  res.setHeader("content-security-policy", "default-src 'none'; style-src 'unsafe-inline'; frame-src 'self'")
  res.send(page(messages.map(({ to, at, subject, html }) => `
    <article>
      <h2>${escape(subject)}</h2>
      <p>para ${escape(to)}, ${at.toLocaleString("pt-BR", { timeZone: "America/Sao_Paulo" })}</p>
      <iframe sandbox title="${escape(subject)}" srcdoc="${escape(html)}"></iframe>
    </article>`).join("")))
}

const escape = (text: string): string => text.replace(/[&<>"']/g, (char) => `&#${char.charCodeAt(0)};`)

function page(messages: string): string {
  return `<!doctype html>
<html lang="pt-BR"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1"><title>E-mails da demonstração</title>
<style>
  body { margin: 0 auto; padding: 16px; max-width: 620px; font: 16px/1.5 system-ui, sans-serif; color: #1d1d1b; background: #e9e9e6 }
  article { margin: 0 0 24px; padding: 16px; background: #fff; border-radius: 8px }
  h1 { font-size: 22px } h2 { margin: 0; font-size: 17px } p { margin: 0 0 12px; color: #595959 }
  iframe { width: 100%; height: 460px; border: 1px solid #c9c9c9; border-radius: 6px }
</style></head>
<body><h1>E-mails da demonstração</h1>
<p>O que os clientes receberiam. Nada é enviado: o provedor local do Medusa só escreve no log.</p>
${messages || "<p>Nenhum ainda: faça um pedido e espere uns segundos.</p>"}</body></html>`
}
