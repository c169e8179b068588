import { Plus } from "@medusajs/icons"
import { Button, Text } from "@medusajs/ui"
import { useState } from "react"
import { EmptyState } from "../../../../components/empty-state"
import { Loaded } from "../../../../components/loaded"
import { Section } from "../../../../components/section"
import { TextLink } from "../../../../components/text-link"
import { useRead } from "../../../../lib/use-api"
import { useTexts } from "../../../../lib/use-texts"
import { AccountCard } from "./account-card"
import { AccountForm } from "./account-form"
import type { Account, AccountPage, ConnectionTest } from "./wire"

type Editing = { account: Account | null } | null

/** The accounts at the gateway; on the first run, what to do. */
export function Accounts() {
  const { t } = useTexts()
  const read = useRead<AccountPage>("/accounts")
  const [editing, setEditing] = useState<Editing>(null)
  const [tests, setTests] = useState<Record<string, ConnectionTest>>({})
  const tested = (id: string, test: ConnectionTest | null) =>
    setTests(({ [id]: _old, ...others }) => (test ? { ...others, [id]: test } : others))
  const add = (
    <Button type="button" size="small" onClick={() => setEditing({ account: null })}>
      <Plus />
      {t(read.data?.accounts.length ? "settings.accounts.add" : "settings.accounts.addFirst")}
    </Button>
  )
  return (
    <>
      <Section title={t("settings.tabs.accounts")} actions={read.data?.accounts.length ? add : undefined} flush>
        <Loaded read={read}>
          {({ accounts, sales_channels }) =>
            accounts.length ? (
              <>
                <ul className="divide-y">
                  {accounts.map((account) => (
                    <AccountCard key={account.id} account={account} channels={sales_channels} test={tests[account.id] ?? null} tested={(test) => tested(account.id, test)} edit={() => setEditing({ account })} />
                  ))}
                </ul>
                <Text size="small" className="text-ui-fg-subtle px-6 py-3">{t("settings.accounts.credentialHint")}</Text>
              </>
            ) : (
              <FirstRun>{add}</FirstRun>
            )
          }
        </Loaded>
      </Section>
      {editing && read.data && <AccountForm account={editing.account} channels={read.data.sales_channels} close={() => setEditing(null)} tested={tested} />}
    </>
  )
}

function FirstRun({ children }: { children: React.ReactNode }) {
  const { t } = useTexts()
  return (
    <EmptyState title={t("settings.accounts.first.title")}>
      <div className="flex w-full flex-col items-center gap-y-4">
        <ol className="flex max-w-[56ch] flex-col gap-y-3 text-left">
          {(["one", "two", "three"] as const).map((step, index) => (
            <li key={step} className="flex gap-x-3">
              <span aria-hidden className="bg-ui-bg-component shadow-borders-base txt-compact-small-plus flex h-6 w-6 shrink-0 items-center justify-center rounded-full">
                {index + 1}
              </span>
              <Text size="small">
                {t(`settings.accounts.first.${step}`)}
                {step === "three" && <TextLink to="/settings/regions" className="ml-1">{t("settings.accounts.first.regions")}</TextLink>}
              </Text>
            </li>
          ))}
        </ol>
        {children}
      </div>
    </EmptyState>
  )
}
