import type { OutboundSelection } from '@recado/application/read-models/outbound-events'
import type { Run } from '@recado/infra/postgres/run'
import { isPostgresUnavailable } from '@recado/infra/postgres/unavailable'
import { pings } from '../streams/pings.ts'
import { cursorAt } from './cursor.ts'
import type { Place } from './follower.ts'
import { readEvents, withTexts } from './read-events.ts'

export type Stream = {
  readonly place: Place
  /** The log id after which the stream begins. */
  readonly after: number
  readonly selection: Pick<OutboundSelection, 'of' | 'keys' | 'since'>
  readonly run: Run
  /** Whether the client has not read all sent bytes. */
  readonly isUnread: () => boolean
}

/** How long to wait while Postgres is unavailable, ms. */
const AWAY_MS = 1_000
const PAGE_EVENTS = 100
const PING = ': ping\n\n'

/**
 * The text of a stream: first existing events, then new ones, without loss in between. Each piece is generated once the
 * client has read the previous ones. Ends with the place, or when the client stops reading.
 */
export async function* eventFrames(stream: Stream): AsyncGenerator<string> {
  const { place, selection } = stream
  const run: Run = (statement) => place.inTurn(() => stream.run(statement))
  let at = stream.after
  // The first id lets a client that is cut off before any event reconnect at the same place.
  yield `retry: 1000\nid: ${cursorAt(at)}\n\n`
  while (!place.isOver()) {
    const heard = place.heard()
    try {
      const page = await readEvents({ ...selection, after: at, limit: PAGE_EVENTS }, run)
      for await (const { log_id, text } of withTexts(page, run)) {
        if (place.isOver()) return
        yield eventFrame(log_id, text)
        at = log_id
      }
      at = page.at(-1)?.log_id ?? at
      if (page.length < PAGE_EVENTS) yield* pings(stream, heard, () => PING)
    } catch (error) {
      if (!isPostgresUnavailable(error)) throw error
      yield PING
      await place.more(heard, AWAY_MS)
    }
  }
}

/** An event of the stream. @param text the body of the event, in one line */
export function eventFrame(logId: number, text: string): string {
  return `id: ${cursorAt(logId)}\ndata: ${text}\n\n`
}
