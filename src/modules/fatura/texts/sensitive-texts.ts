/** What staff are told about what decides where the money goes, and about taking such a change back. */
export const SENSITIVE_TEXTS = {
  sensitive_permission: {
    reason: "forbidden",
    "pt-BR": "Credenciais, endereço do gateway, conta padrão, canais de venda e o script do cartão decidem para onde vai o dinheiro, e exigem uma permissão própria: {policies}. Peça a quem administra a loja.",
    en: "Credentials, the gateway's address, the default account, sales channels and the card script decide where the money goes, and need a permission of their own: {policies}. Ask who runs the store.",
  },
  account_host_not_allowed: {
    reason: "conflict",
    "pt-BR": "As opções do plugin (allowedGatewayHosts) não permitem o servidor desta conta. Nada é enviado a ele.",
    en: "The plugin's options (allowedGatewayHosts) do not allow the host of this account. Nothing is sent to it.",
  },
  change_not_found: {
    reason: "not_found",
    "pt-BR": "Esta alteração não existe.",
    en: "This change does not exist.",
  },
  undo_done: {
    reason: "conflict",
    "pt-BR": "Esta alteração já foi desfeita.",
    en: "This change was undone already.",
  },
  undo_of_undo: {
    reason: "conflict",
    "pt-BR": "Esta alteração desfez outra, e não é desfeita daqui. Altere de novo à mão.",
    en: "This change took another one back, and is not undone from here. Change it again by hand.",
  },
  undo_over: {
    reason: "conflict",
    "pt-BR": "O prazo para desfazer esta alteração passou. Altere de novo à mão.",
    en: "The time for undoing this change is over. Change it again by hand.",
  },
  undo_not_kept: {
    reason: "conflict",
    "pt-BR": "O que havia antes não está guardado, ou não pode mais ser lido com a chave de criptografia atual. Altere de novo à mão.",
    en: "What was before is not kept, or can no longer be read with today's encryption key. Change it again by hand.",
  },
  changed_since: {
    reason: "conflict",
    "pt-BR": "Depois desta houve outra alteração do mesmo lugar. Desfaça primeiro a mais nova.",
    en: "The same place was changed again since. Undo the newer change first.",
  },
  former_default_gone: {
    reason: "conflict",
    "pt-BR": "A conta que era a padrão antes não pode mais receber: foi removida ou arquivada, o servidor dela não é permitido, ou as credenciais não podem ser lidas. Escolha a padrão à mão, em Contas.",
    en: "The account that was the default before can't be paid any more: it was removed or archived, its host is not allowed, or its credentials can't be read. Choose the default by hand, in Accounts.",
  },
  undo_not_possible: {
    reason: "conflict",
    "pt-BR": "O que havia antes não pode voltar como está agora.",
    en: "What was before can't come back as things stand now.",
  },
} as const
