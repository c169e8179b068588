import { Badge, clx } from "@medusajs/ui"
import { useEffect, useRef } from "react"
import { NavLink, useLocation } from "react-router-dom"
import { useRead } from "../lib/use-api"
import { useTexts } from "../lib/use-texts"
import type { ProblemPage } from "../lib/wire"

const PAGES = [
  ["/fatura", "invoices"],
  ["/fatura/problems", "problems"],
  ["/fatura/disputes", "disputes"],
  ["/fatura/notices", "notices"],
  ["/fatura/reports", "report"],
  ["/fatura/records", "records"],
] as const

const ASK_EVERY_MS = 60_000

/** The pages of this plugin, with the number of problems that wait for somebody. */
export function FaturaNav() {
  const { t } = useTexts()
  const list = useRef<HTMLUListElement>(null)
  const { pathname } = useLocation()
  useEffect(() => {
    // On a narrow screen the present page could else stand out of sight.
    list.current?.querySelector("[aria-current=page]")?.scrollIntoView({ block: "nearest", inline: "center" })
  }, [pathname])
  const { data } = useRead<ProblemPage>("/problems", { limit: 1 }, { everyMs: ASK_EVERY_MS })
  return (
    <nav aria-label={t("invoices.nav.label")} className="-mx-1 overflow-x-auto px-1 py-1">
      <ul ref={list} className="flex gap-x-1">
        {PAGES.map(([to, name]) => (
          <li key={to} className="shrink-0">
            <NavLink
              to={to}
              end
              className={({ isActive }) =>
                clx(
                  "txt-compact-small-plus focus-visible:shadow-borders-focus flex items-center gap-x-2 rounded-md px-3 py-1.5 outline-none",
                  isActive ? "bg-ui-bg-base shadow-elevation-card-rest text-ui-fg-base" : "text-ui-fg-subtle hover:bg-ui-bg-base-hover"
                )
              }
            >
              {t(`invoices.nav.${name}`)}
              {name === "problems" && Boolean(data?.count) && (
                <Badge size="2xsmall" color="red">
                  <span aria-hidden>{data!.count}</span>
                  <span className="sr-only">{t("invoices.nav.openProblems", { n: data!.count })}</span>
                </Badge>
              )}
            </NavLink>
          </li>
        ))}
      </ul>
    </nav>
  )
}
