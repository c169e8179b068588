import { zodResolver } from "@hookform/resolvers/zod"
import { Button, Drawer, Hint, Input, Label } from "@medusajs/ui"
import { type ReactNode, useEffect, useState } from "react"
import { useForm } from "react-hook-form"
import { z } from "zod"
import type { ApiError } from "../lib/api"
import { useTexts } from "../lib/use-texts"

type Props = {
  title: string
  hint?: string
  label: string
  type?: "text" | "date"
  initial?: string
  check: (text: string) => string | null
  save: (text: string) => Promise<unknown>
  /** What opens it. */
  trigger: ReactNode
}

/** A drawer that asks for one value. A refusal of the server stands at the field. */
export function FormDrawer({ title, hint, label, type = "text", initial = "", check, save, trigger }: Props) {
  const { t } = useTexts()
  const [open, setOpen] = useState(false)
  const schema = z.object({
    value: z.string().superRefine((text, issues) => {
      const fault = check(text.trim())
      if (fault) {
        issues.addIssue({ code: "custom", message: fault })
      }
    }),
  })
  const form = useForm<{ value: string }>({ resolver: zodResolver(schema), defaultValues: { value: initial } })
  const { errors, isSubmitting } = form.formState
  useEffect(() => {
    if (open) {
      form.reset({ value: initial })
    }
  }, [open])
  const submit = form.handleSubmit(async ({ value }) => {
    try {
      await save(value.trim())
      setOpen(false)
    } catch (error) {
      form.setError("value", { message: (error as ApiError).message })
    }
  })
  return (
    <Drawer open={open} onOpenChange={setOpen}>
      <Drawer.Trigger asChild>{trigger}</Drawer.Trigger>
      <Drawer.Content>
        <Drawer.Header>
          <Drawer.Title>{title}</Drawer.Title>
          <Drawer.Description className={hint ? "txt-small text-ui-fg-subtle" : "sr-only"}>{hint ?? title}</Drawer.Description>
        </Drawer.Header>
        <form onSubmit={submit} noValidate className="flex flex-1 flex-col">
          <Drawer.Body className="flex-1">
            <div className="flex flex-col gap-y-2">
              <Label htmlFor="fatura-value" size="small" weight="plus">
                {label}
              </Label>
              <Input id="fatura-value" type={type} {...form.register("value")} aria-invalid={Boolean(errors.value)} aria-describedby={errors.value ? "fatura-value-fault" : undefined} />
              {errors.value && (
                <Hint id="fatura-value-fault" variant="error" role="alert">
                  {errors.value.message}
                </Hint>
              )}
            </div>
          </Drawer.Body>
          <Drawer.Footer>
            <Drawer.Close asChild>
              <Button type="button" size="small" variant="secondary">
                {t("actions.cancel")}
              </Button>
            </Drawer.Close>
            <Button type="submit" size="small" isLoading={isSubmitting}>
              {t("actions.save")}
            </Button>
          </Drawer.Footer>
        </form>
      </Drawer.Content>
    </Drawer>
  )
}
