import en from "./en"
import ptBR from "./pt-BR"

/**
 * Texts of the plugin in the dashboard. All plugins share one tree, so ours have a namespace of their own:
 * `useTexts()`. One file for each area; what all areas use stands in `common`, at the root.
 */
export default {
  en: { fatura: en },
  ptBR: { fatura: ptBR },
}
