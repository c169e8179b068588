import { fill } from "../core/format"

/** A sentence of the texts: `{name}` filled in, `**words**` bold. Values are never read as marks. */
export function Words({ text, values = {} }: { text: string; values?: Record<string, string | number> }) {
  return <>{text.split("**").map((part, index) => (index % 2 ? <strong key={index}>{fill(part, values)}</strong> : fill(part, values)))}</>
}
