import type { WaitEnd } from './waiter.ts'

/** What is sent while nothing happens rests on. */
export type Quiet = {
  readonly place: {
    more(heard: number, ms: number): Promise<WaitEnd>
    end(): void
  }
  /** Whether some of what was sent waits for the client to take it. */
  readonly isUnread: () => boolean
}

/** How long nothing may be sent, ms; then a comment is. */
const PING_MS = 15_000

/** Comments while nothing happens, until something does. A client that took nothing between two of them is gone. */
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
