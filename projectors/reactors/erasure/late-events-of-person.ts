import { categoryOf } from '@recado/application/facts/category'
import { idOf } from '@recado/application/ids'
import type { Task } from '@recado/application/intake/task'
import { asRecord } from '@recado/domain/provider-event/loose-json'
import { eventAt } from '@recado/infra/event-store/event-at'
import { keysOf } from '@recado/infra/event-store/event-store'
import { sql } from '@recado/infra/postgres/sql'
import { isFromBefore } from '../../intake/record/erased-person.ts'
import { readClaim } from './claims-of-person.ts'
import { type Span, spansOf, wasNobodyElses } from './holdings.ts'
import type { FoundData } from './portions.ts'
import { noteOf, postsIn } from './posts-of-events.ts'
import { dataOfRawEvent } from './raw-events-of-person.ts'
import type { Search } from './search.ts'
import { SHOWN_BY } from './shown-by.ts'
import { storedRawEvent } from './stored-raw-event.ts'
import { type IsTheirs, personsOf, tasksAbout } from './tasks-about.ts'

/** What the log has of events that came late, by their positions. */
export async function* dataOfLateEvents(
  search: Search,
  events: ReadonlyMap<string, bigint>,
): AsyncGenerator<FoundData> {
  const posts = new Map<string, Set<string>>()
  const names = await lateNames(search)
  for (const [id, position] of events) {
    const raw = await storedRawEvent(search.store, id, position)
    if (raw === null) yield* dataOfFact(search, id, position)
    if (raw === null) continue
    await tasksAbout(search, raw, (tasks) => names(tasks, raw.fact.data.received_at))
    yield* dataOfRawEvent(search, raw)
    noteOf(posts, raw.fact)
  }
  for (const [stream, hashes] of posts) yield* postsIn(search.store, stream, hashes)
}

type LateNames = (tasks: readonly Task[], received_at: string) => Promise<IsTheirs>

/**
 * Whether a name in what came late is the person's, as intake decides it: nobody else has had it since, and what is said
 * by it is of the time before the erasure.
 */
async function lateNames(search: Search): Promise<LateNames> {
  const known = new Map<string, readonly Span[]>()
  const [row] = await search.run<{ since: string }>(sql`
    select requested_at as since from erasures where id = ${search.person}`)
  return async (tasks, received_at) => {
    for (const { id } of tasks.flatMap((task) => personsOf(search.personIds, task)))
      if (!known.has(id)) known.set(id, spansOf((await readClaim(search, id)).holdings))
    return ({ id }, { isOthers, intent }) =>
      !isOthers &&
      row !== undefined &&
      isFromBefore(intent, row) &&
      wasNobodyElses(known.get(id) ?? [], received_at)
  }
}

/** A fact that is no raw event, and what shows what it says. */
async function* dataOfFact(
  { store }: Search,
  id: string,
  position: bigint,
): AsyncGenerator<FoundData> {
  const fact = await eventAt(store, position)
  if (fact === null || fact.id !== id) return
  const { message_id, delivery_id } = asRecord(fact.data)
  yield { kind: 'event', id, keys: keysOf(fact) }
  const shownBy = SHOWN_BY[categoryOf(fact.stream)]
  if (shownBy !== undefined) yield { kind: shownBy, id: idOf(fact.stream), keys: [] }
  if (typeof message_id === 'string') yield { kind: 'message', id: message_id, keys: [] }
  if (typeof delivery_id === 'string') yield { kind: 'delivery', id: delivery_id, keys: [] }
}
