/** "1.234,56" and "1234.56" -> reais; undefined for nothing, null for what is no amount above zero. */
export function readAmount(typed: string): number | undefined | null {
  const text = typed.trim()
  if (!text) {
    return undefined
  }
  const plain = text.includes(",") ? text.replaceAll(".", "").replace(",", ".") : text
  const amount = /^\d+(\.\d{1,2})?$/.test(plain) ? Number(plain) : 0
  return amount > 0 ? amount : null
}
