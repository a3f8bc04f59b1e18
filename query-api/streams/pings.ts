import type { WaitEnd } from './waiter.ts'

/** What the keep-alive comments of a stream need. */
export type Quiet = {
  readonly place: {
    more(heard: number, ms: number): Promise<WaitEnd>
    end(): void
  }
  /** Whether the client has not read all sent bytes. */
  readonly isUnread: () => boolean
}

/** The longest silence before a comment is sent, ms. */
const PING_MS = 15_000

/** Yields comments until something happens. Ends a stream whose client has read nothing between two comments. */
export async function* pings(
  { place, isUnread }: Quiet,
  heard: number,
  ping: () => string,
): AsyncGenerator<string> {
  let wasUnread = false
  while ((await place.more(heard, PING_MS)) === 'quiet') {
    if (wasUnread && isUnread()) return place.end()
    wasUnread = isUnread()
    yield ping()
  }
}
