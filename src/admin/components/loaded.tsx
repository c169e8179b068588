import type { UseQueryResult } from "@tanstack/react-query"
import type { ReactNode } from "react"
import type { ApiError } from "../lib/api"
import { ErrorState } from "./error-state"
import { LoadingState } from "./loading-state"

/** What was read, or that it is being read, or why it could not be. */
export function Loaded<T>({ read, rows, children }: { read: UseQueryResult<T, ApiError>; rows?: number; children: (data: T) => ReactNode }) {
  if (read.data !== undefined) {
    return <>{children(read.data)}</>
  }
  return read.error ? <ErrorState error={read.error} retry={read.refetch} /> : <LoadingState rows={rows} />
}
