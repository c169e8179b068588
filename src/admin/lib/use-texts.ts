import type { TFunction } from "i18next"
import { useTranslation } from "react-i18next"

/** The plugin's own branch of the dashboard's texts, so that no key of ours meets another plugin's. */
export const TEXTS = "fatura"

export type Translate = TFunction<typeof TEXTS>

/** `const { t } = useTexts(); t("invoices.title")` */
export function useTexts(): { t: Translate; language: string } {
  const { t, i18n } = useTranslation(TEXTS)
  return { t, language: i18n.language }
}
