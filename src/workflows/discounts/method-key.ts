/** The key of a cart's metadata that names the method it is to be paid by: what the promotions of methods go by. */
export const METHOD_KEY = "fatura_method"
