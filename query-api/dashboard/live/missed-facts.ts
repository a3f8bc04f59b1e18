import { PositionUnknown } from '@recado/infra/event-store/errors'
import type { EventStore } from '@recado/infra/event-store/event-store'
import type { Wanted } from '../facts/fact-filter.ts'
import type { Waiting } from './backlog.ts'
import { factFrame } from './frames.ts'

/** What came while a client was away. */
export type Missed = {
  readonly store: Pick<EventStore, 'readAll' | 'head'>
  readonly wanted: Wanted
  /** Reads when it is the account's turn. */
  readonly inTurn: <T>(read: () => Promise<T>) => Promise<T>
  /** What the client has seen last. */
  readonly from: bigint
  /** Up to where what is live does not reach back. */
  readonly to: bigint
}

/** Who was away for longer gets a gap: so many facts of all accounts are read, in chunks, and for so long. */
const MOST = 5_000
const CHUNK = 200
const MOST_MS = 10_000

type Chunk = { readonly facts: Waiting[]; readonly at: bigint; readonly isDone: boolean }

/** The facts behind one position up to another, and then a gap if they were too many. Ends at `to`, or behind it. */
export async function* missedFacts(missed: Missed): AsyncGenerator<Waiting> {
  const { from, to, inTurn } = missed
  const began = performance.now()
  try {
    let at = from
    for (let read = 0; at < to; read += CHUNK) {
      if (read >= MOST || performance.now() - began > MOST_MS) return yield { kind: 'gap', to }
      const chunk = await inTurn(() => readChunk(missed, at))
      yield* chunk.facts
      if (chunk.isDone) return
      at = chunk.at
    }
    // Another process may be ahead of this one; a log that was put back is behind its clients.
    if (from > to && from > ((await missed.store.head()) ?? -1n)) yield { kind: 'gap', to }
  } catch (error) {
    if (!(error instanceof PositionUnknown)) throw error
    yield { kind: 'gap', to }
  }
}

async function readChunk({ store, wanted, to }: Missed, at: bigint): Promise<Chunk> {
  const facts: Waiting[] = []
  let last = at
  let count = 0
  const from = at < 0n ? 'start' : at
  for await (const fact of store.readAll({ from, limit: CHUNK + 1 })) {
    count += 1
    if (fact.position <= at) continue
    if (fact.position > to) return { facts, at: to, isDone: true }
    last = fact.position
    if (wanted(fact)) facts.push({ kind: 'fact', position: last, frame: factFrame(fact) })
  }
  return { facts, at: last, isDone: count <= CHUNK }
}
