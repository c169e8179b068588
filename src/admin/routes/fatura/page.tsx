import { defineRouteConfig } from "@medusajs/admin-sdk"
import { DocumentText } from "@medusajs/icons"
import { Container, Heading } from "@medusajs/ui"
import { Crumb } from "../../components/crumb"
import { TEXTS, useTexts } from "../../lib/use-texts"

export default function InvoicesPage() {
  const { t } = useTexts()
  return (
    <Container className="px-6 py-4">
      <Heading>{t("name")}</Heading>
    </Container>
  )
}

export const config = defineRouteConfig({ label: "name", translationNs: TEXTS, icon: DocumentText })

export const handle = { breadcrumb: () => <Crumb text="name" /> }
