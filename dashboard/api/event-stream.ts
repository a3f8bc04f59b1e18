/** One event of a stream; a comment, or an id alone, is an event without data. */
export type StreamEvent = {
  readonly id: string | null
  readonly event: string | null
  readonly data: string | null
}

/** The server answered with something other than a stream. */
export class NoStream extends Error {
  readonly status: number
  constructor(status: number) {
    super(`the stream was refused with ${status}`)
    this.name = 'NoStream'
    this.status = status
  }
}

/**
 * Follows server-sent events until the server ends them or the signal aborts. Unlike EventSource it reports why it was
 * refused, and can be restarted from the same place. @throws NoStream, or what fetch throws
 */
export async function* eventsOf(
  path: string,
  last: string | null,
  signal: AbortSignal,
): AsyncGenerator<StreamEvent> {
  const answer = await fetch(path, {
    credentials: 'same-origin',
    headers: last === null ? {} : { 'last-event-id': last },
    signal,
  })
  if (!answer.ok || answer.body === null) throw new NoStream(answer.status)
  const reader = answer.body.pipeThrough(new TextDecoderStream()).getReader()
  let rest = ''
  for (;;) {
    const { done, value } = await reader.read()
    if (done) return
    const blocks = (rest + value).split('\n\n')
    rest = blocks.pop() ?? ''
    for (const block of blocks) yield eventIn(block)
  }
}

function eventIn(block: string): StreamEvent {
  const lines = block.split('\n')
  const field = (name: string) =>
    lines.find((line) => line.startsWith(`${name}: `))?.slice(name.length + 2) ?? null
  return { id: field('id'), event: field('event'), data: field('data') }
}
