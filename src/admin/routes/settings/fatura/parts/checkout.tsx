import { Button, Checkbox, Hint, Input, Label, Select, Switch, Table, Text, Textarea } from "@medusajs/ui"
import { type FormEvent, useId, useState } from "react"
import { Loaded } from "../../../../components/loaded"
import { Section } from "../../../../components/section"
import type { ApiError, FieldFault } from "../../../../lib/api"
import { useFormats } from "../../../../lib/formats"
import { useRead, useWrite } from "../../../../lib/use-api"
import { useTexts } from "../../../../lib/use-texts"
import { bodyOf, type CheckoutForm, faultsOf, formOf, METHOD_NUMBERS, METHODS, type Method } from "./checkout-values"
import { Field } from "./field"
import { Discounts } from "./discounts"
import type { Account, AccountPage, Discount, SettingsView } from "./wire"

/** What the checkout offers and what becomes of orders; an empty field follows the plugin's option. */
export function Checkout() {
  const settings = useRead<{ settings: SettingsView; discounts: Discount[] }>("/settings")
  const accounts = useRead<AccountPage>("/accounts")
  return (
    <Loaded read={settings}>
      {(read) => (
        <Loaded read={accounts}>
          {({ accounts: all }) => {
            const usable = all.filter(({ state }) => state !== "archived" && state !== "removed")
            return (
              <>
                <Discounts discounts={read.discounts} />
                <Form key={JSON.stringify([read.settings, usable.map(({ id }) => id)])} settings={read.settings} accounts={usable} />
              </>
            )
          }}
        </Loaded>
      )}
    </Loaded>
  )
}

type Part = { form: CheckoutForm; set: (change: Partial<CheckoutForm>) => void; fault: (path: string) => string | undefined; settings: SettingsView }

function Form({ settings, accounts }: { settings: SettingsView; accounts: Account[] }) {
  const { t } = useTexts()
  const [form, setForm] = useState(() => formOf(settings, accounts.map(({ id }) => id)))
  const [faults, setFaults] = useState<FieldFault[]>([])
  const [refusal, setRefusal] = useState<string | null>(null)
  const save = useWrite<{ settings: SettingsView }>({ quiet: true, done: t("settings.saved") })
  const words = { badNumber: t("settings.checkout.badNumber"), badLine: t("settings.checkout.badLine"), badAddress: t("settings.form.badAddress") }
  const submit = async (event: FormEvent) => {
    event.preventDefault()
    const local = faultsOf(form).map(({ path, code }) => ({ path, message: words[code] }))
    setFaults(local)
    setRefusal(null)
    if (local.length) {
      return
    }
    try {
      await save.mutateAsync({ path: "/settings", body: bodyOf(form, settings) })
    } catch (error) {
      const { fields, message } = error as ApiError
      setFaults(fields)
      setRefusal(message)
    }
  }
  const part: Part = { form, settings, set: (change) => setForm((now) => ({ ...now, ...change })), fault: (path) => faults.find((one) => one.path === path)?.message }
  return (
    <form onSubmit={submit} noValidate className="flex flex-col gap-y-3">
      <Section title={t("settings.checkout.methods")} flush>
        <div className="divide-y">
          {METHODS.map((method) => (
            <MethodFields key={method} method={method} {...part} />
          ))}
        </div>
      </Section>
      {accounts.length > 1 && <ByAccount accounts={accounts} {...part} />}
      <Section title={t("settings.checkout.orders")}>
        <div className="grid gap-6 sm:grid-cols-2">
          <Choice label={t("settings.checkout.onExpiry")} value={form.on_expiry} words={{ cancel_order: t("settings.checkout.cancel_order"), keep_order: t("settings.checkout.keep_order") }} onChange={(on_expiry) => part.set({ on_expiry })} />
          <Choice label={t("settings.checkout.onLatePayment")} value={form.on_late_payment} words={{ problem: t("settings.checkout.problem"), refund: t("settings.checkout.refund") }} onChange={(on_late_payment) => part.set({ on_late_payment })} />
        </div>
      </Section>
      <Section title={t("settings.checkout.tokenization")}>
        <div className="flex flex-col gap-y-4">
          <Text size="small" className="text-ui-fg-subtle max-w-[80ch]">{t("settings.checkout.tokenizationHint")}</Text>
          <Field label={t("settings.checkout.scriptUrl")} fault={part.fault("tokenization.script_url")}>
            {(control) => <Input {...control} value={form.script_url} inputMode="url" spellCheck={false} placeholder="https://" onChange={(event) => part.set({ script_url: event.target.value })} />}
          </Field>
          <Field label={t("settings.checkout.attributes")} hint={t("settings.checkout.attributesHint")} fault={part.fault("tokenization.attributes")}>
            {(control) => <Textarea {...control} value={form.attributes} rows={4} spellCheck={false} onChange={(event) => part.set({ attributes: event.target.value })} />}
          </Field>
        </div>
      </Section>
      <div className="flex flex-wrap items-center justify-end gap-3 py-2">
        {refusal && <Hint variant="error" role="alert">{refusal}</Hint>}
        <Button type="submit" size="small" isLoading={save.isPending}>{t("settings.checkout.save")}</Button>
      </div>
    </form>
  )
}

function MethodFields({ method, form, set, fault, settings }: Part & { method: Method }) {
  const { t } = useTexts()
  const { number } = useFormats()
  const id = useId()
  const numbers = useNumberTexts()
  return (
    <fieldset className="flex flex-col gap-y-4 px-6 py-4">
      <legend className="sr-only">{t(`methods.${method}`)}</legend>
      <div className="flex flex-wrap items-center justify-between gap-3">
        <Text size="small" weight="plus">{t(`methods.${method}`)}</Text>
        <div className="flex items-center gap-x-2">
          <Label htmlFor={id} size="small">{t("settings.checkout.offered")}</Label>
          <Switch id={id} checked={form.switches[method]} onCheckedChange={(on) => set({ switches: { ...form.switches, [method]: on } })} aria-label={`${t(`methods.${method}`)}: ${t("settings.checkout.offered")}`} />
        </div>
      </div>
      <div className="grid gap-4 sm:grid-cols-2 lg:grid-cols-4">
        {METHOD_NUMBERS[method].map((name) => {
          const value = settings.defaults[name as keyof typeof settings.defaults] as number | null
          const standard = value === null ? t("settings.checkout.noLimit") : number(value)
          const { label, hint } = numbers(name)
          return (
            <Field key={name} label={label} hint={[t("settings.checkout.default", { value: standard }), hint].filter(Boolean).join(". ")} fault={fault(name)}>
              {(control) => (
                <Input {...control} inputMode="decimal" placeholder={standard} value={form.numbers[name] ?? ""} onChange={(event) => set({ numbers: { ...form.numbers, [name]: event.target.value } })} />
              )}
            </Field>
          )
        })}
      </div>
    </fieldset>
  )
}

/** What a number is, by its name without the method where that makes no difference. */
function useNumberTexts(): (name: string) => { label: string; hint?: string } {
  const { t } = useTexts()
  const texts: Record<string, { label: string; hint?: string }> = {
    pix_expires_in_minutes: { label: t("settings.checkout.pixMinutes"), hint: t("settings.checkout.pixMinutesHint") },
    boleto_due_in_days: { label: t("settings.checkout.dueDays") },
    boleto_grace_banking_days: { label: t("settings.checkout.graceDays"), hint: t("settings.checkout.graceDaysHint") },
    card_max_installments: { label: t("settings.checkout.maxInstallments") },
    card_min_installment_amount: { label: t("settings.checkout.minInstallment") },
  }
  const amounts = { min: { label: t("settings.checkout.minAmount") }, max: { label: t("settings.checkout.maxAmount") } }
  return (name) => texts[name] ?? (name.endsWith("_max_amount") ? amounts.max : amounts.min)
}

function ByAccount({ accounts, form, set }: Part & { accounts: Account[] }) {
  const { t } = useTexts()
  const toggle = (id: string, method: Method, on: boolean) => set({ accounts: { ...form.accounts, [id]: { ...form.accounts[id]!, [method]: on } } })
  return (
    <Section title={t("settings.checkout.byAccount")} flush>
      <Text size="small" className="text-ui-fg-subtle px-6 py-3">{t("settings.checkout.byAccountHint")}</Text>
      <div role="region" aria-label={t("settings.checkout.byAccount")} tabIndex={0} className="focus-visible:shadow-borders-focus overflow-x-auto outline-none">
        <Table>
          <Table.Header>
            <Table.Row>
              <Table.HeaderCell scope="col">{t("settings.checkout.account")}</Table.HeaderCell>
              {METHODS.map((method) => (
                <Table.HeaderCell key={method} scope="col">{t(`methods.${method}`)}</Table.HeaderCell>
              ))}
            </Table.Row>
          </Table.Header>
          <Table.Body>
            {accounts.map(({ id, name }) => (
              <Table.Row key={id}>
                <Table.Cell>{name}</Table.Cell>
                {METHODS.map((method) => (
                  <Table.Cell key={method}>
                    <Checkbox
                      checked={form.switches[method] && form.accounts[id]?.[method]}
                      disabled={!form.switches[method]}
                      onCheckedChange={(on) => toggle(id, method, on === true)}
                      aria-label={t("settings.checkout.offeredBy", { method: t(`methods.${method}`), account: name, interpolation: { escapeValue: false } })}
                    />
                  </Table.Cell>
                ))}
              </Table.Row>
            ))}
          </Table.Body>
        </Table>
      </div>
    </Section>
  )
}

function Choice({ label, value, words, onChange }: { label: string; value: string; words: Record<string, string>; onChange: (value: string) => void }) {
  return (
    <Field label={label}>
      {(control) => (
        <Select value={value} onValueChange={onChange}>
          <Select.Trigger {...control}>
            <Select.Value />
          </Select.Trigger>
          <Select.Content>
            {Object.entries(words).map(([name, text]) => (
              <Select.Item key={name} value={name}>{text}</Select.Item>
            ))}
          </Select.Content>
        </Select>
      )}
    </Field>
  )
}
