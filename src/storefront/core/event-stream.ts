/** Reads the events of a `text/event-stream`, as the HTML standard parses them. Yields at every event, of whatever name. */
export async function* readEvents(body: ReadableStream<Uint8Array>): AsyncGenerator<StreamEvent> {
  const reader = body.getReader()
  const decoder = new TextDecoder()
  let rest = ""
  try {
    for (;;) {
      const { done, value } = await reader.read()
      if (done) return
      const blocks = (rest + decoder.decode(value, { stream: true })).split(/\r?\n\r?\n/)
      rest = blocks.pop() ?? ""
      yield* blocks.map(eventOf)
    }
  } finally {
    void reader.cancel().catch(() => undefined)
  }
}

function eventOf(block: string): StreamEvent {
  const event: StreamEvent = {}
  for (const line of block.split(/\r?\n/)) {
    const [, name, text = ""] = /^(event|data): ?(.*)$/.exec(line) ?? []
    if (name === "event") event.event = text
    if (name === "data") event.data = text
  }
  return event
}

/** An event as it came; `data` is JSON. */
export type StreamEvent = { event?: string; data?: string }

/** Opens a stream of events of the store, until the signal ends it. Every failure is an error. */
export type OpenStream = (path: string, signal: AbortSignal) => Promise<AsyncIterable<StreamEvent>>
