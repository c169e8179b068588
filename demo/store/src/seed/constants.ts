/** Fixed names of the demo store, shared by the seed, the demo script and the tests. */
export const storeName = "Loja Ipê"
export const channelName = "Loja virtual"
export const regionName = "Brasil"
export const keyTitle = "Vitrine"

/** The log-in of the demo's admin. It protects nothing: the store holds invented data and listens on this machine only. */
export const adminLogin = { email: "admin@loja-ipe.example", password: "loja-ipe-demo" }

export const customerLogin = { email: "marina.duarte@example.com", password: "loja-ipe-demo" }

/** Takes ten per cent off the items. */
export const promotionCode = "PRIMEIRA10"

export type ShippingCode = "pac" | "sedex" | "pickup"

/** Prices in reais. */
export const shippingOptions: Record<ShippingCode, { name: string; description: string; price: number }> = {
  pac: { name: "PAC", description: "De 5 a 9 dias úteis", price: 15.9 },
  sedex: { name: "SEDEX", description: "De 1 a 3 dias úteis", price: 29.9 },
  pickup: { name: "Retirar na loja", description: "Pronto em 2 horas, de segunda a sábado", price: 0 },
}
