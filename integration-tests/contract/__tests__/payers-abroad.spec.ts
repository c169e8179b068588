import { invoiceAddress, type PlainAddress } from "../../../src/domain/address"
import { type Gateway, startGateway } from "../../support/gateway"
import { CARD, contractClient, invoiceOf } from "../support/client"

let gateway: Gateway
beforeAll(async () => void (gateway = await startGateway()))
afterAll(() => gateway.close())

/** As shoppers type them at Medusa's checkout. */
const PLACES: Record<string, PlainAddress> = {
  GB: { address_1: "221B Baker Street", city: "London", province: "Greater London", postal_code: "NW1 6XE", country_code: "gb" },
  AR: { address_1: "Avenida de Mayo 575", city: "Buenos Aires", province: "Buenos Aires", postal_code: "C1084AAB", country_code: "ar" },
  CA: { address_1: "111 Wellington Street", city: "Ottawa", province: "Ontario", postal_code: "K1A 0A9", country_code: "ca" },
  NL: { address_1: "Dam 1", city: "Amsterdam", province: "", postal_code: "1012 JS", country_code: "nl" },
  US: { address_1: "1600 Pennsylvania Avenue NW", city: "Washington", province: "us-dc", postal_code: "20500-0003", country_code: "us" },
  HK: { address_1: "8 Queen's Road", city: "Hong Kong", province: null, postal_code: null, country_code: "hk" },
}

it.each(Object.entries(PLACES))("a payer in %s is taken, with a physical product and by card", async (_country, place) => {
  const read = invoiceAddress(place)
  if (!("address" in read)) throw new Error("the address was not read")
  const payer = { ...invoiceOf().payer, document: null, phone: null, address: read.address }
  const issued = await contractClient(gateway.url).client.createInvoice(invoiceOf({ method: "card", card: CARD, payer }))
  expect(issued).toMatchObject({ statusCode: 5 })
})
