import type { Texts } from "../texts"
import type en from "../en/common"

const texts: Texts<typeof en> = {
  name: "Faturas",
  settingsName: "Fatura",
  methods: { pix: "PIX", boleto: "Boleto", card: "Cartão" },
  statuses: {
    awaiting_payment: "Aguardando pagamento",
    processing: "Em processamento",
    scheduled: "Pagamento agendado",
    authorized: "Autorizada",
    paid: "Paga",
    canceled: "Cancelada",
    refund_pending: "Aguardando estorno",
    partially_refunded: "Parcialmente estornada",
    refunded: "Estornada",
    disputed: "Em contestação",
    denied: "Negada",
    overdue: "Vencida",
    failed: "Com erro",
    unknown: "Status desconhecido",
  },
  states: {
    issuing: "Em emissão",
    issued: "Emitida",
    refused: "Recusada pelo gateway",
    not_sent: "Não enviada",
    unknown: "Resultado desconhecido",
  },
  actions: {
    copy: "Copiar",
    copied: "Copiado",
    copyWhat: "Copiar {{what}}",
    confirm: "Confirmar",
    cancel: "Cancelar",
    save: "Salvar",
    close: "Fechar",
    tryAgain: "Tentar de novo",
    show: "Mostrar",
    hide: "Esconder",
    previous: "Anterior",
    next: "Próxima",
  },
  errors: {
    title: "Não foi possível carregar",
    forbidden: "Você não tem permissão para ver isto. Peça a um administrador.",
    unreachable: "O servidor não respondeu. Verifique sua conexão e tente de novo.",
  },
  loading: "Carregando",
  raw: "Dados como vieram",
}
export default texts
