import { decimalText } from "./money"

/** CRC-16/CCITT-FALSE, which closes every BR Code (tag 63). */
export const crc16 = (text: string): string => {
  let crc = 0xffff
  for (const byte of Buffer.from(text, "utf8")) {
    crc ^= byte << 8
    for (let bit = 0; bit < 8; bit += 1) {
      crc = crc & 0x8000 ? ((crc << 1) ^ 0x1021) & 0xffff : (crc << 1) & 0xffff
    }
  }
  return crc.toString(16).toUpperCase().padStart(4, "0")
}

const field = (tag: string, value: string): string =>
  `${tag}${String(value.length).padStart(2, "0")}${value}`

/**
 * A dynamic PIX payload as in the wire sample of a created PIX invoice.
 * @param location address of the charge without a scheme
 * @param amountCents written as tag 54; null leaves the tag out, as observed
 */
export const brCode = (location: string, amountCents: number | null): string => {
  const body = [
    field("00", "01"),
    field("01", "12"),
    field("26", field("00", "br.gov.bcb.pix") + field("25", location)),
    field("52", "0000"),
    field("53", "986"),
    amountCents === null ? "" : field("54", decimalText(amountCents)),
    field("58", "BR"),
    field("59", "LOJA EXEMPLO"),
    field("60", "SAO PAULO"),
    field("62", field("05", "***")),
    "6304",
  ].join("")
  return body + crc16(body)
}
