import boleto from "@mrmgomes/boleto-utils"
import { cnpj, cpf } from "cpf-cnpj-validator"
import { hasError, isDynamicPix, parsePix } from "pix-utils"
import { boletoCodes } from "../boleto"
import { brCode, crc16 } from "../br-code"
import { isCnpj, isCpf, maskDocument } from "../documents"
import { feesOf } from "../fees"
import { brazilianText, centsOfNumber, centsOfText, decimalText } from "../money"

/** The library gives the due date under the factors of 2025 too, but its types do not say so. */
type ReadBoleto = ReturnType<typeof boleto.validarBoleto> & { vencimentoComNovoFator2025: string }

const SAMPLE =
  "00020101021226800014br.gov.bcb.pix2558pix.gateway.example/qr/v2/0193c6a277f07b1e9a612f4f6f1c9e015204000053039865802BR5912LOJA EXEMPLO6009SAO PAULO62070503***63048BCA"

describe("BR Code", () => {
  it("is the wire sample for the same charge", () => {
    expect(brCode("pix.gateway.example/qr/v2/0193c6a277f07b1e9a612f4f6f1c9e01", null)).toBe(SAMPLE)
    expect(crc16(SAMPLE.slice(0, -4))).toBe("8BCA")
  })

  it.each([1, 100, 11_570, 123_456_789])("carries %d cents and is read by pix-utils", (cents) => {
    const payload = brCode("pix.gateway.example/qr/v2/abc", cents)
    const parsed = parsePix(payload)
    if (hasError(parsed) || !isDynamicPix(parsed)) {
      throw new Error("pix-utils does not read the payload")
    }
    expect(parsed.url).toBe("pix.gateway.example/qr/v2/abc")
    expect(payload).toContain(`54${String(decimalText(cents).length).padStart(2, "0")}${decimalText(cents)}5802BR`)
    const broken = payload.replace("LOJA", "LOJB")
    expect(hasError(parsePix(broken))).toBe(true)
  })
})

describe("boleto", () => {
  it.each([
    ["2026-11-23", 30_580],
    ["2026-12-31", 1],
    ["2025-02-22", 9_999_999_999],
    ["2049-10-13", 100],
  ])("due %s of %d cents is valid and carries both", (dueOn, cents) => {
    const { barcode, line } = boletoCodes("1795194601", dueOn, cents)
    for (const code of [barcode, line]) {
      const read = boleto.validarBoleto(code) as ReadBoleto
      expect(read).toMatchObject({ sucesso: true, codigoBarras: barcode, linhaDigitavel: line })
      expect(Math.round(read.valor * 100)).toBe(cents)
      expect(new Date(read.vencimentoComNovoFator2025).toISOString().slice(0, 10)).toBe(dueOn)
    }
    const alteredAmount = barcode.slice(0, 18) + String((Number(barcode[18]) + 1) % 10) + barcode.slice(19)
    const alteredField = line.slice(0, 5) + String((Number(line[5]) + 1) % 10) + line.slice(6)
    expect([alteredAmount, alteredField].map((code) => boleto.validarBoleto(code).sucesso)).toEqual([false, false])
  })
})

describe("documents", () => {
  it("agrees with cpf-cnpj-validator on generated CPFs and CNPJs, digits and letters", () => {
    for (let count = 0; count < 200; count += 1) {
      const person = cpf.generate()
      const company = cnpj.generate()
      expect([person, isCpf(person)]).toEqual([person, true])
      expect([company, isCnpj(company)]).toEqual([company, true])
      const wrong = person.slice(0, 10) + String((Number(person[10]) + 1) % 10)
      expect([wrong, isCpf(wrong)]).toEqual([wrong, cpf.isValid(wrong)])
    }
    expect(isCnpj("12ABC34501DE35")).toBe(true)
    expect(isCnpj("12ABC34501DE36")).toBe(false)
  })

  it.each(["11111111111", "529.982.247-25", "5299822472", "", "12abc34501de35"])("refuses %p", (text) => {
    expect(isCpf(text) || isCnpj(text)).toBe(false)
  })

  it("masks", () => {
    expect(maskDocument("52998224725")).toBe("***.982.247-**")
    expect(maskDocument("11222333000181")).toBe("**.222.333/****-**")
  })
})

describe("money", () => {
  it("reads and writes decimals without a rounding error", () => {
    expect([centsOfText("19.90"), centsOfText("0.07"), centsOfText("19.9"), centsOfText("19,90")]).toEqual([1990, 7, null, null])
    expect([centsOfNumber(15.9), centsOfNumber(1.005), centsOfNumber(-1), centsOfNumber(Number.NaN)]).toEqual([1590, null, null, null])
    expect([decimalText(5), decimalText(123_456)]).toEqual(["0.05", "1234.56"])
    expect(brazilianText(123_456_789)).toBe("R$ 1.234.567,89")
  })

  it("takes the fees that the wire samples show", () => {
    expect([feesOf("pix", 11_570, 1), feesOf("boleto", 30_580, 1), feesOf("card", 89_900, 3)]).toEqual([115, 349, 5244])
  })
})
