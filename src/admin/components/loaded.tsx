import { Container } from "@medusajs/ui"
import type { UseQueryResult } from "@tanstack/react-query"
import type { ReactNode } from "react"
import type { ApiError } from "../lib/api"
import { ErrorState } from "./error-state"
import { LoadingState } from "./loading-state"

/** What was read, or that it is being read, or why it could not be; the latter two in a box of their own where asked. */
export function Loaded<T>({ read, rows, boxed, children }: { read: UseQueryResult<T, ApiError>; rows?: number; boxed?: boolean; children: (data: T) => ReactNode }) {
  if (read.data !== undefined) {
    return <>{children(read.data)}</>
  }
  const meanwhile = read.error ? <ErrorState error={read.error} retry={read.refetch} /> : <LoadingState rows={rows} />
  return boxed ? <Container className="p-0">{meanwhile}</Container> : meanwhile
}
