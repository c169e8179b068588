import type { StoreConfig } from "./finding"

export const PLUGIN = "medusa-payment-fatura"

export type Entry = { resolve: string; id?: string; is_default?: boolean; options: Record<string, unknown> }

/** Entries of `modules`, `plugins` or `providers`, as a list or by key, written out or by name alone. */
export function entriesOf(value: unknown): Entry[] {
  const items = Array.isArray(value) ? (value as unknown[]) : Object.values((value ?? {}) as object)
  return items.flatMap((item: unknown): Entry[] => {
    if (typeof item === "string") {
      return [{ resolve: item, options: {} }]
    }
    const entry = (item ?? {}) as { resolve?: unknown; id?: unknown; is_default?: unknown; options?: unknown }
    if (typeof entry.resolve !== "string") {
      return []
    }
    return [{
      resolve: entry.resolve,
      ...(typeof entry.id === "string" && { id: entry.id }),
      is_default: entry.is_default === true,
      options: typeof entry.options === "object" && entry.options !== null ? (entry.options as Record<string, unknown>) : {},
    }]
  })
}

/** The providers of the modules whose name fits. */
export function providersOf(modules: Entry[], name: RegExp): Entry[] {
  return modules.filter(({ resolve }) => name.test(resolve)).flatMap(({ options }) => entriesOf(options.providers))
}

/** The plugin's own entry, by its name or by a path that ends in it. */
export function pluginEntry(config: StoreConfig): Entry | null {
  return entriesOf(config.plugins).find(({ resolve }) => resolve === PLUGIN || resolve.endsWith(`/${PLUGIN}`)) ?? null
}
