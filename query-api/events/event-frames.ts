import type { OutboundSelection } from '@recado/application/read-models/outbound-events'
import type { Run } from '@recado/infra/postgres/run'
import { isPostgresUnavailable } from '@recado/infra/postgres/unavailable'
import { pings } from '../streams/pings.ts'
import { cursorAt } from './cursor.ts'
import type { Place } from './follower.ts'
import { readEvents, withTexts } from './read-events.ts'

/** What one stream of events is made from. */
export type Stream = {
  readonly place: Place
  /** The log id to begin behind. */
  readonly after: number
  readonly selection: Pick<OutboundSelection, 'of' | 'keys' | 'since'>
  readonly run: Run
  /** Whether some of what was sent waits for the client to take it. */
  readonly isUnread: () => boolean
}

/** How long to wait when Postgres is away, ms. */
const AWAY_MS = 1_000
const PAGE = 100
const PING = ': ping\n\n'

/**
 * The text of a stream, piece by piece, each made when the client has taken those before it: events behind the beginning,
 * then what comes, without a seam between them. Ends with the place, and when the client takes nothing any more.
 */
export async function* eventFrames(stream: Stream): AsyncGenerator<string> {
  const { place, selection } = stream
  const run: Run = (statement) => place.inTurn(() => stream.run(statement))
  let at = stream.after
  // A client that is cut off before its first event comes back to where it was.
  yield `retry: 1000\nid: ${cursorAt(at)}\n\n`
  while (!place.isOver()) {
    const heard = place.heard()
    try {
      const page = await readEvents({ ...selection, after: at, limit: PAGE }, run)
      for await (const { log_id, text } of withTexts(page, run)) {
        if (place.isOver()) return
        yield `id: ${cursorAt(log_id)}\ndata: ${text}\n\n`
        at = log_id
      }
      at = page.at(-1)?.log_id ?? at
      if (page.length < PAGE) yield* pings(stream, heard, () => PING)
    } catch (error) {
      if (!isPostgresUnavailable(error)) throw error
      yield PING
      await place.more(heard, AWAY_MS)
    }
  }
}
