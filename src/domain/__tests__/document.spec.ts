import fc from "fast-check"
import { parseDocument } from "../document"
import { alphanumericCnpjs, cpfs, numericCnpjs } from "./arbitraries"

describe("parseDocument", () => {
  test.each([
    ["529.982.247-25", "cpf", "52998224725", "***.982.247-**"],
    ["52998224725", "cpf", "52998224725", "***.982.247-**"],
    [" 529 982 247 25 ", "cpf", "52998224725", "***.982.247-**"],
    [52998224725, "cpf", "52998224725", "***.982.247-**"],
    ["11.222.333/0001-81", "cnpj", "11222333000181", "**.222.333/****-**"],
    ["11222333000181", "cnpj", "11222333000181", "**.222.333/****-**"],
    ["12.ABC.345/01DE-35", "cnpj", "12ABC34501DE35", "**.ABC.345/****-**"],
    ["12abc34501de35", "cnpj", "12ABC34501DE35", "**.ABC.345/****-**"],
  ])("reads %p", (input, kind, value, masked) => {
    expect(parseDocument(input)).toEqual({ kind, value, masked })
  })

  test.each([
    "", "   ", "529.982.247-26", "5299822472", "529982247255", "52998224725x", "CPF 52998224725", "٥٢٩٩٨٢٢٤٧٢٥",
    "000.000.000-00", "111.111.111-11", "99999999999", "00.000.000/0000-00", "11111111111111",
    "11222333000182", "12ABC34501DE36", "12ABC34501DEA5", "12ÁBC34501DE35",
    null, undefined, {}, [], ["52998224725"], true, NaN, 5299822472.5, -52998224725,
  ])("refuses %p", (input) => {
    expect(parseDocument(input)).toBeNull()
  })

  test("reads every generated document, with and without punctuation, and masks it", () => {
    fc.assert(
      fc.property(cpfs, (cpf) => {
        const written = cpf.replace(/^(...)(...)(...)(..)$/, "$1.$2.$3-$4")
        expect(parseDocument(cpf)).toEqual(parseDocument(written))
        expect(parseDocument(cpf)).toMatchObject({ kind: "cpf", value: cpf })
        expect(parseDocument(cpf)?.masked).toMatch(/^\*{3}\.\d{3}\.\d{3}-\*{2}$/)
      })
    )
    fc.assert(
      fc.property(fc.oneof(numericCnpjs, alphanumericCnpjs), (cnpj) => {
        const written = cnpj.replace(/^(..)(...)(...)(....)(..)$/, "$1.$2.$3/$4-$5")
        expect(parseDocument(written)).toMatchObject({ kind: "cnpj", value: cnpj })
        expect(parseDocument(cnpj.toLowerCase())).toMatchObject({ kind: "cnpj", value: cnpj })
        expect(parseDocument(cnpj)?.masked).toMatch(/^\*{2}\.[0-9A-Z]{3}\.[0-9A-Z]{3}\/\*{4}-\*{2}$/)
      })
    )
  })

  // A check digit is 0 for the remainders 0 and 1 alike, and the first digit of a CPF weighs 11 in the
  // second sum. So where the first check digit is 0, a wrong digit can fit as well: the blind spot of
  // the official rule, and the only one.
  const noticed = (document: string) => document.at(-2) !== "0"

  test("cannot tell apart what the official rule does not", () => {
    expect(parseDocument("60694390402")).not.toBeNull()
    expect(parseDocument("70694390402")).not.toBeNull()
  })

  test("refuses every single wrong digit", () => {
    fc.assert(
      fc.property(fc.oneof(cpfs, numericCnpjs, alphanumericCnpjs).filter(noticed), (document) => {
        for (let at = 0; at < document.length; at++) {
          for (const digit of "0123456789") {
            if (/\d/.test(document.charAt(at)) && document.charAt(at) !== digit) {
              expect(parseDocument(document.slice(0, at) + digit + document.slice(at + 1))).toBeNull()
            }
          }
        }
      })
    )
  })

  test("refuses a missing and an added digit", () => {
    fc.assert(
      fc.property(fc.oneof(cpfs, numericCnpjs), fc.nat(10), fc.constantFrom(..."0123456789"), (document, at, digit) => {
        expect(parseDocument(document.slice(0, at) + document.slice(at + 1))).toBeNull()
        expect(parseDocument(document.slice(0, at) + digit + document.slice(at))).toBeNull()
      })
    )
  })
})
