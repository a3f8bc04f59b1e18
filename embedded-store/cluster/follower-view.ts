import { sleep } from '@recado/infra/concurrency/sleep'
import type { Ring } from '../log/ring.ts'
import type { Recorded } from '../protocol/recorded.ts'
import type { Reader, StreamPage } from '../storage/reader.ts'

/** Milliseconds between two polls for the leader's new events. */
const POLL_MS = 100

/** The log as a follower sees it: only events up to the position that has reached it. */
export function laggingReader(reader: Reader, visible: () => bigint): Reader {
  const hasArrived = ({ position }: Recorded) => position <= visible()
  return {
    ...reader,
    allPage: async (from, direction) => (await reader.allPage(from, direction)).filter(hasArrived),
    async streamPage(query) {
      const page = await reader.streamPage(query)
      return page && arrivedPart(page, hasArrived)
    },
    async event(stream, revision) {
      const event = await reader.event(stream, revision)
      return event && hasArrived(event) ? event : null
    },
  }
}

/** For the follower a stream does not exist until one of its events has arrived. */
function arrivedPart(page: StreamPage, seen: (event: Recorded) => boolean): StreamPage | null {
  const events = page.events.filter(seen)
  return page.events.length > 0 && events.length === 0 ? null : { ...page, events }
}

/** Publishes the leader's events to the follower's ring, `lag` milliseconds late, until the signal aborts. */
export async function followLeader(
  reader: Reader,
  ring: Ring,
  lag: (now: number) => number,
  signal: AbortSignal,
): Promise<void> {
  while (!signal.aborted) {
    const page = await reader.allPage(ring.head, 'forwards')
    const now = Date.now()
    // Only the beginning of the page: what follows a late event is late too, whatever a clock that was set back says.
    const late = page.findIndex(({ created }) => created > now - lag(now))
    const arrived = late === -1 ? page : page.slice(0, late)
    if (signal.aborted) return
    if (arrived.length > 0) ring.publish(arrived)
    else await sleep(POLL_MS, signal)
  }
}
