/** @jest-environment @happy-dom/jest-environment */
import { act, cleanup, fireEvent, screen, waitFor } from "@testing-library/react"
import { FaturaError } from "../../core/error"
import { Payment } from "../payment"
import { clientWith, holdScripts, options, plain, session, show } from "./fixtures"

beforeAll(holdScripts)
afterEach(cleanup)

const status = () => screen.getByTestId("payment-status").getAttribute("data-status")

describe("Payment", () => {
  it("shows the code before the QR, the payee and the contact, and turns paid without a reload", async () => {
    const look = jest.fn().mockResolvedValueOnce(session()).mockResolvedValue(session({ status: "paid", next_step: "none", pix: undefined, can_renew: false }))
    const told: string[] = []
    show(<Payment sessionId="payses_1" onRenewed={() => undefined} onStatus={(now) => told.push(now)} next={<a href="/">shop</a>} />, clientWith({ session: look }))
    await screen.findByTestId("pix-panel")
    const code = screen.getByTestId("pix-code")
    expect(code.textContent).toBe("00020126BR.GOV.BCB.PIX")
    expect(code.compareDocumentPosition(screen.getByTestId("pix-qr")) & Node.DOCUMENT_POSITION_FOLLOWING).toBeTruthy()
    expect(screen.getByTestId("pix-qr").getAttribute("src")).toBe("data:image/svg+xml;charset=utf-8,%3Csvg%2F%3E")
    expect(screen.getByTestId("payee").textContent).toContain("Loja Ipê")
    expect(screen.getByTestId("payee-contact").querySelector("a")?.getAttribute("href")).toBe("mailto:a@b.example")
    act(() => void window.dispatchEvent(new Event("online")))
    await waitFor(() => expect(status()).toBe("paid"))
    expect(screen.queryByTestId("pix-panel")).toBeNull()
    expect(screen.getByText("shop")).toBeTruthy()
    await waitFor(() => expect(told).toEqual(["awaiting_payment", "paid"]))
  })

  it("keeps the code and says so when the connection is lost", async () => {
    const look = jest.fn().mockResolvedValueOnce(session()).mockRejectedValue(new FaturaError("network", ""))
    show(<Payment sessionId="payses_1" onRenewed={() => undefined} />, clientWith({ session: look }))
    await screen.findByTestId("pix-panel")
    act(() => void window.dispatchEvent(new Event("online")))
    await waitFor(() => expect(screen.getByTestId("connection-notice").textContent).toMatch(/não pague de novo/))
    expect(screen.getByTestId("pix-code")).toBeTruthy()
  })

  it("takes the code away when its time is over, and offers a new one", async () => {
    const gone = session({ pix: { payload: "x", qr_svg: "<svg/>", expires_at: new Date(Date.now() - 1000).toISOString() } })
    const renew = jest.fn(async () => ({ session: session({ id: "payses_2" }) }))
    const onRenewed = jest.fn()
    show(<Payment sessionId="payses_1" onRenewed={onRenewed} />, clientWith({ session: async () => gone, renew }))
    await waitFor(() => expect(status()).toBe("expired"))
    expect(screen.queryByTestId("pix-code")).toBeNull()
    const button = screen.getByTestId("renew-payment")
    fireEvent.click(button)
    fireEvent.click(button)
    await waitFor(() => expect(onRenewed).toHaveBeenCalledTimes(1))
    expect(onRenewed.mock.calls[0][0].id).toBe("payses_2")
    expect(renew).toHaveBeenCalledTimes(1)
    expect(renew).toHaveBeenCalledWith("order_1", { providerId: "pp_pix_fatura" })
  })

  it("offers the other methods, and the card's installments, of the order", async () => {
    const checkoutOptions = jest.fn(async () => options)
    show(<Payment sessionId="payses_1" onRenewed={() => undefined} />, clientWith({ session: async () => session(), checkoutOptions }))
    fireEvent.click(await screen.findByTestId("other-method"))
    await screen.findByTestId("payment-method-pp_card_fatura")
    expect(checkoutOptions).toHaveBeenCalledWith({ sessionId: "payses_1" })
    // The code that waits is no other method.
    expect(screen.queryByTestId("payment-method-pp_pix_fatura")).toBeNull()
    expect(screen.getByTestId("other-method-form").getAttribute("data-x-account")).toBe("acc_1")
    expect([...screen.getByTestId("card-installments").children].map(({ textContent }) => plain(textContent))).toEqual(["À vista: R$ 99,90", "3× de R$ 33,30 sem juros"])
  })

  it("says that an address leads to no order", async () => {
    show(<Payment sessionId="x" onRenewed={() => undefined} />, clientWith({ session: async () => { throw new FaturaError("http", "", 404, "session_not_found") } }))
    expect((await screen.findByTestId("payment-fault")).textContent).toContain("Não encontramos este pedido")
  })

  it("leads to the bank only over https", async () => {
    const step = session({ method: "card", pix: undefined, next_step: "act", action_url: "javascript:alert(1)", can_renew: false })
    show(<Payment sessionId="payses_1" onRenewed={() => undefined} />, clientWith({ session: async () => step }))
    await screen.findByTestId("payment-status")
    expect(screen.queryByTestId("payment-action")).toBeNull()
  })

  it("shows line, bars, document and notes of a boleto", async () => {
    const boleto = { line: "23793381286000782713695000063305975520000370000", barcode: "1", barcode_svg: "<svg x='1'/>", url: "https://b.example/1.pdf", due_at: "2026-12-11" }
    show(<Payment sessionId="payses_1" onRenewed={() => undefined} />, clientWith({ session: async () => session({ method: "boleto", pix: undefined, boleto }) }))
    expect((await screen.findByTestId("boleto-code")).textContent).toBe("23793.38128 60007.827136 95000.063305 9 75520000370000")
    expect(screen.getByTestId("boleto-due").textContent).toBe("Vence sexta-feira, 11 de dezembro de 2026")
    expect(screen.getByTestId("boleto-pdf").getAttribute("href")).toBe("https://b.example/1.pdf")
    expect(screen.getByTestId("boleto-panel").textContent).toMatch(/alguns minutos para ser registrado.*até 3 dias úteis/)
  })
})

describe("Copying", () => {
  it("copies the code and tells what to do then, also to screen readers", async () => {
    const writeText = jest.fn(async () => undefined)
    Object.defineProperty(navigator, "clipboard", { value: { writeText }, configurable: true })
    show(<Payment sessionId="payses_1" onRenewed={() => undefined} />, clientWith({ session: async () => session() }))
    fireEvent.click(await screen.findByTestId("pix-copy"))
    await waitFor(() => expect(screen.getByTestId("pix-copy").textContent).toBe("Código copiado"))
    expect(writeText).toHaveBeenCalledWith("00020126BR.GOV.BCB.PIX")
    const feedback = screen.getByTestId("pix-copy-feedback")
    expect([feedback.getAttribute("role"), feedback.textContent]).toEqual(["status", "Agora abra o app do seu banco e cole o código."])
  })
})

describe("I have paid", () => {
  it.each<[string, () => Promise<unknown>, RegExp]>([
    ["nothing came yet", async () => session(), /Ainda não recebemos/],
    ["it was asked a moment ago", async () => { throw new FaturaError("http", "", 429) }, /Espere um minuto/],
    ["the store is not there", async () => { throw new FaturaError("network", "") }, /Confira sua conexão/],
  ])("says so when %s", async (_case, check, words) => {
    show(<Payment sessionId="payses_1" onRenewed={() => undefined} />, clientWith({ session: async () => session(), check }))
    fireEvent.click(await screen.findByTestId("pix-already-paid"))
    await waitFor(() => expect(screen.getByTestId("pix-check-result").textContent).toMatch(words))
  })
})
