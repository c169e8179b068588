import bwip from "bwip-js/node"
import QRCode from "qrcode"

/** Drawn by ourselves: the gateway's images have failed in practice, and a third party must not see codes. */
export function qrSvg(payload: string): Promise<string> {
  return QRCode.toString(payload, { type: "svg", errorCorrectionLevel: "M", margin: 2 })
}

/** Interleaved 2 of 5, as banks print it. */
export function barcodeSvg(barcode: string | null): string | null {
  return barcode ? bwip.toSVG({ bcid: "interleaved2of5", text: barcode, height: 13, includetext: false }) : null
}
