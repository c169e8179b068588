import type { NoticeFaultKind, RequestFaultKind } from "../faults"
import type { OptionsMode } from "../sandbox"
import type { ActionName } from "../transitions"
import type { Method } from "../types"

export const METHOD_NAMES: Record<Method, string> = { pix: "PIX", boleto: "Boleto", card: "Cartão" }

export const ACTION_LABELS: Record<ActionName, string> = {
  process: "Processar",
  authorize: "Autorizar",
  pay: "Pagar",
  schedule: "Agendar",
  deny: "Negar",
  fail: "Falhar",
  overdue: "Vencer",
  expire: "Expirar",
  cancel: "Cancelar",
  refund: "Estornar",
  "refund-pending": "Estorno pendente",
  "refund-fail": "Recusar estorno",
  dispute: "Contestar",
  "dispute-won": "Contestação ganha",
}

export const REQUEST_FAULT_LABELS: Record<RequestFaultKind, string> = {
  delay: "demora antes de processar",
  "delay-after-commit": "processa e demora a responder",
  "500": "erro 500",
  "502-html": "502 em HTML",
  "html-200": "200 em HTML",
  "403": "403 (bloqueado)",
  "429": "429 (muitas chamadas)",
  refuse: "recusa a conexão",
  "hang-up-before": "desliga antes de processar",
  "hang-up-after": "processa e desliga",
  "success-false": "success: false",
}

export const NOTICE_FAULT_LABELS: Record<NoticeFaultKind, string> = {
  lose: "perde",
  double: "envia em dobro",
  reorder: "troca a ordem",
  delay: "atrasa",
  corrupt: "corrompe o corpo",
  "forged-token": "token forjado",
}

/** Values of the switches, as the page shows them. */
export const ASSUMPTION_VALUE_LABELS: Record<string, string> = {
  true: "sim",
  false: "não",
  cents: "centavos",
  reais: "reais",
  done: "na hora",
  pending: "pendente",
  newest_first: "novas antes",
  oldest_first: "antigas antes",
  as_created: "o da criação",
  other_for_boleto: "outro no boleto",
  per_unit: "por unidade",
  per_line: "por linha",
  same: "iguais",
  different: "diferentes",
  current: "atual",
  legacy: "antigo",
}

export const OPTIONS_MODE_LABELS: Record<OptionsMode, string> = {
  normal: "normal",
  "200-without-success": "200 sem success",
  html: "200 em HTML",
  down: "fora do ar (502)",
  "404": "sempre 404",
  "400": "recusa com 400",
  "403": "proíbe (403)",
  "405": "página 405",
}
