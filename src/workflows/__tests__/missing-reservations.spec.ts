import { type Level, missingReservations, type ReservedItem } from "../orders/missing-reservations"

const level = (location_id: string, free: number, channels: string[] = ["sc_web"]): Level => ({ location_id, stocked_quantity: free + 2, reserved_quantity: 2, stock_locations: [{ sales_channels: channels.map((id) => ({ id })) }] })

function item(id: string, quantity: number, levels: Level[], given: { required?: number; backorder?: boolean; managed?: boolean } = {}): ReservedItem {
  const { required = 1, backorder = false, managed = true } = given
  return {
    id, quantity,
    variant: { manage_inventory: managed, allow_backorder: backorder, inventory_items: [{ inventory_item_id: "iitem_mug", required_quantity: required, inventory: { location_levels: levels } }] },
  }
}

const mug = { line_item_id: "line_1", inventory_item_id: "iitem_mug", location_id: "sloc_sp", allow_backorder: false }

describe("what must still be reserved", () => {
  it("is all of it where nothing is reserved", () => {
    expect(missingReservations([item("line_1", 2, [level("sloc_sp", 5)], { required: 2 })], [], "sc_web")).toEqual([{ ...mug, quantity: 4 }])
  })

  it("is nothing where a process was killed after it had reserved", () => {
    expect(missingReservations([item("line_1", 3, [level("sloc_sp", 0)])], [{ ...mug, quantity: 3 }], "sc_web")).toEqual([])
  })

  it("is the rest where a part is reserved", () => {
    expect(missingReservations([item("line_1", 3, [level("sloc_sp", 1)])], [{ ...mug, quantity: "2" }], "sc_web")).toEqual([{ ...mug, quantity: 1 }])
  })

  it("does not count what is reserved for another line, or of another item", () => {
    const others = [{ ...mug, line_item_id: "line_2", quantity: 1 }, { ...mug, inventory_item_id: "iitem_lid", quantity: 1 }]
    expect(missingReservations([item("line_1", 1, [level("sloc_sp", 1)])], others, "sc_web")).toEqual([{ ...mug, quantity: 1 }])
  })

  it("is nothing for a variant whose stock is not kept, a line without a variant, and a line that was taken off", () => {
    expect(missingReservations([item("line_1", 1, [], { managed: false }), { id: "line_2", quantity: 1, variant: null }, item("line_3", 0, [])], [], "sc_web")).toEqual([])
  })
})

describe("where it is reserved", () => {
  it("is a place of the order's sales channel, however much another place has", () => {
    expect(missingReservations([item("line_1", 1, [level("sloc_shop", 90, ["sc_shop"]), level("sloc_sp", 1)])], [], "sc_web")).toEqual([{ ...mug, quantity: 1 }])
    expect(() => missingReservations([item("line_1", 1, [level("sloc_shop", 90, ["sc_shop"])])], [], "sc_web")).toThrow(/not enough stock/)
  })

  it("is any place for an order of no channel", () => {
    expect(missingReservations([item("line_1", 1, [level("sloc_shop", 90, ["sc_shop"])])], [], null)).toEqual([{ ...mug, location_id: "sloc_shop", quantity: 1 }])
  })

  it("is the place that has enough", () => {
    expect(missingReservations([item("line_1", 3, [level("sloc_rj", 2), level("sloc_sp", 3)])], [], "sc_web")).toEqual([{ ...mug, quantity: 3 }])
  })

  it("counts what another line of the same item takes there", () => {
    const levels = [level("sloc_sp", 3), level("sloc_rj", 2)]
    expect(missingReservations([item("line_1", 2, levels), item("line_2", 2, levels)], [], "sc_web").map(({ line_item_id, location_id }) => [line_item_id, location_id])).toEqual([["line_1", "sloc_sp"], ["line_2", "sloc_rj"]])
    expect(() => missingReservations([item("line_1", 2, levels), item("line_2", 2, levels), item("line_3", 2, levels)], [], "sc_web")).toThrow(/not enough stock/)
  })

  it("is the channel's first place for a variant that may be sold without stock", () => {
    const levels = [level("sloc_shop", 9, ["sc_shop"]), level("sloc_sp", 0)]
    expect(missingReservations([item("line_1", 1, levels, { backorder: true })], [], "sc_web")).toEqual([{ ...mug, quantity: 1, allow_backorder: true }])
  })
})
