/** A process of its own, so that sending junk takes nothing from who measures: `sender.ts <Order as JSON>`, one JSON line as its answer. */
import autocannon from "autocannon"
import { huge, slow } from "./large-and-slow"
import { junkPost, type Known } from "./mix"

/** `perSecond`: at most so many posts; without it as many as are answered. */
export type Order = { url: string; posts: number; connections: number; perSecond?: number; known: Known }
export type Sent = { posts: number; seconds: number; statuses: Record<string, Record<string, number>>; broken: number }

const HUGE_IN_THOUSAND = 2
const SLOW_CONNECTIONS = 5

async function main({ url, posts, connections, perSecond, known }: Order): Promise<Sent> {
  const statuses: Sent["statuses"] = {}
  const count = (kind: string, status: string) => {
    const of = (statuses[kind] ??= {})
    of[status] = (of[status] ?? 0) + 1
  }
  const started = performance.now()
  let ended = false
  const aside = async (kind: string, send: () => Promise<string>, times: number) => {
    for (let sent = 0; sent < times && !ended; sent++) count(kind, await send())
  }
  const hugeEach = Math.ceil((posts * HUGE_IN_THOUSAND) / 2_000)
  const asides = [
    aside("huge", () => huge(url, false), hugeEach),
    aside("huge_chunked", () => huge(url, true), hugeEach),
    ...Array.from({ length: SLOW_CONNECTIONS }, () => aside("slow", () => slow(url), Number.POSITIVE_INFINITY)),
  ]
  const result = await autocannon({
    url,
    connections,
    amount: posts,
    timeout: 30,
    ...(perSecond && { overallRate: perSecond }),
    requests: [
      {
        method: "POST",
        setupRequest: (request, context) => {
          const post = junkPost(known)
          Object.assign(context, { kind: post.kind })
          return { ...request, path: post.path, headers: post.headers, body: post.body }
        },
        onResponse: (status, _body, context) => count((context as { kind: string }).kind, String(status)),
      },
    ],
  })
  ended = true
  await Promise.all(asides)
  return { posts: result.requests.sent, seconds: (performance.now() - started) / 1_000, statuses, broken: result.errors }
}

main(JSON.parse(process.argv[2]!) as Order).then(
  (sent) => process.stdout.write(`${JSON.stringify(sent)}\n`),
  (error) => {
    process.stderr.write(`${error}\n`)
    process.exitCode = 1
  },
)
