export const digitsOf = (input: string): string => input.replace(/\D/g, "")

/** 01310100 -> 01310-100 */
export function maskPostalCode(input: string): string {
  return digitsOf(input).slice(0, 8).replace(/^(\d{5})(\d+)$/, "$1-$2")
}

/** 11912345678 -> (11) 91234-5678; a pasted +55 in front is dropped. */
export function maskPhone(input: string): string {
  const digits = nationalDigits(input)
  const local = digits.slice(2)
  if (digits.length <= 2) return digits ? `(${digits}` : ""
  const first = local.length > 8 ? 5 : 4
  return `(${digits.slice(0, 2)}) ${local.slice(0, first)}${local.length > first ? `-${local.slice(first)}` : ""}`
}

/** Area code and number, at most 11 digits. */
export function nationalDigits(input: string): string {
  const digits = digitsOf(input)
  return (digits.length > 11 && digits.startsWith("55") ? digits.slice(2) : digits).slice(0, 11)
}
