import { toCents } from "./money"

/*
 * A small reader of its own, because pix-utils does not give what we need: for a dynamic code it
 * drops the amount (tag 54), for a static one it reports a missing amount as 0, and it loads an
 * HTTP client for the dynamic payloads that it can fetch. This file never opens a connection.
 */

export type BrCode = {
  /** Well-formed, checksum right, a PIX account of the central bank's scheme, in reais. */
  valid: boolean
  /** Tag 54; null when the code carries none (the wallet then asks the bank) or is not valid. */
  amountCents: number | null
  merchantName: string | null
  /** Null also for "***", which means "none". */
  txid: string | null
}

const INVALID: BrCode = { valid: false, amountCents: null, merchantName: null, txid: null }

const TAG = { format: "00", currency: "53", amount: "54", merchantName: "59", additional: "62", crc: "63" } as const
const SUBTAG = { scheme: "00", txid: "05" } as const

/**
 * Reads a PIX "copy and paste" code (EMV merchant-presented QR code). Of a damaged or foreign code
 * nothing is believed: every field is null. Never throws.
 */
export function readBrCode(payload: string): BrCode {
  const code = payload.trim()
  const fields = readFields(code)
  if (!fields || fields.get(TAG.format) !== "01" || !checksumHolds(code) || !isPix(fields)) {
    return INVALID
  }
  const amount = fields.get(TAG.amount)
  if (amount !== undefined && !/^\d{1,10}(?:\.\d{1,2})?$/.test(amount)) {
    return INVALID
  }
  const txid = readFields(fields.get(TAG.additional) ?? "")?.get(SUBTAG.txid) ?? "***"
  return {
    valid: true,
    amountCents: (amount === undefined ? 0 : toCents(amount)) || null,
    merchantName: fields.get(TAG.merchantName) ?? null,
    txid: txid === "***" ? null : txid,
  }
}

/** Tag (2 digits), length (2 digits), value, again and again; null when the text does not come out even. */
function readFields(text: string): Map<string, string> | null {
  const fields = new Map<string, string>()
  for (let at = 0; at < text.length; ) {
    const header = /^\d{4}$/.exec(text.slice(at, at + 4))?.[0]
    const length = Number(header?.slice(2))
    const value = text.slice(at + 4, at + 4 + length)
    if (!header || value.length !== length || fields.has(header.slice(0, 2))) {
      return null
    }
    fields.set(header.slice(0, 2), value)
    at += 4 + length
  }
  return fields
}

/** Merchant accounts stand in the templates 26 to 51; one must be of the PIX scheme. */
function isPix(fields: Map<string, string>): boolean {
  const account = [...fields].some(
    ([tag, value]) =>
      tag >= "26" &&
      tag <= "51" &&
      readFields(value)?.get(SUBTAG.scheme)?.toLowerCase() === "br.gov.bcb.pix"
  )
  return account && fields.get(TAG.currency) === "986"
}

/** CRC-16/CCITT-FALSE over everything up to and with the checksum's own tag and length. */
function checksumHolds(code: string): boolean {
  if (code.slice(-8, -4) !== `${TAG.crc}04`) {
    return false
  }
  let crc = 0xffff
  for (const byte of Buffer.from(code.slice(0, -4), "utf8")) {
    crc ^= byte << 8
    for (let bit = 0; bit < 8; bit++) {
      crc = (crc & 0x8000 ? (crc << 1) ^ 0x1021 : crc << 1) & 0xffff
    }
  }
  return crc.toString(16).toUpperCase().padStart(4, "0") === code.slice(-4).toUpperCase()
}
