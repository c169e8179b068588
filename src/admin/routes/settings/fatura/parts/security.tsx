import { Text, toast } from "@medusajs/ui"
import { ConfirmButton } from "../../../../components/confirm-button"
import { Loaded } from "../../../../components/loaded"
import { Pager } from "../../../../components/pager"
import { Section } from "../../../../components/section"
import { useFormats } from "../../../../lib/formats"
import { useRead, useWrite } from "../../../../lib/use-api"
import { useKeyset } from "../../../../lib/use-keyset"
import { type Translate, useTexts } from "../../../../lib/use-texts"
import { changeWords, formerWords } from "./change-words"
import type { SensitiveChange, SensitiveChangePage } from "./wire"

const interpolation = { escapeValue: false }
const CREDENTIALS = ["base_url", "token", "secret_key"]

/** What was changed that decides where the money goes, by whom, and the way back. */
export function Security() {
  const { t } = useTexts()
  const { number } = useFormats()
  const keyset = useKeyset("security")
  const read = useRead<SensitiveChangePage>("/sensitive-changes", { limit: 10, after: keyset.after }, { keep: true })
  return (
    <Section title={t("settings.security.title")} flush>
      <Text size="small" className="text-ui-fg-subtle px-6 py-4">{t("settings.security.hint")}</Text>
      <Loaded read={read}>
        {({ sensitive_changes, count, next_cursor }) =>
          sensitive_changes.length ? (
            <>
              <ol className="divide-y">
                {sensitive_changes.map((change) => (
                  <Change key={change.id} change={change} />
                ))}
              </ol>
              <Pager keyset={keyset} next={next_cursor} words={number(count)} />
            </>
          ) : (
            <Text size="small" className="text-ui-fg-subtle px-6 py-4">{t("settings.security.none")}</Text>
          )
        }
      </Loaded>
    </Section>
  )
}

function Change({ change }: { change: SensitiveChange }) {
  const { t } = useTexts()
  const { dateTime } = useFormats()
  const { actor, created_at, undoes, undone_at, undone_by, can_undo, why_not } = change
  return (
    <li className="flex flex-wrap items-start justify-between gap-x-4 gap-y-2 px-6 py-3">
      <div className="flex min-w-0 flex-1 basis-64 flex-col gap-y-1">
        <Text size="small" weight="plus" className="break-words">{titleOf(change, t)}</Text>
        <Text size="small" className="text-ui-fg-subtle break-words">
          {dateTime(created_at)} {t("settings.health.by", { who: actor.email ?? actor.id, interpolation })}
        </Text>
        <ul className="txt-small text-ui-fg-subtle">
          {changeWords(change, t).map((words) => (
            <li key={words} className="break-words">{words}</li>
          ))}
        </ul>
        {undoes && <Text size="small" className="text-ui-fg-subtle">{t("settings.security.undoes")}</Text>}
        {undone_at && (
          <Text size="small" weight="plus" className="break-words">
            {t("settings.security.undone", { who: undone_by?.email ?? undone_by?.id, at: dateTime(undone_at), interpolation })}
          </Text>
        )}
        {!undoes && !undone_at && why_not && <Text size="small" className="break-words">{why_not.message}</Text>}
      </div>
      {can_undo && <UndoButton change={change} />}
    </li>
  )
}

function UndoButton({ change }: { change: SensitiveChange }) {
  const { t } = useTexts()
  const { dateTime } = useFormats()
  const undo = useWrite<{ sensitive_change: SensitiveChange }>({ done: t("settings.security.done"), quiet: true })
  const act = () =>
    undo.mutate(
      { path: `/sensitive-changes/${change.id}/undo` },
      // No form stands open that could say them beside its fields.
      { onError: ({ message, fields }) => toast.error([message, ...fields.map((fault) => fault.message)].join(" ")) }
    )
  return (
    <ConfirmButton
      label={t("settings.security.undoWhat", { what: titleOf(change, t), at: dateTime(change.created_at), interpolation })}
      pending={undo.isPending}
      onConfirm={act}
      question={{ title: t("settings.security.question"), description: willHappen(change, t), confirmText: t("settings.security.undo"), danger: true }}
    >
      {t("settings.security.undo")}
    </ConfirmButton>
  )
}

function titleOf({ action, account }: SensitiveChange, t: Translate): string {
  return `${t(`settings.health.actions.${action}`)}: ${account ? (account.name ?? account.id) : t("settings.security.checkout")}`
}

/** In words, before it is done. */
function willHappen(change: SensitiveChange, t: Translate): string {
  const { action, account, changes } = change
  const values = action === "account_changed" || action === "settings_changed" ? formerWords(change, t) : []
  const isCredential = action === "account_changed" && CREDENTIALS.some((field) => field in changes)
  return [
    t(`settings.security.will.${action}`, { account: account?.name ?? account?.id, interpolation }),
    ...(values.length ? [t("settings.security.will.values", { values: values.join("; "), interpolation })] : []),
    ...(action === "account_changed" && "is_default" in changes ? [t("settings.security.will.default")] : []),
    ...(isCredential ? [t("settings.security.will.credentials")] : []),
    t("settings.security.will.told"),
  ].join(" ")
}
