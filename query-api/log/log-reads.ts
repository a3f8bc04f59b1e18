import type { Shares } from '@recado/infra/concurrency/shared-slots'
import { type OnceGone, slotsWith } from '@recado/infra/concurrency/shared-slots'
import type { Tenant } from '@recado/infra/concurrency/tenant-shares'
import type { EventStore, FromPosition, RecordedEvent } from '@recado/infra/event-store/event-store'
import { unavailable } from '@recado/infra/http/http-problem'
import { weightOf } from './weight.ts'

/** What requests may read of the log. */
export type LogReads = Pick<EventStore, 'readStream' | 'readLast' | 'readAll' | 'head'>

/** Who reads the log. */
export type LogReader = {
  readonly tenant: Tenant
  /** Tells when the client has gone: nothing more is read for it. */
  readonly onceGone: OnceGone
  /** Waits without taking up what the request shares with others. */
  readonly aside: <T>(wait: () => Promise<T>) => Promise<T>
}

/** Facts, and their weight, that are read in one turn. A read begins with few: many look at one fact only. */
export const PIECE = { first: 25, most: 200, weight: 256 * 1024 }

/** How long a read waits for its turn, ms. */
const MAX_TURN_WAIT_MS = 20_000

/** Opens the log for reads of requests: each piece of it is read in a turn, and others' turns come between two. */
export function openLogReads(
  store: LogReads,
  turns: number,
  shares: Shares<Tenant>,
): (reader: LogReader) => LogReads {
  const slots = slotsWith({ limit: turns, waitMs: MAX_TURN_WAIT_MS, late: tooManyReads }, shares)
  return ({ tenant, onceGone, aside }) => {
    let isGone = false
    onceGone(() => {
      isGone = true
    })
    return readInPieces(store, async (read) => {
      if (isGone) throw tooManyReads()
      const leave = await aside(() => slots.take(tenant, { onceGone }))
      return read().finally(leave)
    })
  }
}

function tooManyReads() {
  return unavailable('too many reads of the log wait for their turn; try again', 5)
}

type InTurn = <T>(read: () => Promise<T>) => Promise<T>

/** The same reads, each piece in a turn of its own. */
function readInPieces(store: LogReads, inTurn: InTurn): LogReads {
  return {
    head: () => inTurn(() => store.head()),
    readLast: (stream) => inTurn(() => store.readLast(stream)),
    readStream: (stream, from = 0n, limit) =>
      pieces(inTurn, limit, (last, most) =>
        store.readStream(stream, last === undefined ? from : last.revision + 1n, most),
      ),
    readAll: ({ from, direction, limit }) =>
      pieces(inTurn, limit, (last, most) => {
        if (last === undefined)
          return store.readAll({ from, ...directionOption(direction), limit: most })
        if (direction === 'backwards')
          return store.readAll({ from: last.position, direction, limit: most })
        return readAfter(store, last.position, most)
      }),
  }
}

function directionOption(direction: 'forwards' | 'backwards' | undefined) {
  return direction === undefined ? {} : { direction }
}

/** Forwards includes the position. */
async function* readAfter(store: LogReads, position: FromPosition & bigint, limit: number) {
  let left = limit
  for await (const fact of store.readAll({ from: position, limit: limit + 1 })) {
    if (fact.position === position) continue
    yield fact
    left -= 1
    if (left === 0) return
  }
}

type ReadFrom = (last: RecordedEvent | undefined, most: number) => AsyncIterable<RecordedEvent>

async function* pieces(
  inTurn: InTurn,
  limit = Number.POSITIVE_INFINITY,
  readFrom: ReadFrom,
): AsyncGenerator<RecordedEvent, void, void> {
  let last: RecordedEvent | undefined
  let most = PIECE.first
  for (let left = limit; left > 0; most = Math.min(2 * most, PIECE.most)) {
    const asked = Math.min(most, left)
    const piece = await inTurn(() => readPiece(readFrom(last, asked), asked))
    yield* piece.facts
    if (piece.isLast) return
    left -= piece.facts.length
    last = piece.facts.at(-1)
    // Work of others that has arrived meanwhile comes first.
    await new Promise(setImmediate)
  }
}

/** Reads until there are enough facts, or they weigh enough. */
async function readPiece(read: AsyncIterable<RecordedEvent>, most: number) {
  const facts: RecordedEvent[] = []
  let weight = 0
  for await (const fact of read) {
    facts.push(fact)
    weight += weightOf(fact.data)
    if (facts.length === most || weight >= PIECE.weight) return { facts, isLast: false }
  }
  return { facts, isLast: true }
}
