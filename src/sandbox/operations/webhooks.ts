import { SECONDS, json } from "../answers/envelope"
import type { NoticeEvent } from "../answers/notice-body"
import { companyOf } from "../accounts"
import { encodeToken, noticeHeaders } from "../notices"
import type { OptionsMode, Sandbox } from "../sandbox"
import type { Access, Answer, GatewayRequest } from "../types"
import { Fields, Refusal } from "../validation/fields"

const notFound = (): Answer =>
  json({ success: false, error: true, message: "Token not found", __seconds: SECONDS }, 404)

const page = (status: number, title: string): Answer => ({
  status,
  type: "html",
  body: `<html><head><title>${title}</title></head><body><center><h1>${title}</h1></center></body></html>`,
})

/** OPTIONS /webhooks: whether a service token is one that was sent (spec 4.5). */
export const validate = (sandbox: Sandbox, request: GatewayRequest): Answer => {
  const token = new Fields(request.body, "", ["token"]).text("token")
  const answers: Record<OptionsMode, () => Answer> = {
    normal: () => (sandbox.notices.isValid(token) ? json({ success: true }) : notFound()),
    "200-without-success": () => json({}),
    html: () => page(200, "Bem-vindo"),
    down: () => page(502, "502 Bad Gateway"),
    "404": notFound,
    "400": () => json({ success: false, error: true, message: "Requisicao invalida", __seconds: SECONDS }, 400),
    "403": () => json({ success: false, error: true, message: "Forbidden", __seconds: SECONDS }, 403),
    "405": () => page(405, "405 Not Allowed"),
  }
  return answers[sandbox.optionsMode]()
}

/** COPY /webhooks: sends the present state of the webhook's invoice to an address (spec 4.6). */
export const resend = async (sandbox: Sandbox, request: GatewayRequest, access: Access): Promise<Answer> => {
  const fields = new Fields(request.body, "", ["url", "events", "webhook"])
  const webhook = fields.text("webhook")
  const event = fields.matching("events", /^(invoice|webhook)\.update$/, "deve ser um evento conhecido")
  const url = fields.optionalUrl("url") ?? fields.fail("url", "deve ser uma URL")
  const invoice = sandbox.invoices().find((one) => one.webhookId === webhook && one.account === access.account)
  if (!invoice) {
    throw new Refusal("Webhook nao encontrado")
  }
  const headers = noticeHeaders(
    companyOf(access.account),
    webhook,
    encodeToken(sandbox.notices.newToken(true)),
  )
  const answer = await sandbox.notices.sendNow({
    invoiceId: invoice.id,
    event,
    code: invoice.status.code,
    url,
    body: JSON.stringify(sandbox.noticeOf(invoice, event as NoticeEvent)),
    headers,
  })
  const details = {
    raw_response: answer.status !== null,
    json_response: null,
    http: answer.status ?? 0,
    headers: headers.filter(([name]) => name !== "Powered").map(([name, value]) => `${name}: ${value}`),
  }
  return json({
    success: true,
    sent: {
      event,
      total: 1,
      responses: [
        { events: event, webhook, response: { action: "sent", details, update: "2026-09-01", version: "2.1" } },
      ],
    },
  })
}
