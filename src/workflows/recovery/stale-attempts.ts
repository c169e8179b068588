import { A_QUARTER_OF_AN_HOUR, type Recovery } from "./recovery"

/** Attempts to have an invoice issued that had no answer, and for which nobody is looking for one. */
export const staleAttempts: Recovery = {
  kind: "stale_attempt",
  words: (id) => `having attempt ${id} without an answer resolved`,
  undone: ({ options }) => ({
    sql: `select i.id from fatura_invoice i
      where i.state in ('issuing', 'unknown') and i.is_live
        and i.issuing_started_at < now() - make_interval(secs => :age)
        and not exists (select 1 from fatura_outbox t where t.fatura_invoice_id = i.id and t.kind = 'resolve_attempt' and t.state = 'pending')`,
    values: { age: Math.ceil(options.timeouts.create / 1_000) + 5 },
  }),
  mend: async (_container, fatura, id) => {
    await fatura.outbox.add("resolve_attempt", id)
    return "waits"
  },
  longestPauseSeconds: A_QUARTER_OF_AN_HOUR,
}
