import { invoiceAddress, type PlainAddress } from "../address"
import { brazilianState } from "../state"

const BASE: PlainAddress = { city: "São Paulo", province: "SP", postal_code: "01310-100", country_code: "br" }

function address(plain: PlainAddress, keys?: Parameters<typeof invoiceAddress>[1]) {
  const result = invoiceAddress({ ...BASE, ...plain }, keys)
  if (!("address" in result)) {
    throw new Error(`not an address: ${JSON.stringify(result.missing)}`)
  }
  return result.address
}

test("has the gateway's members", () => {
  expect(invoiceAddress({ ...BASE, address_1: "Rua Augusta, 1500", address_2: "Consolação" })).toEqual({
    address: {
      street: "Rua Augusta",
      number: "1500",
      district: "Consolação",
      city: "São Paulo",
      state: "SP",
      zipcode: "01310100",
      country: "BRA",
    },
  })
})

const NONE = "Não informado"
type Row = [string, string, string, string, string, string?]
// line 1, line 2 -> street, number, district, complement
const ROWS: Row[] = [
  ["Rua Augusta, 1500", "", "Rua Augusta", "1500", NONE],
  ["Av. Brasil 12 A", "", "Av. Brasil", "12 A", NONE],
  ["Av. Brasil, 12-A", "", "Av. Brasil", "12-A", NONE],
  ["Rua Augusta", "1500", "Rua Augusta", "1500", NONE],
  ["Rua Augusta", "", "Rua Augusta", "S/N", NONE],
  ["Rua Augusta", "1500 Apto 12", "Rua Augusta", "1500", NONE, "Apto 12"],
  ["Rua Augusta", "1500, Apto 12 - Consolação", "Rua Augusta", "1500", "Consolação", "Apto 12"],
  ["Rua Augusta, 1500 - Consolação", "Apto 12", "Rua Augusta", "1500", "Consolação", "Apto 12"],
  ["Rua Augusta, 1500-Consolação", "", "Rua Augusta", "1500", "Consolação"],
  ["Rua Augusta - 1500", "", "Rua Augusta", "1500", NONE],
  ["Rua Augusta 1500 apto 12", "Consolação", "Rua Augusta", "1500", "Consolação", "apto 12"],
  ["Rua Augusta 1500 fundos", "", "Rua Augusta", "1500", NONE, "fundos"],
  ["Rua Augusta nº 1500", "", "Rua Augusta", "1500", NONE],
  ["Rua Augusta, n. 1500", "", "Rua Augusta", "1500", NONE],
  ["Rua Augusta, número 1500", "", "Rua Augusta", "1500", NONE],
  ["Rua Augusta s/n", "Centro", "Rua Augusta", "S/N", "Centro"],
  ["Rua Augusta, S/Nº", "Centro", "Rua Augusta", "S/N", "Centro"],
  ["Rua 25 de Março", "", "Rua 25 de Março", "S/N", NONE],
  ["Rua 25 de Março, 100", "", "Rua 25 de Março", "100", NONE],
  ["Rua 7", "", "Rua 7", "S/N", NONE],
  ["Rua 7, 100", "", "Rua 7", "100", NONE],
  ["Rua 7 100", "", "Rua 7", "100", NONE],
  ["Av. 9 de Julho, 2.000, bloco B, Bela Vista, São Paulo, SP", "", "Av. 9 de Julho", "2000", "Bela Vista", "bloco B"],
  ["Rodovia BR 116, km 20", "", "Rodovia BR 116", "S/N", NONE, "km 20"],
  ["Quadra 3 Lote 5", "Asa Norte", "Quadra 3 Lote 5", "S/N", "Asa Norte"],
  ["Rua Augusta, 10", "Casa 2 - Vila Nova", "Rua Augusta", "10", "Vila Nova", "Casa 2"],
  ["Rua Augusta, 10", "Casa Verde", "Rua Augusta", "10", "Casa Verde"],
  ["Rua Casa Verde 100", "", "Rua Casa Verde", "100", NONE],
  ["Rua Augusta, 1500", "3º andar", "Rua Augusta", "1500", NONE, "3º andar"],
  ["Rua Augusta, 1500", "101", "Rua Augusta", "1500", NONE, "101"],
  ["  Rua   Augusta ,  1500 ", " Consolação ", "Rua Augusta", "1500", "Consolação"],
]
test.each(ROWS.map((row) => ({ row })))("$row.0 and $row.1", ({ row }) => {
  const [address_1, address_2, street, number, district, complement] = row
  const read = address({ address_1, address_2 })
  expect(read).toMatchObject({ street, number, district })
  expect(read.complement).toBe(complement)
})

describe("metadata", () => {
  test.each(["number", "numero", "número", "street_number", "address_number"])("%p holds the number", (key) => {
    expect(address({ address_1: "Rua Augusta", metadata: { [key]: 1500 } })).toMatchObject({
      street: "Rua Augusta",
      number: "1500",
    })
  })

  test.each(["district", "bairro", "neighborhood", "neighbourhood"])("%p holds the district", (key) => {
    const read = address({ address_1: "Rua Augusta, 1", address_2: "Fundos", metadata: { [key]: " Jardins " } })
    expect(read).toMatchObject({ district: "Jardins", complement: "Fundos" })
  })

  test("a number there wins, and is taken off the street only when it stands there", () => {
    expect(address({ address_1: "Rua Augusta 1500", metadata: { number: "1500" } }).street).toBe("Rua Augusta")
    expect(address({ address_1: "Rua Augusta, 1500", metadata: { number: "1500" } })).toMatchObject({
      street: "Rua Augusta",
      number: "1500",
      district: NONE,
    })
    expect(address({ address_1: "Praça Brigadeiro 8", metadata: { number: "20" } })).toMatchObject({
      street: "Praça Brigadeiro 8",
      number: "20",
    })
    expect(address({ address_1: "Rua Augusta", address_2: "101", metadata: { number: "20" } })).toMatchObject({
      number: "20",
      complement: "101",
    })
  })

  test("a complement there is no district, also when line 2 repeats it", () => {
    const read = address({ address_1: "Rua Augusta, 1", address_2: "Edícula azul", metadata: { complemento: "Edícula azul" } })
    expect(read).toMatchObject({ district: NONE, complement: "Edícula azul" })
  })

  test("the keys are configurable, each kind on its own", () => {
    const plain = { address_1: "Rua Augusta", metadata: { nr: "7", number: "1", bairro: "Jardins" } }
    expect(address(plain, { number: ["nr"] })).toMatchObject({ number: "7", district: "Jardins" })
  })

  test("what is no text or number is ignored", () => {
    expect(address({ address_1: "Rua Augusta", metadata: { number: { a: 1 }, bairro: "" } })).toMatchObject({
      number: "S/N",
      district: NONE,
    })
  })
})

test.each([
  ["SP", "SP"], ["sp", "SP"], [" br-sp ", "SP"], ["BR-SP", "SP"], ["São Paulo", "SP"], ["sao paulo", "SP"],
  ["Estado de São Paulo", "SP"], ["Rio  Grande do Sul", "RS"], ["Ceará", "CE"], ["Distrito Federal", "DF"],
  ["ESPÍRITO SANTO", "ES"], ["Pará", "PA"], ["Paraná", "PR"], ["Estado do Rio de Janeiro", "RJ"],
  ["XX", null], ["us-sp", null], ["Buenos Aires", null], ["", null],
])("the state of %p is %p", (province, state) => {
  expect(brazilianState(province)).toBe(state)
})

describe("what is missing is named by its field, all at once", () => {
  test.each<[PlainAddress, { path: string; reason: string }[]]>([
    [
      {},
      [
        { path: "address_1", reason: "missing" },
        { path: "city", reason: "missing" },
        { path: "province", reason: "missing" },
        { path: "postal_code", reason: "missing" },
        { path: "country_code", reason: "missing" },
      ],
    ],
    [{ ...BASE, address_1: "  " }, [{ path: "address_1", reason: "missing" }]],
    [{ ...BASE, address_1: "Rua A, 1", city: null }, [{ path: "city", reason: "missing" }]],
    [{ ...BASE, address_1: "Rua A, 1", province: "Paulista" }, [{ path: "province", reason: "invalid" }]],
    [{ ...BASE, address_1: "Rua A, 1", postal_code: "0131-100" }, [{ path: "postal_code", reason: "invalid" }]],
    [{ ...BASE, address_1: "Rua A, 1", postal_code: "00000-000" }, [{ path: "postal_code", reason: "invalid" }]],
    [{ ...BASE, address_1: "Rua A, 1", country_code: "zz" }, [{ path: "country_code", reason: "invalid" }]],
  ])("%j", (plain, missing) => {
    const result = invoiceAddress(plain)
    expect(result).toEqual({ missing: expect.arrayContaining(missing) })
    expect("missing" in result && result.missing.filter(({ reason }) => reason === "missing")).toEqual(
      missing.filter(({ reason }) => reason === "missing")
    )
  })
})

describe("abroad", () => {
  test.each<[PlainAddress, object]>([
    [
      { address_1: "1600 Pennsylvania Avenue", city: "Washington", province: "us-dc", postal_code: "20500", country_code: "us" },
      { street: "Pennsylvania Avenue", number: "1600", city: "Washington", state: "DC", zipcode: "20500", country: "USA" },
    ],
    [
      { address_1: "221B Baker Street", city: "London", province: "", postal_code: "NW1 6XE", country_code: "GB" },
      { street: "Baker Street", number: "221B", state: "EX", zipcode: "16", country: "GBR" },
    ],
    [
      { address_1: "Avenida de Mayo 575", city: "Buenos Aires", province: "Buenos Aires", postal_code: "C1084", country_code: "arg" },
      { street: "Avenida de Mayo", number: "575", state: "EX", zipcode: "1084", country: "ARG" },
    ],
    [
      { address_1: "8 Queen's Road", city: "Hong Kong", province: null, postal_code: null, country_code: "hk" },
      { street: "Queen's Road", number: "8", state: "EX", zipcode: "00000", country: "HKG" },
    ],
  ])("%j", (plain, expected) => {
    expect(invoiceAddress(plain)).toEqual({ address: expect.objectContaining(expected) })
  })
})
