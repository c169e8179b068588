import type { Texts } from "../texts"
import type en from "../en/notices"

const texts: Texts<typeof en> = {
  title: "Notificações",
  hint: "O que o gateway avisou a esta loja. Uma notificação que não pode ser processada é tentada de novo, e fica aqui como não processada quando nunca pode.",
  states: { all: "Todas", pending: "Aguardando", done: "Processadas", dead: "Não processadas" },
  columns: { state: "Estado", verified: "Verificada", attempts: "Tentativas" },
  one: { pending: "Aguardando", done: "Processada", dead: "Não processada" },
  verified: { true: "Sim", false: "Não", null: "Ainda não", notNeeded: "Não foi preciso" },
  outcomes: {
    apply: "Aplicada",
    apply_and_raise: "Aplicada, com um problema",
    old_news: "Já conhecida",
    unknown_status: "Status desconhecido",
    look_up_apply: "Consultada e aplicada",
    look_up_apply_and_raise: "Consultada e aplicada, com um problema",
    look_up_old_news: "Consultada: já conhecida",
    look_up_unknown_status: "Consultada: status desconhecido",
    look_up_no_such_invoice: "Consultada: o gateway não conhece a fatura",
    names_another_invoice: "Cita outra fatura",
    its_invoice_is_not_in_the_ledger: "A fatura dela não está nos registros",
  },
  openInvoice: "Abrir fatura",
  count: "Notificações: {{n}}",
  none: { title: "Nenhuma notificação", hint: "O gateway avisa de cada mudança de uma fatura. Nada chegou ainda." },
  retry: "Tentar de novo",
  retried: "A notificação foi processada de novo.",
  stillWaits: "Ainda não foi possível processá-la: {{reason}}",
  showPayload: "Mostrar conteúdo",
  hidePayload: "Esconder conteúdo",
  reason: "Motivo",
  nextTry: "Próxima tentativa {{at}}",
}
export default texts
