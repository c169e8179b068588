/** The value below which so many percent of the values lie (nearest rank). */
export function percentile(values: number[], percent: number): number {
  const sorted = [...values].sort((a, b) => a - b)
  return sorted[Math.min(sorted.length - 1, Math.ceil((percent / 100) * sorted.length) - 1)] ?? Number.NaN
}

/** Count, median, 95th percentile and maximum of each row, as text. */
export function table(rows: Record<string, number[]>): string {
  return Object.entries(rows)
    .map(([name, values]) => {
      const [p50, p95, max] = [50, 95, 100].map((percent) => percentile(values, percent).toFixed(0))
      return `${name}: n ${values.length}, p50 ${p50}, p95 ${p95}, max ${max}`
    })
    .join("\n")
}
