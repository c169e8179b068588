import { zodResolver } from "@hookform/resolvers/zod"
import { XMark } from "@medusajs/icons"
import { Button, Checkbox, FocusModal, Heading, Hint, IconButton, Input, Label, Switch, Text, Textarea } from "@medusajs/ui"
import { useId } from "react"
import { Controller, type FieldPath, useForm, type UseFormReturn } from "react-hook-form"
import type { ApiError } from "../../../../lib/api"
import { useWrite } from "../../../../lib/use-api"
import { useTexts } from "../../../../lib/use-texts"
import { type AccountValues, bodyOf, FIELDS_OF_SERVER, schemaFor, valuesOf } from "./account-values"
import { Field } from "./field"
import type { Account, ConnectionTest, SalesChannel } from "./wire"

type Props = { account: Account | null; channels: SalesChannel[]; close: () => void; tested: (id: string, test: ConnectionTest | null) => void }

/** Adds an account or changes one, and tests it at once. Stored secrets are never shown, only replaced. */
export function AccountForm({ account, channels, close, tested }: Props) {
  const { t } = useTexts()
  const form = useForm<AccountValues>({ resolver: zodResolver(schemaFor(t, account)), defaultValues: valuesOf(account) })
  const save = useWrite<{ account: Account }>({ quiet: true, done: t("settings.saved") })
  const test = useWrite<{ test: ConnectionTest }>()
  const submit = form.handleSubmit(async (values) => {
    try {
      const path = account ? `/accounts/${account.id}` : "/accounts"
      const { account: saved } = await save.mutateAsync({ path, body: bodyOf(values, account) })
      close()
      tested(saved.id, null)
      const answer = await test.mutateAsync({ path: `/accounts/${saved.id}/test` }).catch(() => null)
      tested(saved.id, answer?.test ?? null)
    } catch (error) {
      tell(form, error as ApiError)
    }
  })
  const title = account ? t("settings.form.editTitle", { name: account.name, interpolation: { escapeValue: false } }) : t("settings.form.addTitle")
  return (
    <FocusModal open onOpenChange={(open) => !open && close()}>
      <FocusModal.Content>
        <form onSubmit={submit} noValidate autoComplete="off" className="flex h-full flex-col overflow-hidden">
          <div className="border-b px-4 py-2">
            {/* The one of FocusModal.Header has no name for who can't see its cross. */}
            <FocusModal.Close asChild>
              <IconButton type="button" size="small" variant="transparent" aria-label={t("actions.close")}>
                <XMark />
              </IconButton>
            </FocusModal.Close>
          </div>
          <FocusModal.Body className="flex flex-1 flex-col items-center overflow-y-auto px-4 py-8">
            <div className="flex w-full max-w-[720px] flex-col gap-y-6">
              <div>
                <FocusModal.Title asChild>
                  <Heading>{title}</Heading>
                </FocusModal.Title>
                <FocusModal.Description asChild>
                  <Text size="small" className="text-ui-fg-subtle mt-1">{`${t("settings.accounts.credentialHint")} ${t("settings.form.hint")}`}</Text>
                </FocusModal.Description>
              </div>
              {form.formState.errors.root && <Hint variant="error" role="alert">{form.formState.errors.root.message}</Hint>}
              <Fields form={form} account={account} channels={channels} />
            </div>
          </FocusModal.Body>
          <FocusModal.Footer>
            <FocusModal.Close asChild>
              <Button type="button" size="small" variant="secondary">{t("actions.cancel")}</Button>
            </FocusModal.Close>
            <Button type="submit" size="small" isLoading={form.formState.isSubmitting}>{t("settings.form.save")}</Button>
          </FocusModal.Footer>
        </form>
      </FocusModal.Content>
    </FocusModal>
  )
}

type Part = { form: UseFormReturn<AccountValues>; account: Account | null; channels: SalesChannel[] }

function Fields({ form, account, channels }: Part) {
  const { t } = useTexts()
  const { register, formState, watch } = form
  const fault = (name: keyof AccountValues) => formState.errors[name]?.message
  const moved = account !== null && watch("base_url").trim().replace(/\/+$/, "") !== account.base_url
  const secretHint = account ? t(moved ? "settings.form.again" : "settings.form.keep") : undefined
  return (
    <>
      <div className="grid gap-6 sm:grid-cols-2">
        <Field label={t("settings.form.name")} hint={t("settings.form.nameHint")} fault={fault("name")}>
          {(control) => <Input {...control} {...register("name")} autoComplete="off" />}
        </Field>
        <Field label={t("settings.form.baseUrl")} hint={t("settings.form.baseUrlHint")} fault={fault("base_url")}>
          {(control) => <Input {...control} {...register("base_url")} inputMode="url" autoComplete="off" spellCheck={false} />}
        </Field>
        <Field label={t("settings.form.token")} hint={secretHint} fault={fault("token")}>
          {(control) => <Input {...control} {...register("token")} type="password" autoComplete="new-password" spellCheck={false} />}
        </Field>
        <Field label={t("settings.form.secretKey")} hint={secretHint} fault={fault("secret_key")}>
          {(control) => <Input {...control} {...register("secret_key")} type="password" autoComplete="new-password" spellCheck={false} />}
        </Field>
      </div>
      <Channels form={form} channels={channels} fault={fault("sales_channel_ids")} />
      <SwitchField form={form} name="is_default" label={t("settings.form.isDefault")} disabled={account?.is_default} />
      <fieldset className="flex flex-col gap-y-6 border-t pt-6">
        <legend className="sr-only">{t("settings.form.advanced")}</legend>
        <Field label={t("settings.form.merchantToken")} hint={account?.has_merchant_webhook_token ? `${t("settings.form.merchantTokenHint")} ${t("settings.form.keep")}` : t("settings.form.merchantTokenHint")} fault={fault("merchant_webhook_token")}>
          {(control) => <Input {...control} {...register("merchant_webhook_token")} type="password" autoComplete="new-password" spellCheck={false} />}
        </Field>
        {account?.has_merchant_webhook_token && <SwitchField form={form} name="forget_merchant_token" label={t("settings.form.merchantTokenRemove")} />}
        <Field label={t("settings.form.scopes")} hint={t("settings.form.scopesHint")} fault={fault("scopes")}>
          {(control) => <Input {...control} {...register("scopes")} autoComplete="off" spellCheck={false} />}
        </Field>
        <Field label={t("settings.form.scriptUrl")} hint={t("settings.form.scriptUrlHint")} fault={fault("script_url")}>
          {(control) => <Input {...control} {...register("script_url")} inputMode="url" placeholder="https://" autoComplete="off" spellCheck={false} />}
        </Field>
        <Field label={t("settings.form.attributes")} hint={t("settings.checkout.attributesHint")} fault={fault("attributes")}>
          {(control) => <Textarea {...control} {...register("attributes")} rows={3} spellCheck={false} />}
        </Field>
      </fieldset>
    </>
  )
}

function Channels({ form, channels, fault }: { form: Part["form"]; channels: SalesChannel[]; fault: string | undefined }) {
  const { t } = useTexts()
  const id = useId()
  return (
    <Controller
      control={form.control}
      name="sales_channel_ids"
      render={({ field: { value, onChange } }) => (
        <fieldset className="flex flex-col gap-y-2">
          <legend className="txt-compact-small-plus mb-2">{t("settings.form.channels")}</legend>
          <Hint>{t("settings.form.channelsHint")}</Hint>
          {channels.map((channel) => (
            <div key={channel.id} className="flex items-center gap-x-2">
              <Checkbox id={`${id}-${channel.id}`} checked={value.includes(channel.id)} onCheckedChange={(on) => onChange(on ? [...value, channel.id] : value.filter((one) => one !== channel.id))} />
              <Label htmlFor={`${id}-${channel.id}`} size="small">{channel.name}</Label>
            </div>
          ))}
          {fault && <Hint variant="error" role="alert">{fault}</Hint>}
        </fieldset>
      )}
    />
  )
}

function SwitchField({ form, name, label, disabled }: { form: Part["form"]; name: "is_default" | "forget_merchant_token"; label: string; disabled?: boolean }) {
  const id = useId()
  return (
    <Controller
      control={form.control}
      name={name}
      render={({ field: { value, onChange } }) => (
        <div className="flex items-center gap-x-3">
          <Switch id={id} checked={value} onCheckedChange={onChange} disabled={disabled} />
          <Label htmlFor={id} size="small" weight="plus">{label}</Label>
        </div>
      )}
    />
  )
}

/** Faults of the server at the fields that they name, the rest above. */
function tell(form: Part["form"], error: ApiError): void {
  const named = error.fields.map(({ path, message }) => ({ path: FIELDS_OF_SERVER[path] ?? path, message }))
  const known = named.filter(({ path }) => path in form.getValues())
  for (const { path, message } of known) {
    form.setError(path as FieldPath<AccountValues>, { message }, { shouldFocus: true })
  }
  if (!known.length) {
    form.setError("root", { message: error.message })
  }
}
