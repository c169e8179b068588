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
  undo_over: {
    reason: "conflict",
    "pt-BR": "Esta alteração já foi desfeita, ou o prazo para desfazê-la passou.",
    en: "This change was undone already, or the time for undoing it is over.",
  },
  changed_since: {
    reason: "conflict",
    "pt-BR": "Depois desta houve outra alteração do mesmo lugar. Desfaça primeiro a mais nova.",
    en: "The same place was changed again since. Undo the newer change first.",
  },
  undo_not_possible: {
    reason: "conflict",
    "pt-BR": "O que havia antes não pode voltar: a conta foi removida ou arquivada, ou o nome ou o canal de venda dela é agora de outra. Altere as contas à mão.",
    en: "What was before can't come back: the account was removed or archived, or its name or sales channel is another one's by now. Change the accounts by hand.",
  },
} as const
