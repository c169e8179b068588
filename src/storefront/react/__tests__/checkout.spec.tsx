/** @jest-environment @happy-dom/jest-environment */
import { act, cleanup, fireEvent, screen, waitFor } from "@testing-library/react"
import { useState } from "react"
import type { CardToPay } from "../../core/types"
import { CardForm } from "../card-form"
import { MethodChoice } from "../method-choice"
import { PayerDocumentField } from "../payer-document-field"
import { useCardForm } from "../use-card-form"
import { holdScripts, options, plain, show } from "./fixtures"

afterEach(cleanup)

describe("MethodChoice", () => {
  it("offers what can be used, tells why the rest can't, and has a place for a discount", () => {
    const onChange = jest.fn()
    show(<MethodChoice methods={options.methods} value="pp_card_fatura" onChange={onChange} badge={({ method }) => (method === "pix" ? "5% off" : null)}><p>below</p></MethodChoice>)
    const boleto = screen.getByTestId("payment-method-pp_boleto_fatura") as HTMLInputElement
    expect(boleto.disabled).toBe(true)
    expect(boleto.closest("label")?.textContent).toBe("BoletoSó até R$ 50,00.")
    expect(plain(screen.getByTestId("payment-method-pp_card_fatura").closest("label")?.textContent)).toBe("Cartão de créditoAté 3× de R$ 33,30 sem juros. Resposta na hora.")
    const pix = screen.getByTestId("payment-method-pp_pix_fatura")
    expect(pix.closest("label")?.textContent).toContain("5% off")
    expect(screen.getByRole("radiogroup", { name: "Forma de pagamento" })).toBeTruthy()
    expect(screen.getByText("below")).toBeTruthy()
    fireEvent.click(pix)
    expect(onChange).toHaveBeenCalledWith("pp_pix_fatura", options.methods[0])
  })
})

describe("PayerDocumentField", () => {
  function Form({ error }: { error?: string }) {
    const [value, setValue] = useState("")
    return <PayerDocumentField id="doc" value={value} onChange={setValue} error={error} />
  }
  const type = (text: string) => {
    fireEvent.change(screen.getByTestId("doc"), { target: { value: text } })
    fireEvent.blur(screen.getByTestId("doc"))
  }

  it("masks, knows CPF from CNPJ, and says on leaving what is wrong", () => {
    show(<Form />)
    type("12abc34501de35")
    expect((screen.getByTestId("doc") as HTMLInputElement).value).toBe("12.ABC.345/01DE-35")
    expect(screen.getByLabelText("CNPJ")).toBe(screen.getByTestId("doc"))
    expect(screen.queryByTestId("doc-error")).toBeNull()
    type("12345678900")
    expect(screen.getByTestId("doc-error").textContent).toBe("Este CPF não é válido. Confira os números.")
    expect(screen.getByTestId("doc").getAttribute("aria-invalid")).toBe("true")
    expect(screen.getByTestId("doc").getAttribute("aria-describedby")).toBe("doc-hint doc-error")
    type("")
    expect(screen.queryByTestId("doc-error")).toBeNull()
  })

  it("shows the complaint of the store", () => {
    show(<Form error="Informe o CPF." />)
    expect(screen.getByTestId("doc-error").textContent).toBe("Informe o CPF.")
  })
})

describe("CardForm", () => {
  let sent: CardToPay | null | undefined
  function Checkout() {
    const card = useCardForm({ tokenization: options.tokenization, plans: options.methods[1]!.installments! })
    return (
      <form {...card.formProps} data-testid="form" onSubmit={(event) => { event.preventDefault(); sent = card.submit() }}>
        <CardForm card={card} statementDescriptor="LOJAIPE" />
        <button type="button" data-testid="refused" onClick={() => card.showFaults([{ path: "card.expires", message: "Cartão vencido" }])}>x</button>
        <button type="button" data-testid="again" onClick={card.forgetToken}>x</button>
      </form>
    )
  }
  const input = (id: string) => screen.getByTestId(id) as HTMLInputElement
  const fill = (id: string, value: string) => fireEvent.input(input(id), { target: { value } })
  const scriptIs = async (event: "load" | "error") => {
    const script = await waitFor(() => {
      const found = [...document.querySelectorAll("script")].at(-1)
      expect(found?.src).toBe("https://gateway.example/tokenize.js")
      return found!
    })
    await act(async () => void script.dispatchEvent(new Event(event)))
  }

  beforeAll(holdScripts)

  it("stays closed while the script is missing, and can try again", async () => {
    show(<Checkout />)
    expect(input("card-number").closest("fieldset")!.disabled).toBe(true)
    await scriptIs("error")
    fireEvent.click(screen.getByTestId("card-script-failed").querySelector("button")!)
    await scriptIs("load")
    expect(input("card-number").closest("fieldset")!.disabled).toBe(false)
  })

  it("is marked for the script, keeps number and code out of names, and sends the token with the installments", async () => {
    show(<Checkout />)
    await waitFor(() => expect(input("card-number").closest("fieldset")!.disabled).toBe(false))
    expect(screen.getByTestId("form").getAttribute("data-x-account")).toBe("acc_1")
    for (const [id, mark] of [["card-number", "data-x-number"], ["card-cvv", "data-x-cvv"], ["card-name", "data-x-name"], ["card-expiry", "data-x-expiry"]] as const) {
      expect(input(id).hasAttribute(mark)).toBe(true)
      expect(input(id).hasAttribute("name")).toBe(false)
    }
    expect(screen.getByTestId("card-descriptor").textContent).toBe("Na fatura do cartão: LOJAIPE")

    fireEvent.submit(screen.getByTestId("form"))
    expect(sent).toBeNull()
    expect(screen.getByTestId("card-number-error").textContent).toBe("Informe o número do cartão.")
    expect(document.activeElement).toBe(input("card-number"))

    fill("card-number", "4111111111111111")
    expect(input("card-number").value).toBe("4111 1111 1111 1111")
    expect(document.getElementById("card-number-hint")?.textContent).toBe("Visa")
    fill("card-name", "ANA  PRADO")
    fill("card-expiry", "1299")
    fill("card-cvv", "123")
    fireEvent.change(screen.getByTestId("card-installments"), { target: { value: "3" } })
    fireEvent.submit(screen.getByTestId("form"))
    expect(screen.getByTestId("card-number-error").textContent).toMatch(/Não foi possível proteger/)

    document.querySelector<HTMLInputElement>("[data-x-token]")!.value = "tok_1"
    fireEvent.submit(screen.getByTestId("form"))
    expect(sent).toEqual({ token: "tok_1", holder_name: "ANA PRADO", expires: "12/99", installments: 3 })

    fireEvent.click(screen.getByTestId("again"))
    expect(input("card-cvv").value).toBe("")
    expect(document.querySelector<HTMLInputElement>("[data-x-token]")!.value).toBe("")
    fireEvent.click(screen.getByTestId("refused"))
    expect(screen.getByTestId("card-expiry-error").textContent).toBe("Cartão vencido")
  })
})
