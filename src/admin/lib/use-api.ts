import { toast } from "@medusajs/ui"
import { keepPreviousData, useMutation, useQuery, useQueryClient, type UseMutationResult, type UseQueryResult } from "@tanstack/react-query"
import { ApiError, type QueryValue, download, request } from "./api"
import { saveFile } from "./save-file"
import { useTexts } from "./use-texts"

/** Everything that this plugin keeps in the dashboard's cache stands below this key. */
export const CACHE = "fatura"

/**
 * As `useRead`, with what is asked for in the body of a POST: what staff search for names people, and addresses are logged.
 * @param path below `/admin/fatura`
 */
export function useSearch<T>(path: string, body: Record<string, unknown>): UseQueryResult<T, ApiError> {
  const { language } = useTexts()
  return useQuery<T, ApiError>({
    queryKey: [CACHE, path, body, language],
    queryFn: ({ signal }) => request<T>(path, { method: "POST", body, language, signal }),
    staleTime: 5_000,
    retry: retriesOnce,
    placeholderData: keepPreviousData,
  })
}

/** A refusal stays one however often it is asked. */
function retriesOnce(failures: number, { status }: ApiError): boolean {
  return failures < 1 && status !== 400 && status !== 403 && status !== 404
}

/**
 * Reads a route, and keeps it in the dashboard's cache by path and query.
 * @param path below `/admin/fatura`; null asks nothing yet
 * @param options `keep` shows the page before while the next one comes; `everyMs` asks again and again
 */
export function useRead<T>(path: string | null, query: Record<string, QueryValue> = {}, options: { keep?: boolean; everyMs?: number } = {}): UseQueryResult<T, ApiError> {
  const { language } = useTexts()
  return useQuery<T, ApiError>({
    queryKey: [CACHE, path, query, language],
    queryFn: ({ signal }) => request<T>(path!, { query, language, signal }),
    enabled: path !== null,
    staleTime: 5_000,
    refetchInterval: options.everyMs,
    retry: retriesOnce,
    ...(options.keep && { placeholderData: keepPreviousData }),
  })
}

export type Write = { path: string; method?: "POST" | "DELETE"; body?: unknown }

/**
 * Changes something. Afterwards everything of this plugin is read again, and the order that it belongs to.
 * @param options `done` is said when it succeeded; `quiet` leaves saying a failure to the caller, as a form does
 */
export function useWrite<T>(options: { done?: string | ((answer: T) => string | null); quiet?: boolean } = {}): UseMutationResult<T, ApiError, Write> {
  const { language } = useTexts()
  const cache = useQueryClient()
  return useMutation<T, ApiError, Write>({
    mutationFn: ({ path, method = "POST", body }) => request<T>(path, { method, body: method === "POST" ? body ?? {} : undefined, language }),
    onSuccess: (answer) => {
      const words = typeof options.done === "function" ? options.done(answer) : options.done
      if (words) {
        toast.success(words)
      }
    },
    onError: (error) => {
      if (!options.quiet) {
        toast.error(error.message)
      }
    },
    onSettled: async () => {
      await Promise.all([cache.invalidateQueries({ queryKey: [CACHE] }), cache.invalidateQueries({ queryKey: ["orders"] })])
    },
  })
}

/** Fetches a file on the session and hands it to the browser's downloads. */
export function useDownload(path: string, asked: { query: Record<string, QueryValue> } | { body: Record<string, unknown> }, fallbackName: string): UseMutationResult<void, ApiError, void> {
  const { language } = useTexts()
  return useMutation<void, ApiError, void>({
    mutationFn: async () => {
      const { blob, name } = await download(path, { ...asked, ...("body" in asked && { method: "POST" as const }), language })
      saveFile(blob, name ?? fallbackName)
    },
    onError: (error) => {
      toast.error(error.message)
    },
  })
}
