import type { AuditAction, Changes } from "../settings/audit"
import type { Language } from "./shopper-texts"

type Words = { actions: Record<AuditAction, string>; settings: string; by: string; fields: string; undo: string; check: string; checkUndo: string }

const WORDS: Record<Language, Words> = {
  "pt-BR": {
    actions: { account_created: "Conta adicionada", account_changed: "Conta alterada", account_archived: "Conta arquivada", account_removed: "Conta removida", settings_changed: "Script do cartão alterado" },
    settings: "checkout",
    by: "por",
    fields: "Campos",
    undo: "Esta alteração desfaz uma anterior.",
    check: "Isto decide para onde vai o dinheiro da loja. Se não foi combinado, confira em Configurações > Fatura > Segurança, onde pode ser desfeito por 14 dias, e troque a senha dessa pessoa.",
    checkUndo: "Isto decide para onde vai o dinheiro da loja. Se não foi combinado, confira em Configurações > Fatura > Segurança e troque a senha dessa pessoa.",
  },
  en: {
    actions: { account_created: "Account added", account_changed: "Account changed", account_archived: "Account archived", account_removed: "Account removed", settings_changed: "Card script changed" },
    settings: "checkout",
    by: "by",
    fields: "Fields",
    undo: "This change takes an earlier one back.",
    check: "This decides where the store's money goes. If it was not agreed on, look in Settings > Fatura > Security, where it can be undone for 14 days, and change that person's password.",
    checkUndo: "This decides where the store's money goes. If it was not agreed on, look in Settings > Fatura > Security, and change that person's password.",
  },
}

/** What the store's owner is told of a change: who and what, by the names of fields alone and so without any secret. */
export type ToldChange = { action: AuditAction; subject: string | null; actor: string; changes: Changes; isUndo: boolean; at: Date }

/** `title` is one line; `description` is what there is to say about it. */
export function changeText({ action, subject, actor, changes, isUndo, at }: ToldChange, language: Language): { title: string; description: string } {
  const words = WORDS[language]
  const when = new Intl.DateTimeFormat(language, { dateStyle: "short", timeStyle: "short", timeZone: "America/Sao_Paulo" }).format(at)
  return {
    // One line: it becomes the subject of an e-mail.
    title: `Fatura: ${words.actions[action]} (${subject ?? words.settings}) ${words.by} ${actor}`.replace(/\s+/g, " "),
    description: [`${when}. ${words.fields}: ${Object.keys(changes).join(", ")}.`, ...(isUndo ? [words.undo, words.checkUndo] : [words.check])].join(" "),
  }
}
