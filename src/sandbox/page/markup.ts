/** Text that is HTML already; everything else is escaped when it is put into a page. */
export class Markup {
  constructor(readonly text: string) {}
}

const ESCAPES: Record<string, string> = { "&": "&amp;", "<": "&lt;", ">": "&gt;", '"': "&quot;", "'": "&#39;" }

const rendered = (value: unknown): string => {
  if (value instanceof Markup) {
    return value.text
  }
  if (Array.isArray(value)) {
    return value.map(rendered).join("")
  }
  return value === null || value === undefined || value === false
    ? ""
    : String(value).replace(/[&<>"']/g, (character) => ESCAPES[character] ?? character)
}

/** Template tag for HTML: values are escaped, lists joined, null and false left out. */
export const html = (strings: TemplateStringsArray, ...values: unknown[]): Markup =>
  new Markup(strings.reduce((text, part, index) => text + rendered(values[index - 1]) + part))
