import { Container, Heading, Text } from "@medusajs/ui"
import type { ReactNode } from "react"
import { FaturaNav } from "./fatura-nav"

/** A page of this plugin: its name, what it is for, its actions, and the way to the others. */
export function Page({ title, hint, actions, children }: { title: string; hint?: string; actions?: ReactNode; children: ReactNode }) {
  return (
    <div className="flex flex-col gap-y-3">
      <FaturaNav />
      <Container className="divide-y p-0">
        <div className="flex flex-wrap items-center justify-between gap-3 px-6 py-4">
          <div className="min-w-0">
            <Heading level="h1">{title}</Heading>
            {hint && (
              <Text size="small" className="text-ui-fg-subtle mt-1 max-w-[80ch]">
                {hint}
              </Text>
            )}
          </div>
          {actions && <div className="flex flex-wrap items-center gap-2">{actions}</div>}
        </div>
        {children}
      </Container>
    </div>
  )
}
