import { eventsIn, type StreamEvent } from '@recado/client/server-sent-events'

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
  yield* eventsIn(answer.body)
}
