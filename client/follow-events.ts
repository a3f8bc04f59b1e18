import { RecadoError } from './recado-error.ts'
import { sleep } from './retrying-fetch.ts'
import { eventsIn } from './server-sent-events.ts'
import type { WhatsappEvent } from './whatsapp-event.ts'

/** Where a stream of events begins, and what it contains. */
export type FollowOptions = {
  /** The cursor of the last event seen. Without it the stream begins at `since`, or else with the next new event. */
  readonly after?: string | undefined
  /** ISO 8601: events recorded from that moment. */
  readonly since?: string | undefined
  /** The id of a connection, or its phone number. */
  readonly connection_id?: string | undefined
  /** Names of events; all structured events by default. */
  readonly events?: readonly string[] | undefined
  /** Also redeliveries that were requested. */
  readonly redeliveries?: boolean
  readonly signal?: AbortSignal
  /** Called when the stream opens, for the first time or after a reconnect; its events come after this cursor. */
  readonly onOpen?: (cursor: string) => void
  /** Called when the stream breaks or fails to open; another attempt follows. */
  readonly onLost?: (error: unknown) => void
}

/** An event, and the cursor that resumes the stream after it. */
export type Followed = {
  readonly cursor: string
  readonly event: WhatsappEvent
  /** The event byte for byte as webhooks receive it, except for `sequence`. */
  readonly text: string
}

type Open = (path: string, init: RequestInit) => Promise<Response>

const FIRST_WAIT_MS = 1_000
const MAX_WAIT_MS = 15_000

/** Follows GET /events and reconnects after failures. @throws RecadoError when the API refuses the request or the key */
export async function* followEvents(open: Open, options: FollowOptions): AsyncGenerator<Followed> {
  const { signal, onLost } = options
  const isOver = () => signal?.aborted === true
  const place = { cursor: options.after }
  for (let failures = 0; !isOver(); ) {
    try {
      for await (const followed of eventsOnce(open, options, place)) {
        failures = 0
        yield followed
      }
      failures = 0
    } catch (error) {
      if (isOver()) return
      if (isFinal(error)) throw error
      failures += 1
      onLost?.(error)
    }
    const waitMs = Math.min(MAX_WAIT_MS, FIRST_WAIT_MS * 2 ** Math.max(0, failures - 1))
    await sleep(waitMs, signal).catch(() => undefined)
  }
}

async function* eventsOnce(
  open: Open,
  options: FollowOptions,
  place: { cursor: string | undefined },
): AsyncGenerator<Followed> {
  const { body } = await open(`/events?${queryOf(options)}`, {
    headers: {
      accept: 'text/event-stream',
      ...(place.cursor === undefined ? {} : { 'last-event-id': place.cursor }),
    },
    signal: options.signal ?? null,
  })
  if (body === null) return
  for await (const { id, data } of eventsIn(body as ReadableStream<Uint8Array<ArrayBuffer>>)) {
    // Without a cursor it is a ping.
    if (id === null) continue
    if (data === null) options.onOpen?.(id)
    else yield followedOf({ id, data })
    // The cursor moves only after the consumer has taken the event: an interruption repeats an event, never loses one.
    place.cursor = id
  }
}

function followedOf({ id, data }: { id: string; data: string }): Followed {
  return { cursor: id, event: JSON.parse(data) as WhatsappEvent, text: data }
}

function queryOf({ since, connection_id, events, redeliveries }: FollowOptions): URLSearchParams {
  return new URLSearchParams({
    ...(since === undefined ? {} : { since }),
    ...(connection_id === undefined ? {} : { connection_id }),
    ...(events === undefined ? {} : { events: events.join(',') }),
    ...(redeliveries === true ? { include: 'redeliveries' } : {}),
  })
}

function isFinal(error: unknown): boolean {
  if (!(error instanceof RecadoError)) return !(error instanceof TypeError)
  return error.status >= 400 && error.status < 500 && error.status !== 429
}
