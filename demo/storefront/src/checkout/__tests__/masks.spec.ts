import { maskPhone, maskPostalCode, nationalDigits } from "../masks"

describe("maskPhone", () => {
  it.each([
    ["", ""],
    ["1", "(1"],
    ["119", "(11) 9"],
    ["1132654321", "(11) 3265-4321"],
    ["11912345678", "(11) 91234-5678"],
    ["+55 (11) 91234-5678", "(11) 91234-5678"],
    ["119123456789999", "(11) 91234-5678"],
  ])("%s -> %s", (typed, shown) => {
    expect(maskPhone(typed)).toBe(shown)
  })

  it("keeps an area code that happens to be 55", () => {
    expect(nationalDigits("55912345678")).toBe("55912345678")
  })
})

describe("maskPostalCode", () => {
  it.each([["", ""], ["01310", "01310"], ["013101", "01310-1"], ["01310-100", "01310-100"], ["0131010099", "01310-100"]])("%s -> %s", (typed, shown) => {
    expect(maskPostalCode(typed)).toBe(shown)
  })
})
