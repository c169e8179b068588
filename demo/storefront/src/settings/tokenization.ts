/**
 * The card form's contract with the gateway's tokenisation script: where the script is, which public account it
 * works for, and the attributes by which it finds the form and its inputs. They differ per installation; `/config.json`
 * may give its own as `tokenization`.
 */
export type Tokenization = {
  script_url: string
  /** The gateway account, which is public. */
  account: string
  attributes: {
    /** On the form, with the account as its value. */
    account: string
    number: string
    cvv: string
    name: string
    expiry: string
    /** On the hidden input into which the script writes the token. */
    token: string
  }
}

export type TokenizationMark = keyof Tokenization["attributes"]

/** The stand-in gateway's script; it takes any account. */
export function sandboxTokenization(sandbox: string): Tokenization {
  return {
    script_url: `${sandbox}/_sandbox/tokenize.js`,
    account: "loja-ipe-demo",
    attributes: {
      account: "data-gw-account",
      number: "data-gw-number",
      cvv: "data-gw-cvv",
      name: "data-gw-name",
      expiry: "data-gw-expiry",
      token: "data-gw-token",
    },
  }
}
