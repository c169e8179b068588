import { cnpj, cpf } from "cpf-cnpj-validator"
import fc from "fast-check"
import { checkDocument, cleanDocument, documentKind, maskDocument } from "../document"

const alphabet = [..."0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ"]

describe("documentKind", () => {
  it("accepts generated CPFs and refuses them with one digit changed", () => {
    for (let turn = 0; turn < 200; turn++) {
      const value = cpf.generate()
      expect(documentKind(value)).toBe("cpf")
      const last = (Number(value[10]) + 1) % 10
      expect(documentKind(value.slice(0, 10) + last)).toBeNull()
    }
  })

  it("accepts generated CNPJs and refuses them with one digit changed", () => {
    for (let turn = 0; turn < 200; turn++) {
      const value = cnpj.generate()
      expect(documentKind(value)).toBe("cnpj")
      const last = (Number(value[13]) + 1) % 10
      expect(documentKind(value.slice(0, 13) + last)).toBeNull()
    }
  })

  it("knows the tax office's own example of a CNPJ with letters, punctuated and in small letters", () => {
    expect(documentKind("12.ABC.345/01DE-35")).toBe("cnpj")
    expect(documentKind("12.abc.345/01de-35")).toBe("cnpj")
    expect(documentKind("12.ABC.345/01DE-36")).toBeNull()
  })

  it("agrees with a library on any fourteen characters, with letters or without", () => {
    const base = fc.array(fc.constantFrom(...alphabet), { minLength: 12, maxLength: 12 }).map((chars) => chars.join(""))
    const ending = fc.integer({ min: 0, max: 99 }).map((number) => String(number).padStart(2, "0"))
    fc.assert(fc.property(base, ending, (first, last) => {
      expect(documentKind(first + last) === "cnpj").toBe(cnpj.isValid(first + last))
    }), { numRuns: 2000 })
  })

  it("refuses repeated digits, wrong lengths and letters in a CPF", () => {
    for (const value of ["", "11111111111", "00000000000000", "1234567890", "1234567890123", "1234567890A"]) {
      expect(documentKind(value)).toBeNull()
    }
  })
})

describe("maskDocument", () => {
  it("grows with what is typed", () => {
    expect(maskDocument("")).toBe("")
    expect(maskDocument("123")).toBe("123")
    expect(maskDocument("1234")).toBe("123.4")
    expect(maskDocument("12345678901")).toBe("123.456.789-01")
    expect(maskDocument("123456789012")).toBe("12.345.678/9012")
    expect(maskDocument("12abc34501de35")).toBe("12.ABC.345/01DE-35")
  })

  it("loses and invents nothing", () => {
    fc.assert(fc.property(fc.string(), (text) => {
      expect(cleanDocument(maskDocument(text))).toBe(cleanDocument(text))
    }))
  })
})

describe("checkDocument", () => {
  it.each([["", "missing"], ["123", "too_short"], ["123.456.789-00", "cpf_invalid"], ["12.ABC.345/01DE-00", "cnpj_invalid"], ["12.ABC.345/01DE-35", null]])("%s: %s", (typed, fault) => {
    expect(checkDocument(typed)).toBe(fault)
  })
})
