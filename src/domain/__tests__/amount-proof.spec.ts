import { proveAmount, type AmountEvidence, type AmountProof } from "../amount-proof"
import { cents } from "../money"

const DYNAMIC =
  "00020101021226800014br.gov.bcb.pix2558pix.gateway.example/qr/v2/0193c6a277f07b1e9a612f4f6f1c9e015204000053039865802BR5912LOJA EXEMPLO6009SAO PAULO62070503***63048BCA"
const STATIC_11570 =
  "00020126580014br.gov.bcb.pix0136123e4567-e12b-12d3-a456-4266554400005204000053039865406115.705802BR5912LOJA EXEMPLO6009SAO PAULO62070503***6304E435"
const BARCODE_30580 = "00199163900000305800500940144816060680935031"
const LINE_30580 = "00190500954014481606906809350314916390000030580"
const DAMAGED_BARCODE = "00199163900000305810500940144816060680935031"

test.each<[string, AmountEvidence, number, AmountProof["verdict"], number | null, AmountProof["by"]]>([
  ["the barcode", { boletoBarcode: BARCODE_30580 }, 30580, "equal", 30580, "barcode"],
  ["the line alone", { boletoLine: LINE_30580 }, 30580, "equal", 30580, "barcode"],
  ["the barcode before gross", { boletoBarcode: BARCODE_30580, grossCents: 29990 }, 30580, "equal", 30580, "barcode"],
  ["another barcode", { boletoBarcode: BARCODE_30580, grossCents: 29990 }, 29990, "different", 30580, "barcode"],
  ["the BR Code", { pixPayload: STATIC_11570 }, 11570, "equal", 11570, "br_code"],
  ["the BR Code before gross", { pixPayload: STATIC_11570, grossCents: 1 }, 11570, "equal", 11570, "br_code"],
  ["another BR Code", { pixPayload: STATIC_11570, grossCents: 11571 }, 11571, "different", 11570, "br_code"],
  ["gross, the BR Code having no amount", { pixPayload: DYNAMIC, grossCents: 11570 }, 11570, "equal", 11570, "gross"],
  ["another gross", { pixPayload: DYNAMIC, grossCents: 11569 }, 11570, "different", 11569, "gross"],
  ["gross, the barcode being damaged", { boletoBarcode: DAMAGED_BARCODE, grossCents: 5 }, 5, "equal", 5, "gross"],
  ["gross, the BR Code being damaged", { pixPayload: STATIC_11570 + "x", grossCents: 5 }, 5, "equal", 5, "gross"],
  ["gross of a card", { grossCents: 89900, currency: "BRL" }, 89900, "equal", 89900, "gross"],
  ["a gross of nothing", { grossCents: 0 }, 5, "different", 0, "gross"],
  ["nothing", {}, 5, "no_evidence", null, null],
  ["a BR Code without amount", { pixPayload: DYNAMIC }, 5, "no_evidence", null, null],
  ["only nulls", { pixPayload: null, boletoBarcode: null, boletoLine: null, grossCents: null, currency: null }, 5, "no_evidence", null, null],
])("by %s", (_name, evidence, due, verdict, provenCents, by) => {
  expect(proveAmount(evidence, cents(due))).toEqual({ verdict, provenCents, by, currencyOk: true })
})

test("a line that differs from the barcode is a difference, whichever of both is right", () => {
  // the same boleto for R$ 305,81, with its own check digits
  const line30581 = "00190500954014481606906809350314616390000030581"
  for (const due of [30580, 30581]) {
    expect(proveAmount({ boletoBarcode: BARCODE_30580, boletoLine: line30581 }, cents(due)).verdict).toBe("different")
  }
})

test.each([
  ["BRL", true], ["brl", true], [" BRL ", true], ["", true], [null, true], [undefined, true],
  ["USD", false], ["EUR", false], ["BR", false],
])("the currency %p is acceptable: %p", (currency, ok) => {
  expect(proveAmount({ grossCents: 5, currency }, cents(5)).currencyOk).toBe(ok)
})
