import { defineRouteConfig } from "@medusajs/admin-sdk"
import { ArrowDownTray, DocumentText } from "@medusajs/icons"
import { Button } from "@medusajs/ui"
import { Crumb } from "../../components/crumb"
import { EmptyState } from "../../components/empty-state"
import { InvoiceFilters } from "../../components/invoices/invoice-filters"
import { InvoiceTable } from "../../components/invoices/invoice-table"
import { Loaded } from "../../components/loaded"
import { Page } from "../../components/page"
import { Pager } from "../../components/pager"
import { useFormats } from "../../lib/formats"
import { useDownload, useSearch } from "../../lib/use-api"
import { useKeyset } from "../../lib/use-keyset"
import { asBody, useListQuery } from "../../lib/use-list-query"
import { useTexts } from "../../lib/use-texts"
import type { InvoicePage } from "../../lib/wire"

export default function InvoicesPage() {
  const { t, language } = useTexts()
  const { number } = useFormats()
  const { query, change, clear, isNarrowed } = useListQuery()
  const keyset = useKeyset(JSON.stringify(query))
  const read = useSearch<InvoicePage>("/invoices/search", { ...asBody(query), ...(keyset.after && { after: keyset.after }) })
  const csv = useDownload("/invoices/export", { body: { ...asBody(query), separator: language.startsWith("pt") ? "semicolon" : "comma" } }, "faturas.csv")
  const exporting = (
    <Button type="button" size="small" variant="secondary" isLoading={csv.isPending} onClick={() => csv.mutate()}>
      <ArrowDownTray />
      {t("invoices.csv")}
    </Button>
  )
  return (
    <Page title={t("invoices.title")} actions={exporting}>
      <InvoiceFilters query={query} change={change} clear={clear} isNarrowed={isNarrowed} />
      <Loaded read={read} rows={8}>
        {({ invoices, count, count_capped, next_cursor }) =>
          invoices.length ? (
            <>
              <InvoiceTable invoices={invoices} label={t("invoices.title")} dim={read.isPlaceholderData} />
              <Pager keyset={keyset} next={next_cursor} words={t(count_capped ? "invoices.countCapped" : "invoices.count", { n: number(count) })} />
            </>
          ) : (
            <EmptyState {...(isNarrowed ? { title: t("invoices.nothingFound.title"), hint: t("invoices.nothingFound.hint") } : { title: t("invoices.empty.title"), hint: t("invoices.empty.hint") })} />
          )
        }
      </Loaded>
    </Page>
  )
}

/** The name of our texts stands here as it is: what builds the menu reads this file and runs nothing. */
export const config = defineRouteConfig({ label: "name", translationNs: "fatura", icon: DocumentText })

export const handle = { breadcrumb: () => <Crumb text="name" /> }
