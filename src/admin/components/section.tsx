import { Container, Heading } from "@medusajs/ui"
import type { ReactNode } from "react"

/** A part of a detail page. `flush` leaves the padding to what stands in it. */
export function Section({ title, actions, flush, children }: { title: string; actions?: ReactNode; flush?: boolean; children: ReactNode }) {
  return (
    <Container className="divide-y p-0">
      <div className="flex flex-wrap items-center justify-between gap-2 px-6 py-4">
        <Heading level="h2">{title}</Heading>
        {actions}
      </div>
      {flush ? children : <div className="px-6 py-4">{children}</div>}
    </Container>
  )
}
