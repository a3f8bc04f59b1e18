import { keysOf, type RecordedEvent } from '@recado/infra/event-store/event-store'
import { type Statement, sql } from '@recado/infra/postgres/sql'
import type { Held } from './claims-of-person.ts'
import { deliveriesOfRawEvent } from './deliveries-of-person.ts'
import { spanAt } from './holdings.ts'
import type { FoundData } from './portions.ts'
import { noteOf, postsIn } from './posts-of-events.ts'
import type { Search } from './search.ts'
import { isKeptFor, isReducedFor, type StoredRawEvent, storedRawEvent } from './stored-raw-event.ts'
import { type IsTheirs, tasksAbout } from './tasks-about.ts'

type RawRow = { readonly id: string; readonly position: string; readonly place: string }

/** Places read in one statement: the rows of some megabytes. */
const SPAN = 2_000
/** Ids of sends that are looked for in one reading of all raw events. */
const SENDS = 1_000

/** What is known of a person by the facts about it. */
export type Known = {
  readonly held: Held
  /** Raw events that facts came from. */
  readonly causes: ReadonlySet<string>
  /** The provider's ids of what was sent to the person. */
  readonly sent: ReadonlySet<string>
}

/**
 * The raw events that facts of a person came from, and those by which today's translation means it, such as repeats. What
 * one holds of others is kept before.
 */
export async function* rawEventsOfPerson(search: Search, known: Known): AsyncGenerator<FoundData> {
  const { held, causes } = known
  const posts = new Map<string, Set<string>>()
  for await (const { id, position } of candidates(search, known)) {
    const raw = await storedRawEvent(search.store, id, BigInt(position))
    if (raw === null) continue
    const { fact } = raw
    const isTheirs: IsTheirs = (key, { isOthers }) => {
      const span = spanAt(held.get(key.id)?.spans ?? [], fact.data.received_at, causes.has(id))
      // What was recorded for who had the identity next was received just before.
      return span !== undefined && !(isOthers && span.until !== null)
    }
    const tasks = await tasksAbout(search, raw, () => isTheirs)
    if (tasks.length === 0 && !causes.has(id) && !isReducedFor(search, raw)) continue
    yield* dataOfRawEvent(search, raw)
    for (const { provider_message_id } of tasks)
      yield* statusesOf(search, fact, provider_message_id)
    noteOf(posts, fact)
  }
  for (const [stream, hashes] of posts) yield* postsIn(search.store, stream, hashes)
}

/** With the parts of a large payload, what was kept of it when somebody else was erased, and what passed it on. */
export async function* dataOfRawEvent(
  search: Search,
  { fact, parts }: StoredRawEvent,
): AsyncGenerator<FoundData> {
  yield { kind: 'raw_event', id: fact.id, keys: keysOf(fact) }
  for (const part of parts)
    if (!isKeptFor(search, part)) yield { kind: 'raw_event', id: null, keys: keysOf(part) }
  const { connection_id } = fact.data
  if (connection_id !== null)
    yield* deliveriesOfRawEvent(search, { event_id: fact.id, connection_id })
}

/** Raw events in whose text a name of the person stands: few of all, and not yet those that mean it. */
async function* candidates(search: Search, { held, causes, sent }: Known): AsyncGenerator<RawRow> {
  const forms = [...held.values()].flatMap((identity) => identity.forms)
  const patterns = forms.map((form) => `%${form.replaceAll(/[\\%_]/g, '\\$&')}%`)
  yield* rawEventsWhere(
    search,
    sql`(id = any(${[...causes]}::uuid[]) or doc like any(${patterns}::text[]) or exists (
      select from raw_event_parts part
      where part.raw_event_id = raw_events.id and part.body like any(${patterns}::text[])))`,
  )
  const sources = namingByHiddenIds(search)
  const ids = sources.length === 0 ? [] : [...sent]
  for (let n = 0; n < ids.length; n += SENDS) {
    const some = ids.slice(n, n + SENDS).map((id) => id.replaceAll(/[^\w-]/g, '\\$&'))
    const pattern = `(${some.join('|')})`
    yield* rawEventsWhere(search, sql`source = any(${sources}::text[]) and doc ~ ${pattern}`)
  }
}

/** The providers whose echoes and statuses may name a person by an id that only they know. */
function namingByHiddenIds({ providers }: Search): readonly string[] {
  return [...providers].filter(([, { sends }]) => sends.reachesBy === 'lid').map(([type]) => type)
}

async function* rawEventsWhere(
  { account_id, run }: Search,
  condition: Statement,
): AsyncGenerator<RawRow> {
  const [last] = await run<{ place: number }>(sql`
    select coalesce(max(account_pos), -1)::float8 as place from raw_events where account_id = ${account_id}`)
  for (let from = 0; from <= (last?.place ?? -1); from += SPAN)
    yield* await run<RawRow>(sql`
      select id, position::text, account_pos::text as place from raw_events
      where account_id = ${account_id} and account_pos >= ${from}::bigint
        and account_pos < ${from + SPAN}::bigint and ${condition}
      order by account_pos`)
}

/** The fact of a status whose message nobody knows; that of a known one is among the facts of the message. */
async function* statusesOf(
  { store }: Search,
  { id }: RecordedEvent,
  providerMessage: string | null,
): AsyncGenerator<FoundData> {
  if (providerMessage === null) return
  for await (const fact of store.readStream(`providerMessage-${providerMessage}`))
    if (fact.metadata.$causationId === id)
      yield { kind: 'provider_message', id: providerMessage, keys: keysOf(fact) }
}
