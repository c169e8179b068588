import fc from "fast-check"
import { phoneDigits } from "../phone"
import { phones } from "./arbitraries"

test.each([
  ["+55 (11) 91234-5678", "11912345678"],
  ["(11) 91234-5678", "11912345678"],
  ["11912345678", "11912345678"],
  [11912345678, "11912345678"],
  ["5511912345678", "11912345678"],
  ["005511912345678", "11912345678"],
  ["011 91234 5678", "11912345678"],
  ["0 15 11 91234-5678", "11912345678"],
  ["(11) 3123-4567", "1131234567"],
  ["551131234567", "1131234567"],
  // area code 55 is not the country code
  ["(55) 99123-4567", "55991234567"],
  ["+55 55 99123-4567", "55991234567"],
  ["55 3123-4567", "5531234567"],
  ["+1 212 555 0123", "12125550123"],
  ["+49 1512 3456789", "4915123456789"],
  ["+351 912 345 678", "351912345678"],
])("%p is %s", (input, digits) => {
  expect(phoneDigits(input)).toBe(digits)
})

test.each([
  "", " ", "91234-5678", "3123-4567", "119123456789", "(10) 91234-5678", "(11) 81234-5678", "(11) 1234-5678",
  "+55 11 1234", "+1", "+1234567890123456", "12125550123", "call me", "11 91234-5678 ramal 2", null, undefined, {}, [],
  ["11912345678"], NaN, -11912345678,
])("%p is none", (input) => {
  expect(phoneDigits(input)).toBeNull()
})

test("every Brazilian number is ten or eleven digits, and reading it again changes nothing", () => {
  fc.assert(
    fc.property(phones, (phone) => {
      const digits = phoneDigits(phone)
      expect(digits).toMatch(/^\d{10,11}$/)
      expect(phone.replace(/\D/g, "")).toMatch(new RegExp(`${digits}$`))
      expect(phoneDigits(digits)).toBe(digits)
    })
  )
})
