import { linesToBuyAgain, type OrderedLine } from "../orders/lines-to-buy-again"

const line = (given: Partial<OrderedLine> = {}): OrderedLine => ({
  variant_id: "variant_mug", quantity: "2", title: "Caneca", subtitle: "Azul", thumbnail: "https://shop.example/old.jpg", product_id: "prod_mug", product_title: "Caneca", variant_title: "Azul",
  requires_shipping: true, is_discountable: true, is_tax_inclusive: true, is_custom_price: false, unit_price: "54.5", compare_at_unit_price: null, metadata: null, ...given,
})

describe("a line that is bought again", () => {
  it("takes names and price of the catalogue as they are today", () => {
    expect(linesToBuyAgain([line()])).toEqual([{ variant_id: "variant_mug", quantity: 2, requires_shipping: true, is_discountable: true }])
  })

  it("keeps what was written for it", () => {
    expect(linesToBuyAgain([line({ metadata: { engraving: "Para Ana, com carinho", lines: [1, 2] } })])).toMatchObject([{ metadata: { engraving: "Para Ana, com carinho", lines: [1, 2] } }])
  })

  it("keeps a price that the store had given it, with its way of tax", () => {
    expect(linesToBuyAgain([line({ is_custom_price: true, unit_price: "61.75", compare_at_unit_price: "70" })])).toEqual([
      { variant_id: "variant_mug", quantity: 2, requires_shipping: true, is_discountable: true, unit_price: 61.75, is_tax_inclusive: true, compare_at_unit_price: 70 },
    ])
  })

  it("keeps names that the store had given it", () => {
    expect(linesToBuyAgain([line({ title: "Caneca gravada", subtitle: "Azul, letra cursiva" })])).toMatchObject([{ title: "Caneca gravada", subtitle: "Azul, letra cursiva" }])
  })

  it("is kept whole where it has no product: a gift wrap, an insurance", () => {
    expect(linesToBuyAgain([line({ variant_id: null, product_id: null, product_title: null, variant_title: null, title: "Embrulho", subtitle: null, thumbnail: null, quantity: 1, unit_price: 8, requires_shipping: false, is_discountable: false })])).toEqual([
      { quantity: 1, title: "Embrulho", unit_price: 8, is_tax_inclusive: true, requires_shipping: false, is_discountable: false },
    ])
  })

  it("is left out when it was taken off the order", () => {
    expect(linesToBuyAgain([line({ quantity: 0 }), line()])).toHaveLength(1)
  })
})
