import { countBacklog } from '@recado/application/read-models/followed'
import { secondsSince } from '@recado/application/status/seconds-since'
import { DEADLINES } from '@recado/infra/deadlines'
import type { EventStore } from '@recado/infra/event-store/event-store'
import type { Nats } from '@recado/infra/nats/connect'
import { readStreamEnd } from './events-stream.ts'
import { RELAYED } from './relayed.ts'

/** Counting stops here, because it means reading the events. */
const MAX_COUNTED = 1_000

export type RelayLag = { readonly events: number; readonly seconds: number }

/** Measures how far the stream is: by this process's relay, or by the stream itself while another process leads. */
export function relayLag({ store, nats }: { store: EventStore; nats: Pick<Nats, 'current'> }) {
  let [position, leads] = [-1n, false]
  return {
    passed(upTo: bigint) {
      position = upTo
      leads = true
    },
    ended() {
      leads = false
    },
    /** null while the log does not answer. While NATS does not answer, the last known position counts. */
    async measure(): Promise<RelayLag | null> {
      const connection = nats.current()
      if (!leads && connection !== null) {
        const end = await readStreamEnd(connection).catch(() => null)
        position = end?.fact?.position ?? position
      }
      const of = {
        position,
        streamPrefixes: RELAYED,
        most: MAX_COUNTED,
        withinMs: DEADLINES.count,
      }
      const behind = await countBacklog(store, of)
      if (behind === null) return null
      const since = behind.first?.metadata.recorded_at ?? null
      return { events: behind.count, seconds: since === null ? 0 : secondsSince(since, Date.now()) }
    },
  }
}
