import type { Texts } from "../texts"
import type en from "../en/reports"

const texts: Texts<typeof en> = {
  fees: {
    title: "Taxas e líquido",
    hint: "O que foi pago, com taxas e líquido como o gateway informou em cada fatura. Nada é calculado por uma tabela de taxas.",
    groupBy: "Por",
    groups: { day: "Dia", method: "Método", account: "Conta" },
    columns: { day: "Dia", method: "Método", account: "Conta", count: "Pagamentos", paid: "Pago", refunded: "Estornado", fees: "Taxas", net: "Líquido" },
    total: "Total",
    without: "{{n}} sem",
    withoutHint: "De alguns pagamentos o gateway não informou taxas ou líquido. Eles não estão nas somas; \"sem\" mostra quantos são.",
    chart: "Taxas e líquido, de {{from}} a {{to}}",
    chartBar: "{{name}}: taxas {{fees}}, líquido {{net}}",
    none: { title: "Nada foi pago nesses dias", hint: "Escolha outros dias." },
    csv: "Exportar CSV",
  },
  records: {
    title: "Registros do gateway",
    hint: "O que o gateway guarda além das faturas, como ele envia e sem dados pessoais. Cada consulta conta no limite de chamadas.",
    kinds: { statement: "Extrato", mediations: "Mediações", chargebacks: "Chargebacks", consumers: "Consumidores" },
    account: "Conta",
    page: "Página {{n}}",
    load: "Consultar o gateway",
    none: { title: "Nenhum registro", hint: "O gateway não tem nada para esta página e estes dias." },
    raw: { show: "Mostrar dados brutos", hide: "Esconder dados brutos" },
  },
}
export default texts
