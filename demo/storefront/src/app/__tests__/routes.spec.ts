import { matchRoute, paths } from "../routes"

describe("matchRoute", () => {
  it("finds every page again by its own path", () => {
    expect(matchRoute(paths.products)).toEqual({ page: "products" })
    expect(matchRoute(paths.product("café & cia"))).toEqual({ page: "product", handle: "café & cia" })
    expect(matchRoute(paths.cart)).toEqual({ page: "cart" })
    expect(matchRoute(paths.checkout)).toEqual({ page: "checkout" })
    expect(matchRoute(paths.orders)).toEqual({ page: "orders" })
    expect(matchRoute(paths.payment("payses_01"))).toEqual({ page: "payment", sessionId: "payses_01" })
  })

  it.each(["/pedido", "/produto", "/pedido/a/b", "/carrinho/x", "/outra", "/produto/%E0%A4%A"])("knows no page at %s", (path) => {
    expect(matchRoute(path)).toEqual({ page: "unknown" })
  })
})
