import * as qrcode from "qrcode"

/** A QR code as an SVG. */
export const qrSvg = (payload: string): Promise<string> => qrcode.toString(payload, { type: "svg", margin: 2 })
