import { INVOICE_STATUSES } from "../../../domain/invoice-status"
import { PROBLEM_ACTIONS } from "../../../domain/problem-actions"
import texts from ".."

type Branch = { [key: string]: string | Branch }

function flat(branch: Branch, path = ""): [string, string][] {
  return Object.entries(branch).flatMap(([key, value]): [string, string][] => (typeof value === "string" ? [[path + key, value]] : flat(value, `${path}${key}.`)))
}

const english = Object.fromEntries(flat(texts.en.fatura as unknown as Branch))
const portuguese = Object.fromEntries(flat(texts.ptBR.fatura as unknown as Branch))
const places = (text: string) => (text.match(/\{\{\w+\}\}/g) ?? []).sort()

describe("the texts of the dashboard", () => {
  it("are the same in both languages, none is empty", () => {
    expect(Object.keys(portuguese).sort()).toEqual(Object.keys(english).sort())
    expect(Object.keys(english).length).toBeGreaterThan(200)
    expect([...Object.entries(english), ...Object.entries(portuguese)].filter(([, text]) => !text.trim())).toEqual([])
  })

  it("have the same places for values", () => {
    const differing = Object.keys(english).filter((key) => places(english[key]!).join() !== places(portuguese[key]!).join())
    expect(differing).toEqual([])
  })

  it("know every status and every decision", () => {
    const wanted = [
      ...INVOICE_STATUSES.flatMap((status) => [`statuses.${status}`, `order.status.${status}`]),
      ...PROBLEM_ACTIONS.flatMap((action) => [`problems.drawer.${action}`, `problems.drawer.${action}Hint`, `problems.resolutions.${action}`]),
      ...["issuing", "issued", "refused", "not_sent", "unknown"].map((state) => `states.${state}`),
      ...["notice", "look_up", "own_call", "staff", "system", "shopper"].map((cause) => `invoices.causes.${cause}`),
    ]
    expect(wanted.filter((key) => !(key in english))).toEqual([])
  })
})
