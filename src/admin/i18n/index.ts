/** Texts of the plugin in the dashboard. All plugins share one tree, so ours stand under `fatura`. */
export default {
  en: { translation: { fatura: { name: "Fatura", methods: { pix: "PIX" } } } },
  ptBR: { translation: { fatura: { name: "Fatura", methods: { pix: "PIX" } } } },
}
