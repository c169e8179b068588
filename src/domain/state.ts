/** The two letters of Brazil's states by name, for storefronts that ask for the name. */
const STATE_NAMES = new Map(Object.entries({
  acre: "AC", alagoas: "AL", amapa: "AP", amazonas: "AM", bahia: "BA", ceara: "CE",
  "distrito federal": "DF", "espirito santo": "ES", goias: "GO", maranhao: "MA",
  "mato grosso": "MT", "mato grosso do sul": "MS", "minas gerais": "MG", para: "PA",
  paraiba: "PB", parana: "PR", pernambuco: "PE", piaui: "PI", "rio de janeiro": "RJ",
  "rio grande do norte": "RN", "rio grande do sul": "RS", rondonia: "RO", roraima: "RR",
  "santa catarina": "SC", "sao paulo": "SP", sergipe: "SE", tocantins: "TO",
}))
const STATES = new Set(STATE_NAMES.values())
/** Longer than any state's name with its title. */
const LONGEST = 100

/** "SP", "São Paulo", "Estado de São Paulo" or "br-sp" -> "SP"; null when it is no Brazilian state. */
export function brazilianState(province: string): string | null {
  const text = province.trim()
  const code = text.toUpperCase().replace(/^BR-/, "")
  if (STATES.has(code)) {
    return code
  }
  if (text.length > LONGEST) {
    return null
  }
  const name = text
    .normalize("NFD")
    .replace(/\p{M}/gu, "")
    .toLowerCase()
    .replace(/\s+/g, " ")
    .replace(/^estado d[eoa] /, "")
  return STATE_NAMES.get(name) ?? null
}

/** Brazil's own code for an address outside the country, where the gateway wants two letters. */
const ABROAD = "EX"

/** "us-ny" or "NY" -> "NY"; "EX" (exterior), as in Brazilian fiscal documents, for anything else. */
export function foreignState(province: string): string {
  return /^(?:[a-z]{2}-)?([a-z]{2})$/i.exec(province.trim())?.[1]?.toUpperCase() ?? ABROAD
}
