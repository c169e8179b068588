import type { z } from "zod"
import type { Language } from "./shopper-texts"

/** What is wrong with a field that only the server can know. */
export const FIELD_TEXTS = {
  secrets_again: {
    "pt-BR": "O endereço mudou: informe de novo o token e a chave secreta.",
    en: "The address has changed: enter token and secret key again.",
  },
  not_https: { "pt-BR": "Use um endereço https://, sem usuário, senha, parâmetros ou fragmento.", en: "Use an https:// address without user, password, query or fragment." },
  private_address: {
    "pt-BR": "Este endereço é desta máquina ou de uma rede interna; em produção só endereços públicos são aceitos.",
    en: "This address is of this machine or an internal network; in production only public ones are accepted.",
  },
  unknown_host: { "pt-BR": "Este nome de servidor não existe, ou não pode ser consultado agora.", en: "There is no server of this name, or it can't be looked up now." },
  host_not_allowed: {
    "pt-BR": "As opções do plugin (allowedGatewayHosts, allowedScriptHosts) não permitem este servidor.",
    en: "The plugin's options (allowedGatewayHosts, allowedScriptHosts) do not allow this host.",
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

type Issue = z.core.$ZodIssue
type Words = Record<Language, string>

const NEEDED: Words = { "pt-BR": "Preencha este campo.", en: "This is needed." }
const NOT_VALID: Words = { "pt-BR": "Este valor não é válido.", en: "This value is not valid." }
const KINDS: Partial<Record<string, Words>> = {
  int: { "pt-BR": "Informe um número inteiro.", en: "Enter a whole number." },
  number: { "pt-BR": "Informe um número.", en: "Enter a number." },
}

/** What a schema found, for people. Messages that a schema names itself stand in `OWN_MESSAGES`. */
const ISSUES: { [Code in Issue["code"]]: (issue: Extract<Issue, { code: Code }>) => Words } = {
  invalid_type: ({ expected, input }) => (input === undefined ? NEEDED : (KINDS[expected] ?? NOT_VALID)),
  too_big: ({ maximum, origin }) =>
    origin === "string" ? { "pt-BR": `No máximo ${maximum} caracteres.`, en: `At most ${maximum} characters.` } : { "pt-BR": `No máximo ${maximum}.`, en: `At most ${maximum}.` },
  too_small: ({ minimum, origin, inclusive }) => {
    if (origin === "string" || origin === "array") {
      return minimum === 1 ? NEEDED : { "pt-BR": `No mínimo ${minimum} caracteres.`, en: `At least ${minimum} characters.` }
    }
    return inclusive ? { "pt-BR": `No mínimo ${minimum}.`, en: `At least ${minimum}.` } : { "pt-BR": `Mais que ${minimum}.`, en: `More than ${minimum}.` }
  },
  invalid_value: ({ values }) => ({ "pt-BR": `Escolha um destes: ${values.join(", ")}.`, en: `Choose one of: ${values.join(", ")}.` }),
  unrecognized_keys: () => ({ "pt-BR": "Este campo não existe.", en: "There is no such field." }),
  invalid_format: () => NOT_VALID,
  not_multiple_of: () => NOT_VALID,
  invalid_union: () => NOT_VALID,
  invalid_key: () => NOT_VALID,
  invalid_element: () => NOT_VALID,
  custom: () => NOT_VALID,
}

/** Messages of our own schemas, which also stand in the list of a configuration's faults. */
const OWN_MESSAGES: Partial<Record<string, Words>> = {
  "must be an address that starts with https://": { "pt-BR": "Informe um endereço que comece com https://.", en: "Enter an address that starts with https://." },
  "must be an amount of whole cents": { "pt-BR": "Informe um valor com no máximo duas casas decimais.", en: "Enter an amount with at most two decimal places." },
  "must have no spaces or special characters inside": { "pt-BR": "Sem espaços ou caracteres especiais no meio.", en: "Without spaces or special characters inside." },
  "must be an existing date, YYYY-MM-DD": { "pt-BR": "Informe uma data que existe, AAAA-MM-DD.", en: "Enter an existing date, YYYY-MM-DD." },
}

export function issueWords(issue: Issue): Words {
  // TypeScript can't tie a member of the table to the member of the union that picked it.
  const ofCode = ISSUES[issue.code] as (issue: Issue) => Words
  return OWN_MESSAGES[issue.message] ?? ofCode(issue)
}
