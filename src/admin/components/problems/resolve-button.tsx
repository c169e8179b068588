import { zodResolver } from "@hookform/resolvers/zod"
import { Button, Drawer, Hint, Input, Label, RadioGroup, Textarea } from "@medusajs/ui"
import { useState } from "react"
import { Controller, useForm } from "react-hook-form"
import { z } from "zod"
import { PROBLEM_ACTIONS, type ProblemAction } from "./problem-actions"
import type { ApiError } from "../../lib/api"
import { useWrite } from "../../lib/use-api"
import { useFormats } from "../../lib/formats"
import { readAmount } from "../../lib/read-amount"
import { type Translate, useTexts } from "../../lib/use-texts"
import type { Problem } from "../../lib/wire"

type Values = { action: ProblemAction; reason: string; amount: string }

function schemaFor(t: Translate) {
  return z.object({
    action: z.enum(PROBLEM_ACTIONS),
    reason: z.string().trim().min(3, t("problems.drawer.reasonTooShort")).max(1_000),
    amount: z.string().refine((typed) => readAmount(typed) !== null, t("problems.drawer.amountWrong")),
  })
}

/** The decision about a problem: named, with a reason. */
export function ResolveButton({ problem }: { problem: Problem }) {
  const { t } = useTexts()
  const [open, setOpen] = useState(false)
  return (
    <Drawer open={open} onOpenChange={setOpen}>
      <Drawer.Trigger asChild>
        <Button type="button" size="small" variant="secondary">
          {t("problems.decide")}
        </Button>
      </Drawer.Trigger>
      <Drawer.Content>
        <Drawer.Header>
          <Drawer.Title>{t("problems.drawer.title", { title: problem.title })}</Drawer.Title>
          <Drawer.Description className="txt-small text-ui-fg-subtle">{problem.remedy}</Drawer.Description>
        </Drawer.Header>
        <ResolveForm problem={problem} close={() => setOpen(false)} />
      </Drawer.Content>
    </Drawer>
  )
}

function ResolveForm({ problem, close }: { problem: Problem; close: () => void }) {
  const { t } = useTexts()
  const { money, typed } = useFormats()
  const undecided = problem.undecided_amount ?? 0
  const done = ({ problem: after }: { problem: Problem }) => (after.resolved_at ? t("problems.done") : t("problems.doneInPart", { undecided: money(after.undecided_amount) }))
  const resolve = useWrite<{ problem: Problem }>({ done, quiet: true })
  const form = useForm<Values>({ resolver: zodResolver(schemaFor(t)), defaultValues: { action: problem.actions[0], reason: "", amount: undecided > 0 ? typed(undecided) : "" } })
  const { errors, isSubmitting } = form.formState
  const takesAmount = problem.actions_with_amount.includes(form.watch("action"))
  const submit = form.handleSubmit(async ({ action, reason, amount }) => {
    try {
      await resolve.mutateAsync({ path: `/problems/${problem.id}/resolve`, body: { action, reason, ...(takesAmount && { amount: readAmount(amount) }) } })
      close()
    } catch (error) {
      form.setError("root", { message: (error as ApiError).message })
    }
  })
  return (
    <form onSubmit={submit} noValidate className="flex flex-1 flex-col overflow-hidden">
      <Drawer.Body className="flex flex-1 flex-col gap-y-6 overflow-y-auto">
        <Controller
          control={form.control}
          name="action"
          render={({ field }) => (
            <RadioGroup value={field.value} onValueChange={field.onChange} aria-label={t("problems.drawer.action")}>
              {problem.actions.map((action) => (
                <RadioGroup.ChoiceBox key={action} value={action} {...wordsOf(action, problem, t, money)} />
              ))}
            </RadioGroup>
          )}
        />
        {takesAmount && (
          <Field id="fatura-amount" label={t("problems.drawer.amount")} hint={t("problems.drawer.amountHint")} fault={errors.amount?.message}>
            <Input id="fatura-amount" inputMode="decimal" {...form.register("amount")} aria-invalid={Boolean(errors.amount)} aria-describedby="fatura-amount-hint" />
          </Field>
        )}
        <Field id="fatura-reason" label={t("problems.drawer.reason")} hint={t("problems.drawer.reasonHint")} fault={errors.reason?.message}>
          <Textarea id="fatura-reason" rows={3} {...form.register("reason")} aria-invalid={Boolean(errors.reason)} aria-describedby="fatura-reason-hint" />
        </Field>
        {errors.root && (
          <Hint variant="error" role="alert">
            {errors.root.message}
          </Hint>
        )}
      </Drawer.Body>
      <Drawer.Footer>
        <Drawer.Close asChild>
          <Button type="button" size="small" variant="secondary">
            {t("actions.cancel")}
          </Button>
        </Drawer.Close>
        <Button type="submit" size="small" isLoading={isSubmitting}>
          {t("problems.drawer.submit")}
        </Button>
      </Drawer.Footer>
    </form>
  )
}

/** What a decision does with this problem's money, before it is taken. */
function wordsOf(action: ProblemAction, { undecided_amount: undecided, accept_amount: accepted, due_amount: due, actions_with_amount }: Problem, t: Translate, money: (reais: number) => string): { label: string; description: string } {
  if (action === "dismiss" && undecided && !actions_with_amount.includes(action)) {
    return { label: t("problems.drawer.leave"), description: t("problems.drawer.leaveHint", { undecided: money(undecided) }) }
  }
  if (action === "dismiss" && undecided) {
    return { label: t("problems.drawer.keep"), description: t("problems.drawer.keepHint", { undecided: money(undecided) }) }
  }
  if (action === "accept" && accepted !== null && due !== null && accepted < due) {
    return { label: t("problems.drawer.accept"), description: t("problems.drawer.acceptLessHint", { accepted: money(accepted), rest: money(due - accepted) }) }
  }
  return { label: t(`problems.drawer.${action}`), description: t(`problems.drawer.${action}Hint`) }
}

function Field({ id, label, hint, fault, children }: { id: string; label: string; hint: string; fault?: string; children: React.ReactNode }) {
  return (
    <div className="flex flex-col gap-y-2">
      <Label htmlFor={id} size="small" weight="plus">
        {label}
      </Label>
      {children}
      <Hint id={`${id}-hint`} variant={fault ? "error" : "info"} role={fault ? "alert" : undefined}>
        {fault ?? hint}
      </Hint>
    </div>
  )
}
