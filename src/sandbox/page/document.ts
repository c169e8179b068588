import type { Sandbox } from "../sandbox"
import { faultForms, fragments } from "./fragments"
import { Markup, html } from "./markup"

const BANNER = html`
<div class="banner" role="note"><b>Ambiente de teste.</b> Este gateway é um substituto: nenhum dinheiro se move aqui.</div>`

/** The frame of every page: it says that this is a stand-in. */
const framed = (title: string, content: Markup, script: boolean): string => html`<!DOCTYPE html>
<html lang="pt-BR">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>${title} · gateway de teste</title>
<link rel="icon" href="data:,">
<link rel="stylesheet" href="/_sandbox/style.css">
${script && html`<script src="/_sandbox/page.js" defer></script>`}
</head>
<body>
${BANNER}
${content}
</body>
</html>`.text

const section = (name: string, title: string, parts: Record<string, string>, more: Markup | null = null): Markup => html`
<section id="${name}" aria-labelledby="${name}-title">
  <h2 id="${name}-title">${title}</h2>
  <div data-fragment="${name}">${new Markup(parts[name] ?? "")}</div>
  ${more}
</section>`

/** The control panel. */
export const panelPage = (sandbox: Sandbox): string => {
  const parts = fragments(sandbox, "")
  return framed(
    "Painel",
    html`
<header class="top">
  <div><h1>Gateway de teste</h1><p class="quiet">${sandbox.url}</p></div>
  <nav aria-label="Partes da página">
    <a href="#invoices">Faturas</a><a href="#clock">Relógio</a><a href="#faults">Falhas</a><a href="#assumptions">Suposições</a>
    <a href="#notices">Notificações</a><a href="#requests">Chamadas</a>
  </nav>
</header>
<main>
  <div class="wide">
    <section id="invoices" aria-labelledby="invoices-title">
      <div class="heading"><h2 id="invoices-title">Faturas</h2>
        <label class="search">Buscar<input id="search" type="search" placeholder="número, nome, situação"></label></div>
      <div data-fragment="invoices">${new Markup(parts.invoices ?? "")}</div>
    </section>
    ${section("notices", "Notificações enviadas", parts)}
    ${section("requests", "Chamadas recebidas", parts, html`<form data-control="DELETE /requests"><button>Limpar</button></form>`)}
  </div>
  <aside>
    ${section("clock", "Relógio", parts)}
    ${section("faults", "Falhas", parts, faultForms())}
    ${section("notice-mode", "Notificações", parts)}
    ${section("assumptions", "Suposições", parts, html`<p class="quiet">O que nenhuma fonte diz sobre o gateway. A loja deve acertar em todas.</p>`)}
    <section aria-label="Recomeçar">
      <form data-control="POST /reset" data-confirm="Apagar faturas, falhas e registros?"><button class="danger">Recomeçar do zero</button></form>
    </section>
  </aside>
</main>
<p id="message" role="status" aria-live="polite" hidden></p>`,
    true,
  )
}

/** The page for an address below `/_sandbox` that does not exist. */
export const missingPage = (): string =>
  framed("Não existe", html`<main class="alone"><h1>Esta página não existe</h1><p><a href="/_sandbox">Ir ao painel</a></p></main>`, false)
