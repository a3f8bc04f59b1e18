import type {
  ProviderEventReceived,
  ProviderPostReceived,
} from '@recado/domain/provider-event/events'
import { eventAt } from '@recado/infra/event-store/event-at'
import type { RecordedEvent } from '@recado/infra/event-store/event-store'
import { dayStream } from '@recado/infra/event-store/journal'
import { sql } from '@recado/infra/postgres/sql'
import type { FoundData } from './portions.ts'
import { keysOf, type Search } from './search.ts'

type RawRow = { readonly id: string; readonly position: string; readonly place: string }

/** Places read in one statement: the rows of some megabytes. */
const SPAN = 2_000

/**
 * The raw events that facts of a person came from, and those that name it: repeats, and what was not understood, have
 * no fact. One that names several persons is lost for all of them; their facts stay.
 */
export async function* rawEventsOfPerson(
  search: Search,
  names: ReadonlySet<string>,
  causes: ReadonlySet<string>,
): AsyncGenerator<FoundData> {
  const posts = new Map<string, Set<string>>()
  for await (const { id, position } of rowsOf(search, names, causes)) {
    const fact = await eventAt(search.store, BigInt(position))
    if (fact === null || fact.id !== id) continue
    yield { kind: 'raw_event', id, keys: keysOf(fact) }
    yield* partsOf(search, fact)
    noteOf(posts, fact)
  }
  for (const [stream, hashes] of posts) yield* postsIn(search, stream, hashes)
}

async function* rowsOf(
  { account_id, run }: Search,
  names: ReadonlySet<string>,
  causes: ReadonlySet<string>,
): AsyncGenerator<RawRow> {
  const patterns = [...names].map((name) => `%${name.replaceAll(/[\\%_]/g, '\\$&')}%`)
  const [last] = await run<{ place: number }>(sql`
    select coalesce(max(account_pos), -1)::float8 as place from raw_events where account_id = ${account_id}`)
  for (let from = 0; from <= (last?.place ?? -1); from += SPAN)
    yield* await run<RawRow>(sql`
      select id, position::text, account_pos::text as place from raw_events
      where account_id = ${account_id} and account_pos >= ${from}::bigint
        and account_pos < ${from + SPAN}::bigint and not erased
        and (id = any(${[...causes]}::uuid[]) or doc like any(${patterns}::text[]) or exists (
          select from raw_event_parts part
          where part.raw_event_id = raw_events.id and part.body like any(${patterns}::text[])))
      order by account_pos`)
}

/** The facts with the parts of a payload that is larger than a record. */
async function* partsOf({ store }: Search, fact: RecordedEvent): AsyncGenerator<FoundData> {
  const { payload_parts, received_at } = fact.data as ProviderEventReceived['data']
  if (payload_parts === undefined) return
  const stream = dayStream('providerEvent', fact.id, new Date(received_at))
  for await (const part of store.readStream(stream))
    yield { kind: 'raw_event', id: null, keys: keysOf(part) }
}

/** Notes where the body of a post stands that brought several changes. */
function noteOf(posts: Map<string, Set<string>>, { data }: RecordedEvent): void {
  const { body, body_sha256, received_at } = data as ProviderEventReceived['data']
  if (body !== null) return
  const stream = dayStream('providerPost', null, new Date(received_at))
  posts.set(stream, (posts.get(stream) ?? new Set()).add(body_sha256))
}

async function* postsIn(
  { store }: Search,
  stream: string,
  hashes: ReadonlySet<string>,
): AsyncGenerator<FoundData> {
  for await (const fact of store.readStream(stream))
    if (hashes.has((fact.data as ProviderPostReceived['data']).body_sha256))
      yield { kind: 'raw_event', id: null, keys: keysOf(fact) }
}
