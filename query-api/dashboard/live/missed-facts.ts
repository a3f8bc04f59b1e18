import { PositionUnknown } from '@recado/infra/event-store/errors'
import type { EventStore } from '@recado/infra/event-store/event-store'
import type { FactPredicate } from '../facts/fact-filter.ts'
import type { BacklogEntry } from './backlog.ts'
import { factFrame } from './frames.ts'

export type Missed = {
  readonly store: Pick<EventStore, 'readAll' | 'head'>
  readonly wanted: FactPredicate
  /** The last position that the client has seen. */
  readonly from: bigint
  /** The position after which facts are live. */
  readonly to: bigint
}

/** Bounds, beyond which a client gets a gap: facts of all accounts that are read, and time, ms. */
const MAX_FACTS = 5_000
const MAX_READ_MS = 10_000

/** The facts after one position up to another, ending with a gap if they are too many. */
export async function* missedFacts({
  store,
  wanted,
  from,
  to,
}: Missed): AsyncGenerator<BacklogEntry> {
  try {
    if (from < to) return yield* factsBetween({ store, wanted, from, to })
    // Another process may be ahead of this one. Only a restored log ends before the client's position.
    if (from > to && from > ((await store.head()) ?? -1n)) yield { kind: 'gap', to }
  } catch (error) {
    if (!(error instanceof PositionUnknown)) throw error
    yield { kind: 'gap', to }
  }
}

async function* factsBetween({ store, wanted, from, to }: Missed): AsyncGenerator<BacklogEntry> {
  const began = performance.now()
  let looked = 0
  // The first one may be the last that the client has seen, and one more shows whether there are too many.
  const all = { from: from < 0n ? ('start' as const) : from, limit: MAX_FACTS + 2 }
  for await (const fact of store.readAll(all)) {
    const { position } = fact
    if (position <= from) continue
    if (position > to) return
    if (looked === MAX_FACTS || performance.now() - began > MAX_READ_MS)
      return yield { kind: 'gap', to }
    looked += 1
    if (wanted(fact)) yield { kind: 'fact', position, frame: factFrame(fact) }
  }
}
