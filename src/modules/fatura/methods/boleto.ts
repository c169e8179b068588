import { readBoleto } from "../../../domain/boleto"
import { addBankingDays, boletoDueDate, endOfDay, gatewayDate, nextBankingDay } from "../../../domain/dates"
import type { FaturaOptions } from "../options/schema"
import type { MethodPolicy, Terms } from "./method-policy"

const WATCH_BANKING_DAYS = 7
const DAY_MS = 86_400_000

export const boletoPolicy: MethodPolicy = {
  terms(issuedAt, options) {
    return termsDue(boletoDueDate(issuedAt, options.methods.boleto.dueInDays).dueOn, options)
  },
  termsFor: termsDue,
  instructions(answer) {
    const given = answer.boleto
    const read = readBoleto(given?.line ?? given?.barcode ?? "")
    const url = given?.url ?? answer.documentUrl
    if (read?.valid) {
      return { boleto: { line: read.line, barcode: read.barcode, url: url ?? null } }
    }
    // Registration can take some minutes; meanwhile the gateway's document is what can be paid.
    return url && !given?.line ? { boleto: { line: null, barcode: null, url } } : null
  },
  firstCheckAt: (issuedAt) => new Date(issuedAt.getTime() + DAY_MS),
  replaceable: true,
  watchUntil: (canceledAt) => endOfDay(addBankingDays(gatewayDate(canceledAt), WATCH_BANKING_DAYS)),
}

/** Payable until the end of the due date, or of the next banking day; cancelled when it can't be clearing any more. */
function termsDue(dueOn: string, { methods }: FaturaOptions): Terms {
  const effective = nextBankingDay(dueOn)
  return {
    dueOn,
    expiresAt: endOfDay(effective),
    cancelAt: endOfDay(addBankingDays(effective, methods.boleto.graceBankingDays)),
  }
}
