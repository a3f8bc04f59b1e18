/** One event of a stream; a comment, or an id alone, is an event without data. */
export type StreamEvent = {
  readonly id: string | null
  readonly event: string | null
  readonly data: string | null
}

/** The server pings every 15 s; three missing pings mean a dead connection. */
const SILENT_MS = 50_000

/** Bound of one event, characters; the largest event has a few million. */
const MAX_LENGTH = 16 * 1024 * 1024

/** Reads the events of a stream. @throws TypeError when the stream falls silent or an event exceeds the bound */
export async function* eventsIn(
  body: ReadableStream<Uint8Array<ArrayBuffer>>,
): AsyncGenerator<StreamEvent> {
  const reader = body.pipeThrough(new TextDecoderStream()).getReader()
  let rest = ''
  try {
    for (;;) {
      const { done, value } = await withinSilence(reader.read())
      if (done) return
      const blocks = (rest + value).split('\n\n')
      rest = blocks.pop() ?? ''
      if (rest.length > MAX_LENGTH) throw new TypeError('the stream brings an event without an end')
      for (const block of blocks) yield eventOf(block)
    }
  } finally {
    await reader.cancel().catch(() => undefined)
  }
}

function eventOf(block: string): StreamEvent {
  const lines = block.split('\n')
  const field = (name: string) =>
    lines.find((line) => line.startsWith(`${name}: `))?.slice(name.length + 2) ?? null
  return { id: field('id'), event: field('event'), data: field('data') }
}

function withinSilence<T>(reading: Promise<T>): Promise<T> {
  let timer: ReturnType<typeof setTimeout> | undefined
  const silence = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new TypeError('the stream fell silent')), SILENT_MS)
  })
  return Promise.race([reading, silence]).finally(() => clearTimeout(timer))
}
