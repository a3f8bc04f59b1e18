import { PositionUnknown } from '@recado/infra/event-store/errors'
import type { EventStore } from '@recado/infra/event-store/event-store'
import type { Wanted } from '../facts/fact-filter.ts'
import type { Waiting } from './backlog.ts'
import { factFrame } from './frames.ts'

export type Missed = {
  readonly store: Pick<EventStore, 'readAll' | 'head'>
  readonly wanted: Wanted
  /** Waits for the account's turn, then reads. */
  readonly inTurn: <T>(read: () => Promise<T>) => Promise<T>
  /** The last position that the client has seen. */
  readonly from: bigint
  /** The position after which facts are live. */
  readonly to: bigint
}

/** Bounds, beyond which a client gets a gap: facts of all accounts that are read, the chunks of them, and time, ms. */
const MOST = 5_000
const CHUNK = 200
const MOST_MS = 10_000

type Chunk = { readonly facts: Waiting[]; readonly at: bigint; readonly isDone: boolean }

/** The facts after one position up to another, ending with a gap if they are too many. */
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
    // Another process may be ahead of this one. Only a restored log ends before the client's position.
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
