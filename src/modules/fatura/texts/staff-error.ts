import { MedusaError } from "@medusajs/framework/utils"
import type { Language } from "./shopper-texts"

const REASONS = {
  bad_request: { status: 400, type: MedusaError.Types.INVALID_DATA },
  not_found: { status: 404, type: MedusaError.Types.NOT_FOUND },
  conflict: { status: 409, type: MedusaError.Types.NOT_ALLOWED },
} as const

type Text = { reason: keyof typeof REASONS } & Record<Language, string>

const TEXTS = {
  invalid_fields: {
    reason: "bad_request",
    "pt-BR": "Confira os campos indicados.",
    en: "Check the fields that are named.",
  },
  account_not_found: {
    reason: "not_found",
    "pt-BR": "Esta conta não existe.",
    en: "This account does not exist.",
  },
  account_from_configuration: {
    reason: "conflict",
    "pt-BR": "Esta conta vem da configuração (opções do plugin ou variáveis FATURA_*) e só pode ser alterada lá.",
    en: "This account comes from the configuration (plugin options or FATURA_* variables) and can only be changed there.",
  },
  account_archived: {
    reason: "conflict",
    "pt-BR": "Esta conta foi arquivada e só serve às suas faturas antigas. Adicione uma nova conta.",
    en: "This account is archived and only serves its old invoices. Add a new account.",
  },
  account_in_use: {
    reason: "conflict",
    "pt-BR": "Esta conta ainda tem faturas abertas, acompanhadas ou com estorno em andamento ({count}). Aguarde o fim delas ou cancele-as antes.",
    en: "Open or watched invoices, or refunds under way, still need this account ({count}). Wait until they end, or cancel them first.",
  },
  account_unusable: {
    reason: "conflict",
    "pt-BR": "As credenciais desta conta não podem ser lidas: a chave de criptografia falta ou mudou. Reponha a chave em FATURA_ENCRYPTION_KEY ou informe as credenciais de novo.",
    en: "The credentials of this account can't be read: the encryption key is missing or has changed. Put the key back into FATURA_ENCRYPTION_KEY, or enter the credentials again.",
  },
  changed_meanwhile: {
    reason: "conflict",
    "pt-BR": "Outra pessoa alterou isto ao mesmo tempo. Recarregue a página e tente de novo.",
    en: "Somebody else changed this at the same time. Reload the page and try again.",
  },
  default_from_configuration: {
    reason: "conflict",
    "pt-BR": "A configuração já define a conta padrão. Tire isDefault dela para escolher a padrão aqui.",
    en: "The configuration names the default account. Take isDefault off it to choose the default here.",
  },
  default_cannot_be_unset: {
    reason: "conflict",
    "pt-BR": "Sempre há uma conta padrão. Para mudá-la, torne outra conta a padrão.",
    en: "There is always one default account. To change it, make another account the default.",
  },
  encryption_key_missing: {
    reason: "conflict",
    "pt-BR": "Falta a chave de criptografia: as credenciais não poderiam ser guardadas com segurança. Gere uma com \"openssl rand -base64 32\", defina FATURA_ENCRYPTION_KEY e reinicie o Medusa.",
    en: "The encryption key is missing: credentials could not be kept safely. Make one with \"openssl rand -base64 32\", set FATURA_ENCRYPTION_KEY and restart Medusa.",
  },
  invoice_not_found: {
    reason: "not_found",
    "pt-BR": "Esta fatura não existe.",
    en: "This invoice does not exist.",
  },
  order_without_invoice: {
    reason: "not_found",
    "pt-BR": "Este pedido não tem fatura.",
    en: "This order has no invoice.",
  },
  invoice_not_issued: {
    reason: "conflict",
    "pt-BR": "O gateway não confirmou a emissão desta fatura, então não há o que fazer com ela lá.",
    en: "The gateway has not confirmed that this invoice was issued, so nothing can be done with it there.",
  },
  nothing_to_pay: {
    reason: "conflict",
    "pt-BR": "Esta fatura não tem mais um código que possa ser pago, então não há instruções para enviar.",
    en: "This invoice has no code any more that could be paid, so there are no instructions to send.",
  },
  resend_in_production: {
    reason: "conflict",
    "pt-BR": "Só no SANDBOX: em produção, o gateway bloqueia quem pede o reenvio de notificações.",
    en: "In SANDBOX only: in production the gateway blocks whoever asks for notices to be sent again.",
  },
  resend_environment_unknown: {
    reason: "conflict",
    "pt-BR": "O ambiente desta conta ainda não é conhecido, e em produção o gateway bloqueia quem pede o reenvio. Teste a conexão em Configurações > Fatura.",
    en: "It is not known yet whether this account is in production, where the gateway blocks whoever asks for notices to be sent again. Test the connection in Settings > Fatura.",
  },
  resend_without_webhook: {
    reason: "conflict",
    "pt-BR": "Nenhuma notificação desta fatura chegou ainda, então o número do webhook dela não é conhecido.",
    en: "No notice of this invoice has arrived yet, so the number of its webhook is not known.",
  },
  path_not_configured: {
    reason: "conflict",
    "pt-BR": "A documentação do gateway não mostra o caminho desta operação. Pergunte ao suporte do gateway e defina a opção do plugin {option}.",
    en: "The gateway's documentation does not show the path of this operation. Ask the gateway's support for it, and set the plugin's option {option}.",
  },
  scope_missing: {
    reason: "conflict",
    "pt-BR": "A credencial não tem a permissão para esta operação ({operation}). Inclua no painel do gateway e na conta um destes escopos: {scopes}.",
    en: "The credential lacks the permission for this operation ({operation}). Add one of these scopes in the gateway's panel and to the account: {scopes}.",
  },
  gateway_refused: {
    reason: "conflict",
    "pt-BR": "O gateway recusou: {words}",
    en: "The gateway refused: {words}",
  },
  gateway_silent: {
    reason: "conflict",
    "pt-BR": "O gateway não respondeu de forma legível. Tente de novo em alguns minutos.",
    en: "The gateway gave no readable answer. Try again in some minutes.",
  },
  look_ups_paused: {
    reason: "conflict",
    "pt-BR": "O gateway não pode ser consultado agora: o limite de consultas foi usado ou o gateway está nos recusando. Tente de novo em um minuto.",
    en: "The gateway can't be asked now: the budget of look-ups is used up or the gateway is refusing us. Try again in a minute.",
  },
} satisfies Record<string, Text>

export type StaffErrorCode = keyof typeof TEXTS

const FIELD_TEXTS = {
  secrets_again: {
    "pt-BR": "O endereço mudou: informe de novo o token e a chave secreta.",
    en: "The address has changed: enter token and secret key again.",
  },
  not_https: { "pt-BR": "Use um endereço https://, sem usuário, senha, parâmetros ou fragmento.", en: "Use an https:// address without user, password, query or fragment." },
  private_address: {
    "pt-BR": "Este endereço é desta máquina ou de uma rede interna; em produção só endereços públicos são aceitos.",
    en: "This address is of this machine or an internal network; in production only public ones are accepted.",
  },
  minimum_above_maximum: { "pt-BR": "O mínimo não pode ser maior que o máximo.", en: "The minimum must not be above the maximum." },
  name_taken: { "pt-BR": "Já existe uma conta com este nome.", en: "There is already an account of this name." },
  channel_taken: { "pt-BR": "Outra conta já atende um destes canais de venda.", en: "Another account already serves one of these sales channels." },
  secret_unreadable: {
    "pt-BR": "O valor guardado não pode mais ser lido com a chave de criptografia atual: informe-o de novo.",
    en: "The stored value can no longer be read with today's encryption key: enter it again.",
  },
} satisfies Record<string, Record<Language, string>>

export type FieldCode = keyof typeof FIELD_TEXTS
/** What is wrong with a field: one of our texts, or the validator's own words. */
export type FieldFault = { path: string; code: FieldCode } | { path: string; message: string }

type Values = { count?: number; option?: string; words?: string; operation?: string; scopes?: string }

/** What the staff's own request can mend. Its words are chosen by the door, in the language of who asked. */
export class StaffError extends MedusaError {
  constructor(
    readonly key: StaffErrorCode,
    readonly details: Values & { fields?: FieldFault[] } = {}
  ) {
    super(REASONS[TEXTS[key].reason].type, textOf(key, "en", details), key)
  }

  get status(): number {
    return REASONS[TEXTS[this.key].reason].status
  }

  /** `{ type, message, code, fields? }` */
  in(language: Language): Record<string, unknown> {
    const fields = this.details.fields?.map((fault) => ({ path: fault.path, message: "code" in fault ? FIELD_TEXTS[fault.code][language] : fault.message }))
    return { type: this.type, message: textOf(this.key, language, this.details), code: this.key, ...(fields?.length && { fields }) }
  }
}

function textOf(key: StaffErrorCode, language: Language, values: Values): string {
  return TEXTS[key][language].replace(/\{(count|option|words|operation|scopes)\}/g, (_, name: keyof Values) => String(values[name] ?? ""))
}
