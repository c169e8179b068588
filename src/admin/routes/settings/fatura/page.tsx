import { defineRouteConfig } from "@medusajs/admin-sdk"
import { Heading, Tabs, Text } from "@medusajs/ui"
import { useSearchParams } from "react-router-dom"
import { Crumb } from "../../../components/crumb"
import { useRead } from "../../../lib/use-api"
import { useTexts } from "../../../lib/use-texts"
import { Accounts } from "./parts/accounts"
import { Checkout } from "./parts/checkout"
import { HealthView } from "./parts/health-view"
import { KeyAlert } from "./parts/key-alert"
import { Notifications } from "./parts/notifications"
import { Security } from "./parts/security"
import type { Health } from "./parts/wire"

const TABS = { accounts: Accounts, checkout: Checkout, notifications: Notifications, health: HealthView, security: Security } as const
type Tab = keyof typeof TABS
const NAMES = Object.keys(TABS) as Tab[]

export default function SettingsPage() {
  const { t } = useTexts()
  const [search, setSearch] = useSearchParams()
  const asked = search.get("tab")
  const tab = NAMES.find((name) => name === asked) ?? "accounts"
  const { data } = useRead<{ health: Health }>("/health")
  return (
    <div className="flex flex-col gap-y-3">
      <div>
        <Heading level="h1">{t("settings.title")}</Heading>
        <Text size="small" className="text-ui-fg-subtle">{t("settings.hint")}</Text>
      </div>
      {data && <KeyAlert state={data.health.encryption_key.state} />}
      <Tabs value={tab} onValueChange={(name) => setSearch({ tab: name }, { replace: true })}>
        <div className="-mx-1 overflow-x-auto p-1">
          <Tabs.List>
            {NAMES.map((name) => (
              <Tabs.Trigger key={name} value={name}>{t(`settings.tabs.${name}`)}</Tabs.Trigger>
            ))}
          </Tabs.List>
        </div>
        {NAMES.map((name) => {
          const Content = TABS[name]
          return (
            <Tabs.Content key={name} value={name} className="mt-3 flex flex-col gap-y-3 data-[state=inactive]:hidden">
              <Content />
            </Tabs.Content>
          )
        })}
      </Tabs>
    </div>
  )
}

// The same in both languages: the menu of the settings translates no extension's label.
export const config = defineRouteConfig({ label: "Fatura" })

export const handle = { breadcrumb: () => <Crumb text="settingsName" /> }
