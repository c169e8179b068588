/** Tools for the dashboard's names of languages: `en`, `ptBR`, `zhCN`. */

/** `ptBR` -> `pt-BR`, as the browser's formats want it. */
export function browserLocale(language: string): string {
  return language.replace(/^([a-z]{2})-?([A-Z]{2})$/, "$1-$2")
}

/** The two languages that the server's texts exist in. */
export function apiLanguage(language: string): "pt-BR" | "en" {
  return language.startsWith("pt") ? "pt-BR" : "en"
}
