/**
 * Runs in the browser: the page's script is the text of this function, so it may use nothing from outside.
 * It sends the forms to the control interface as JSON and keeps the changing parts of the page fresh.
 */
export function pageScript(): void {
  const REFRESH_MS = 1200
  let version = 0
  let messageTimer = 0
  const shown: Record<string, string> = {}
  const search = document.querySelector<HTMLInputElement>("#search")
  const message = document.querySelector<HTMLElement>("#message")

  const say = (text: string, bad: boolean): void => {
    if (message) {
      message.textContent = text
      message.className = bad ? "bad" : "good"
      message.hidden = false
      clearTimeout(messageTimer)
      messageTimer = window.setTimeout(() => (message.hidden = true), 4000)
    }
  }

  const isBeingUsed = (place: Element): boolean => {
    const active = document.activeElement
    return active !== null && place.contains(active) && /^(INPUT|SELECT)$/.test(active.tagName)
  }

  const put = (name: string, markup: string, force: boolean): boolean => {
    const place = document.querySelector(`[data-fragment="${name}"]`)
    if (!place || shown[name] === markup) {
      return true
    }
    if (!force && isBeingUsed(place)) {
      return false
    }
    const open = [...place.querySelectorAll("details[open]")].map((one) => one.id)
    place.innerHTML = markup
    open.forEach((id) => document.getElementById(id)?.setAttribute("open", ""))
    shown[name] = markup
    return true
  }

  const refresh = async (force = false): Promise<void> => {
    const query = new URLSearchParams({ since: String(force ? 0 : version), q: search?.value ?? "" })
    try {
      const response = await fetch(`/_sandbox/fragments?${query}`)
      if (response.status === 200) {
        const fresh = (await response.json()) as { version: number; fragments: Record<string, string> }
        const all = Object.entries(fresh.fragments).map(([name, markup]) => put(name, markup, force))
        version = all.every(Boolean) ? fresh.version : 0
      }
    } catch {
      say("O gateway de teste não responde.", true)
    }
  }

  const valueOf = (field: HTMLInputElement | HTMLSelectElement): unknown => {
    const text = field.value.trim()
    if (text === "") {
      return undefined
    }
    const readers: Record<string, () => unknown> = {
      cents: () => Math.round(Number(text.replace(/\./g, "").replace(",", ".")) * 100),
      number: () => Number(text),
      json: () => JSON.parse(text) as unknown,
      "sao-paulo": () => `${text}:00-03:00`,
    }
    return (readers[field.dataset.type ?? ""] ?? (() => text))()
  }

  const bodyOf = (form: HTMLFormElement): Record<string, unknown> => {
    const body: Record<string, unknown> = {}
    for (const field of form.querySelectorAll<HTMLInputElement | HTMLSelectElement>("[name]")) {
      const [outer = "", inner] = field.name.split(".")
      const value = valueOf(field)
      if (inner === undefined) {
        body[outer] = value
      } else {
        body[outer] = { ...(body[outer] as object | undefined), [inner]: value }
      }
    }
    return body
  }

  const send = async (form: HTMLFormElement, control: string): Promise<void> => {
    const [method = "POST", path = ""] = control.split(" ")
    try {
      const body = method === "POST" ? JSON.stringify(bodyOf(form)) : undefined
      const headers = { "Content-Type": "application/json" }
      const response = await fetch(`/_sandbox${path}`, { method, body, headers })
      const answer = (await response.json()) as { error?: string }
      say(response.ok ? "Feito." : (answer.error ?? "Não deu certo."), !response.ok)
    } catch (error) {
      say(error instanceof SyntaxError ? "O código deve ser JSON: 5, \"5\" ou null." : "O gateway de teste não responde.", true)
    }
    await refresh(true)
  }

  document.addEventListener("submit", (event) => {
    const form = event.target as HTMLFormElement
    const control = (event as SubmitEvent).submitter?.dataset.control ?? form.dataset.control
    if (control) {
      event.preventDefault()
      if (!form.dataset.confirm || window.confirm(form.dataset.confirm)) {
        void send(form, control)
      }
    }
  })
  document.addEventListener("change", (event) => {
    const form = (event.target as HTMLElement).closest<HTMLFormElement>("form[data-on-change]")
    if (form?.dataset.control) {
      void send(form, form.dataset.control)
    }
  })
  document.addEventListener("click", (event) => {
    const button = (event.target as HTMLElement).closest<HTMLElement>("[data-copy]")
    if (button) {
      void navigator.clipboard.writeText(button.dataset.copy ?? "").then(
        () => say("Copiado.", false),
        () => say("O navegador não deixou copiar.", true),
      )
    }
  })
  window.setInterval(() => {
    const clock = document.querySelector<HTMLElement>("[data-clock]")
    if (clock) {
      const at = new Date(Date.now() + Number(clock.dataset.clock))
      clock.textContent = at.toLocaleString("pt-BR", { timeZone: "America/Sao_Paulo" }).replace(",", "")
    }
  }, 1000)
  search?.addEventListener("input", () => void refresh(true))
  window.setInterval(() => {
    if (!document.hidden) {
      void refresh()
    }
  }, REFRESH_MS)
}
