/** What the demo store sells. Everything here is invented. Prices in reais, tax included. */
export type SeedVariant = { sku: string; options: Record<string, string>; price: number; stock: number; grams: number }

export type SeedProduct = {
  handle: string
  title: string
  subtitle: string
  description: string
  category: string
  options: { title: string; values: string[] }[]
  variants: SeedVariant[]
  /** Nothing is shipped: the cart of such a product alone needs no address. */
  digital?: true
}

export const categories = ["Café e mesa", "Vestuário", "Casa", "Papelaria", "Cursos"] as const

export const products: SeedProduct[] = [
  {
    handle: "cafe-serra-do-ipe",
    title: "Café Serra do Ipê",
    subtitle: "Torra média, grãos selecionados",
    description:
      "Grãos colhidos à mão a 1.200 metros de altitude e torrados em pequenos lotes. Notas de caramelo, castanha e laranja, com acidez suave.",
    category: "Café e mesa",
    options: [{ title: "Peso", values: ["250 g", "500 g", "1 kg"] }],
    variants: [
      { sku: "CAFE-250", options: { Peso: "250 g" }, price: 32.9, stock: 120, grams: 280 },
      { sku: "CAFE-500", options: { Peso: "500 g" }, price: 58.9, stock: 80, grams: 540 },
      { sku: "CAFE-1000", options: { Peso: "1 kg" }, price: 109.9, stock: 40, grams: 1060 },
    ],
  },
  {
    handle: "camiseta-ipe-amarelo",
    title: "Camiseta Ipê-amarelo",
    subtitle: "Algodão orgânico, estampa em serigrafia",
    description:
      "Malha macia de algodão orgânico, costura reforçada e uma ilustração do ipê em flor impressa à mão com tinta à base de água.",
    category: "Vestuário",
    options: [{ title: "Tamanho", values: ["P", "M", "G", "GG"] }],
    variants: [
      { sku: "CAMISETA-P", options: { Tamanho: "P" }, price: 79.9, stock: 25, grams: 170 },
      { sku: "CAMISETA-M", options: { Tamanho: "M" }, price: 79.9, stock: 40, grams: 180 },
      { sku: "CAMISETA-G", options: { Tamanho: "G" }, price: 79.9, stock: 40, grams: 195 },
      { sku: "CAMISETA-GG", options: { Tamanho: "GG" }, price: 84.9, stock: 15, grams: 210 },
    ],
  },
  {
    handle: "caneca-araucaria",
    title: "Caneca Araucária",
    subtitle: "Cerâmica esmaltada, 320 ml",
    description:
      "Modelada em torno e esmaltada em forno de alta temperatura. Vai ao micro-ondas e à lava-louças. Cada peça tem pequenas variações de cor.",
    category: "Café e mesa",
    options: [{ title: "Cor", values: ["Areia", "Musgo"] }],
    variants: [
      { sku: "CANECA-AREIA", options: { Cor: "Areia" }, price: 54.5, stock: 30, grams: 390 },
      { sku: "CANECA-MUSGO", options: { Cor: "Musgo" }, price: 54.5, stock: 30, grams: 390 },
    ],
  },
  {
    handle: "mel-de-laranjeira",
    title: "Mel de Laranjeira",
    subtitle: "Puro, não pasteurizado",
    description:
      "Mel claro de florada única, extraído a frio e envasado na fazenda. Aroma de flor de laranjeira e final levemente cítrico.",
    category: "Café e mesa",
    options: [{ title: "Peso", values: ["300 g", "700 g"] }],
    variants: [
      { sku: "MEL-300", options: { Peso: "300 g" }, price: 29.33, stock: 60, grams: 480 },
      { sku: "MEL-700", options: { Peso: "700 g" }, price: 59.9, stock: 35, grams: 980 },
    ],
  },
  {
    handle: "rede-varanda",
    title: "Rede Varanda",
    subtitle: "Casal, tecida em tear manual",
    description:
      "Fio de algodão cru tecido em tear, com varanda de crochê e punhos reforçados. Suporta até 200 kg. Acompanha saco para guardar.",
    category: "Casa",
    options: [{ title: "Cor", values: ["Cru", "Terracota", "Azul-mar"] }],
    variants: [
      { sku: "REDE-CRU", options: { Cor: "Cru" }, price: 349, stock: 10, grams: 2100 },
      { sku: "REDE-TERRACOTA", options: { Cor: "Terracota" }, price: 369, stock: 8, grams: 2100 },
      { sku: "REDE-AZUL", options: { Cor: "Azul-mar" }, price: 369, stock: 8, grams: 2100 },
    ],
  },
  {
    handle: "chocolate-reconcavo",
    title: "Chocolate Recôncavo 70%",
    subtitle: "Do grão à barra",
    description:
      "Cacau fino do sul da Bahia, açúcar demerara e nada mais. Torra clara, 72 horas de concha e embalagem compostável.",
    category: "Café e mesa",
    options: [{ title: "Embalagem", values: ["Barra", "Caixa com 6"] }],
    variants: [
      { sku: "CHOCOLATE-1", options: { Embalagem: "Barra" }, price: 19.9, stock: 200, grams: 95 },
      { sku: "CHOCOLATE-6", options: { Embalagem: "Caixa com 6" }, price: 107.4, stock: 30, grams: 590 },
    ],
  },
  {
    handle: "caderno-mata-atlantica",
    title: "Caderno Mata Atlântica",
    subtitle: "Costura aparente, 160 páginas",
    description:
      "Papel reciclado de 90 g, capa dura revestida em tecido e costura que abre por inteiro na mesa. Folhas pontilhadas.",
    category: "Papelaria",
    options: [{ title: "Formato", values: ["A5", "A6"] }],
    variants: [
      { sku: "CADERNO-A5", options: { Formato: "A5" }, price: 64, stock: 50, grams: 340 },
      { sku: "CADERNO-A6", options: { Formato: "A6" }, price: 42, stock: 50, grams: 190 },
    ],
  },
  {
    handle: "curso-cafe-em-casa",
    title: "Curso Café em Casa",
    subtitle: "Doze aulas em vídeo",
    description:
      "Da moagem à extração: coado, prensa, moka e gelado, com receitas para imprimir. O acesso chega por e-mail assim que o pagamento é confirmado.",
    category: "Cursos",
    options: [{ title: "Acesso", values: ["Vitalício"] }],
    variants: [{ sku: "CURSO-CAFE", options: { Acesso: "Vitalício" }, price: 149, stock: 0, grams: 0 }],
    digital: true,
  },
]
