import fc from "fast-check"
import { findCardData } from "../card-data"
import { alphanumericCnpjs, cardNumbers, ceps, cpfs, dinersNumbers, numericCnpjs, phones } from "./arbitraries"

// Numbers that the networks publish for tests.
const VISA = "4111111111111111"

describe("card numbers", () => {
  test.each<[unknown, string]>([
    [VISA, ""],
    [4111111111111111, ""],
    [{ card: { token: VISA } }, "card.token"],
    [{ payer: { name: `Maria ${VISA}` } }, "payer.name"],
    [{ a: [{ b: "4111 1111 1111 1111" }] }, "a.0.b"],
    [{ note: "4111-1111-1111-1111" }, "note"],
    [{ note: "4111.1111.1111.1111" }, "note"],
    [{ note: "4111\u00a01111\u00a01111\u00a01111" }, "note"],
    [{ note: "4111 - 1111 - 1111 - 1111" }, "note"],
    [{ note: "4 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1" }, "note"],
    [{ note: "cartao4111111111111111val1230" }, "note"],
    [{ note: "validade 12/30, 4111 1111 1111 1111 1230" }, "note"],
    [{ note: "1230 4111 1111 1111 1111" }, "note"],
    [{ note: "３７８２８２２４６３１０００５" }, "note"],
    [{ note: "3782 822463 10005" }, "note"],
    [{ note: "3056 930902 5904" }, "note"],
    [{ note: "4111\u200b1111\u200b1111\u200b1111" }, "note"],
    [{ note: `52998224725 ${VISA}` }, "note"],
    [{ note: "4111/1111/1111/1111" }, "note"],
    [{ note: "4111 | 1111 | 1111 | 1111" }, "note"],
    [{ note: "4111\u20031111\u30001111\t1111" }, "note"],
    [{ note: "٤١١١ ١١١١ ١١١١ ١١١١" }, "note"],
    [{ note: "४१११११११११११११११" }, "note"],
    [{ payer: { first_name: "4111 1111", last_name: "1111 1111" } }, "payer"],
    [{ digits: ["4111", "1111", "1111", "1111"] }, "digits"],
    [{ first_name: "41111111", last_name: "11111111" }, ""],
    [{ first_name: "Joana 4111 1111", last_name: "1111 1111" }, ""],
    [{ payer: { first_name: "4111", company: "1111", last_name: "1111 1111" } }, "payer"],
    [{ address_1: "4111 1111 11", address_2: "111111" }, ""],
    [{ name: "41111111 11111111" }, "name"],
    [{ name: "4111 111111111111" }, "name"],
    [{ payer: { name: "411111 1111111111" } }, "payer.name"],
    [{ last_name: "4111 1111 11111111" }, "last_name"],
    [{ address_1: "Rua 41 11 11 11 11 11 11 11" }, "address_1"],
    [{ last_name: "41111 111 11111 111" }, "last_name"],
    [{ holder_name: "4111 -- 1111 -- 1111 -- 1111" }, "holder_name"],
    [{ city: "4111\u31641111\u31641111\u31641111" }, "city"],
    [{ note: "4111\u115f1111\u11601111\uffa01111" }, "note"],
    [{ email: "41111111.11111111@exemplo.com.br" }, "email"],
    [{ note: "➃➀➀➀ ➀➀➀➀ ➀➀➀➀ ➀➀➀➀" }, "note"],
    [{ note: "❹❶❶❶ ❶❶❶❶ ❶❶❶❶ ❶❶❶❶" }, "note"],
    [{ note: "➍➊➊➊➊➊➊➊➊➊➊➊➊➊➊➊" }, "note"],
    [{ note: "⓸⓵⓵⓵⓵⓵⓵⓵⓵⓵⓵⓵⓵⓵⓵⓵" }, "note"],
    [{ note: "➄➀🄋➄➀🄋➄➀🄋➄➀🄋➄➀⓿⓿" }, "note"],
    [{ note: "⑤①⓪⑤①⓪⑤①⓪⑤①⓪⑤①⓪⓪" }, "note"],
    [{ note: "4️⃣1️⃣1️⃣1️⃣ 1️⃣1️⃣1️⃣1️⃣ 1️⃣1️⃣1️⃣1️⃣ 1️⃣1️⃣1️⃣1️⃣" }, "note"],
    [{ note: "4̶1̶1̶1̶1̶1̶1̶1̶1̶1̶1̶1̶1̶1̶1̶1̶" }, "note"],
    [{ note: "4111x1111x1111x1111" }, "note"],
    [{ note: "4111 X 1111 X 1111 X 1111" }, "note"],
    [{ note: "4111 х 1111 × 1111 ｘ 1111" }, "note"],
    [{ name: "41111111 x 11111111" }, "name"],
    [{ note: "4111    1111    1111    1111" }, "note"],
    [{ note: "4111 ----- 1111\n\n\n\n1111\t\t\t\t\t1111" }, "note"],
    [{ note: `4111${" ".repeat(90_000)}1111 1111 1111` }, "note"],
    [{ name: `41111111${" ".repeat(90_000)}11111111` }, "name"],
    [{ name: `${"Joana ".repeat(2_000)} 41111111 11111111` }, "name"],
    [{ address_1: `41111111 11111111 ${"Rua ".repeat(20_000)}` }, "address_1"],
    [{ first_name: `Joana 4111 1111${" ".repeat(6_000)}`, last_name: "1111 1111" }, ""],
    [{ name: "41911111111 11114" }, "name"],
    [{ address_2: "41 91111-1111 11114" }, "address_2"],
    [{ name: "41115 41911111111" }, "name"],
    [{ note: "5501511912345674" }, "note"],
    [{ note: "5501 5119 1234 5674" }, "note"],
    [{ name: "+3782 822463 10005" }, "name"],
    [{ [VISA]: "x" }, "*"],
    [{ card_number: "1234" }, "card_number"],
    [{ cardNumber: "4111 11** **** 1111" }, "cardNumber"],
    [{ "Número do cartão": "x" }, "Número do cartão"],
    [{ card: { number: "1234" } }, "card.number"],
    [{ cards: [{ number: 1234 }] }, "cards.0.number"],
    [{ pan: "x" }, "pan"],
  ])("are found in %j", (value, path) => {
    expect(findCardData(value)).toEqual({ path, what: "number" })
  })

  test("are found anywhere, in one piece or in groups", () => {
    const written = (digits: string, separator: string) =>
      digits.length === 15
        ? [digits.slice(0, 4), digits.slice(4, 10), digits.slice(10)].join(separator)
        : (digits.match(/.{1,4}/g) ?? []).join(separator)
    fc.assert(
      fc.property(
        cardNumbers,
        fc.constantFrom("", " ", "-", "."),
        fc.constantFrom("", "meu cartão: ", "obs (", "ok, "),
        fc.array(fc.constantFrom("payer", "items", "note", "0"), { minLength: 1, maxLength: 6 }),
        (digits, separator, before, path) => {
          const text = `${before}${written(digits, separator)} obrigado`
          const value = path.reduceRight<unknown>((inner, key) => ({ other: "x", [key]: inner }), text)
          expect(findCardData(value)).toEqual({ path: path.join("."), what: "number" })
        }
      )
    )
  })

  test("in a name or an address are found in groups of any lengths, and over both names", () => {
    const cut = (digits: string, at: number[]) => [...new Set([0, ...at.map((place) => place % digits.length), digits.length])].sort((a, b) => a - b).flatMap((from, index, all) => (index + 1 < all.length ? [digits.slice(from, all[index + 1])] : []))
    fc.assert(
      fc.property(fc.constantFrom(VISA, "5105105105105100", "6062825624254001"), fc.array(fc.nat(15), { minLength: 1, maxLength: 6 }), fc.constantFrom(" ", "-", " . ", " -- ", "\u3164 "), (digits, at, between) => {
        const groups = cut(digits, at)
        expect(findCardData({ last_name: `Prado ${groups.join(between)}` })).toEqual({ path: "last_name", what: "number" })
        const half = Math.ceil(groups.length / 2)
        expect(findCardData({ first_name: groups.slice(0, half).join(between), last_name: groups.slice(half).join(between) })).not.toBeNull()
      }),
      { numRuns: 1000 }
    )
  })

  test("of 14 digits are found unless they are a valid CNPJ", () => {
    fc.assert(
      fc.property(dinersNumbers, (digits) => {
        fc.pre(!isCnpj(digits))
        expect(findCardData({ name: digits })).toEqual({ path: "name", what: "number" })
      })
    )
  })

  test("with a wrong check digit are none", () => {
    fc.assert(
      fc.property(cardNumbers, fc.integer({ min: 1, max: 9 }), (digits, add) => {
        const wrong = digits.slice(0, -1) + String((Number(digits.slice(-1)) + add) % 10)
        expect(findCardData({ note: wrong })).toBeNull()
      })
    )
  })
})

describe("verification values", () => {
  test.each<[unknown, string]>([
    [{ card: { cvv: "123" } }, "card.cvv"],
    [{ card: { CVC: 123 } }, "card.CVC"],
    [{ security_code: "x" }, "security_code"],
    [{ "card[security-code]": "1" }, "card[security-code]"],
    [{ codigoDeSeguranca: "1" }, "codigoDeSeguranca"],
    [{ a: { cardCvv2: "1" } }, "a.cardCvv2"],
    [{ note: "cvv 123" }, "note"],
    [{ note: "o CVC: 1234" }, "note"],
    [{ note: "código de segurança=123" }, "note"],
  ])("are found in %j", (value, path) => {
    expect(findCardData(value)).toEqual({ path, what: "cvv" })
  })
})

describe("innocent values", () => {
  test.each<[unknown]>([
    [null], [undefined], [""], [{}], [[]], [true], [12345],
    [{ cvv: "" }], [{ cvv: null }], [{ card: { number: "" } }],
    [{ address: { number: "1500" } }],
    [{ card: { billing_address: { number: "1500" } } }],
    [{ card: { token: "f6c1b0a4", holder_name: "MARIA SOUZA", expires: "12/30", installments: 3 } }],
    [{ payment: { number: "411111******1111" } }],
    [{ id: "payses_01JD2M4N6P8Q0R2S4T6V8W0X2Y", invoice: "1795194190" }],
    [{ token: "4111111111111111a0b1c2d3e4f5a6b7" }],
    [{ uuid: "41111111-1111-4111-9111-111111111111" }],
    [{ ean: "7891000315507", sent_at: 1795194190123 }],
    [{ note: "52998224725 01310-100 (11) 91234-5678" }],
    [{ time: "2026-11-20 14:03:11" }],
    [{ note: "1234567890123456789012345678901234567890" }],
    [{ note: "ship to box 4111 and 1111" }],
    [{ name: "+4915123456789" }],
    [{ payer: { phone: "5521951834621", document: "1" } }],
    [{ note: "2 x 1500, 10x 49,90, 4000x3000" }],
    [{ name: "(41) 91111-1111 11114" }],
    [{ name: "+55 41 91111 1111 11114" }],
    [{ name: "41911111111 11114-001" }],
    [{ payment: { number: "411111xxxxxx1111" } }],
    [{ note: "4111 e 1111 e 1111 e 1111" }],
  ])("%j is none", (value) => {
    expect(findCardData(value)).toBeNull()
  })

  test("documents, phones, CEPs and UUIDs are none", () => {
    const cnpjs = fc.oneof(numericCnpjs, alphanumericCnpjs)
    const written = (cnpj: string) => cnpj.replace(/^(..)(...)(...)(....)(..)$/, "$1.$2.$3/$4-$5")
    const innocent = fc.oneof(cpfs, cnpjs, cnpjs.map(written), phones, ceps, fc.uuid())
    fc.assert(
      fc.property(innocent, (text) => {
        expect(findCardData({ payer: { document: text } })).toBeNull()
        expect(findCardData([`meu dado é ${text}, obrigado`])).toBeNull()
      }),
      { numRuns: 3000 }
    )
  })

  test("a document beside a CEP is none", () => {
    fc.assert(
      fc.property(cpfs, ceps, (cpf, cep) => {
        expect(findCardData(`${cpf} ${cep}`)).toBeNull()
      })
    )
  })

  test("in names and addresses, documents, phones, CEPs and house numbers are none, beside each other too", () => {
    const written = (cnpj: string) => cnpj.replace(/^(..)(...)(...)(....)(..)$/, "$1.$2.$3/$4-$5")
    const dotted = (cpf: string) => cpf.replace(/^(...)(...)(...)(..)$/, "$1.$2.$3-$4")
    const house = fc.integer({ min: 1, max: 99_999 }).map(String)
    const one = fc.oneof(cpfs, cpfs.map(dotted), numericCnpjs, numericCnpjs.map(written), phones)
    // Two CEPs beside each other may be a card number.
    // So may a phone that nothing marks as one and five more digits.
    const beside = (number: string, before: string) => (/^\d{10,11}$/.test(before) ? number.slice(0, 4) : number)
    const together = fc
      .tuple(fc.option(ceps), fc.array(one, { minLength: 1, maxLength: 3 }), fc.boolean(), house, fc.constantFrom(" ", ", ", " - ", " / "))
      .map(([cep, others, isLast, number, between]) => (cep && isLast ? [...others, cep, number] : [...(cep ? [cep] : []), ...others, beside(number, others.at(-1)!)]).join(between))
    fc.assert(
      fc.property(together, together, house, (text, other, number) => {
        expect(findCardData({ name: text })).toBeNull()
        expect(findCardData({ first_name: `Joana ${number}`, last_name: `Prado ${other}` })).toBeNull()
        expect(findCardData({ address_1: `Rua Augusta, ${number}`, address_2: `ap ${number}`, city: "São Paulo", postal_code: "01304-001" })).toBeNull()
      }),
      { numRuns: 3000 }
    )
  })

  test("a payer with everything that a payer has is none", () => {
    fc.assert(
      fc.property(cpfs, phones, ceps, fc.integer({ min: 1, max: 99_999 }), (document, phone, cep, number) => {
        expect(findCardData({ payer: { document, phone, name: "Joana Prado 2" } })).toBeNull()
        expect(findCardData({ name: "Joana", document, phone, address: { street: "Rua 25 de Março", number: String(number), district: "Centro", zipcode: cep.replace("-", ""), complement: "ap 101 bloco 2" } })).toBeNull()
      }),
      { numRuns: 3000 }
    )
  })

  test("a value that contains itself is searched once", () => {
    const value: Record<string, unknown> = { note: "x" }
    value.self = value
    expect(findCardData(value)).toBeNull()
  })

  test("long texts are searched in little time", () => {
    // Of this process alone, whatever else the machine does.
    const began = process.cpuUsage()
    findCardData("1 ".repeat(20_000) + "a1".repeat(20_000) + "f".repeat(40_000))
    expect(process.cpuUsage(began).user / 1_000).toBeLessThan(3_000)
  })
})

/** The check digits of a numeric CNPJ, counted here on its own. */
function isCnpj(digits: string): boolean {
  const check = (length: number) => {
    let sum = 0
    for (let at = 0; at < length; at++) {
      sum += Number(digits[length - 1 - at]) * (2 + (at % 8))
    }
    return sum % 11 < 2 ? 0 : 11 - (sum % 11)
  }
  return check(12) === Number(digits[12]) && check(13) === Number(digits[13])
}
