import { type IdentityKey, identityKeys } from '@recado/application/intake/identity-keys'
import { intentsOf, withPayload } from '@recado/application/intake/raw-event'
import type { Task } from '@recado/application/intake/task'
import type { PersonIds } from '@recado/application/person-ids'
import type {
  ProviderEventReceived,
  ProviderPostReceived,
} from '@recado/domain/provider-event/events'
import { eventAt } from '@recado/infra/event-store/event-at'
import type { RecordedEvent } from '@recado/infra/event-store/event-store'
import { dayStream } from '@recado/infra/event-store/journal'
import { sql } from '@recado/infra/postgres/sql'
import { NO_IDENTITIES } from '@recado/translation/intent'
import type { Held } from './claims-of-person.ts'
import type { FoundData } from './portions.ts'
import { keysOf, type Search } from './search.ts'

type RawRow = { readonly id: string; readonly position: string; readonly place: string }

/** Places read in one statement: the rows of some megabytes. */
const SPAN = 2_000

/**
 * The raw events that facts of a person came from, and those by which today's translation means it, such as repeats. One
 * that names several persons is lost for all of them; their facts stay.
 */
export async function* rawEventsOfPerson(
  search: Search,
  held: Held,
  causes: ReadonlySet<string>,
): AsyncGenerator<FoundData> {
  const posts = new Map<string, Set<string>>()
  for await (const { id, position } of candidates(search, held, causes)) {
    const fact = await rawEventAt(search.store, id, BigInt(position))
    if (fact === null) continue
    const tasks = await tasksAbout(search, held, fact)
    if (tasks.length === 0 && !causes.has(id)) continue
    yield* dataOfRawEvent(search.store, fact)
    for (const { provider_message_id } of tasks)
      yield* statusesOf(search, fact, provider_message_id)
    noteOf(posts, fact)
  }
  for (const [stream, hashes] of posts) yield* postsIn(search.store, stream, hashes)
}

/** What the log has of raw events, by their positions. */
export async function* dataOfRawEvents(
  store: Search['store'],
  events: ReadonlyMap<string, bigint>,
): AsyncGenerator<FoundData> {
  const posts = new Map<string, Set<string>>()
  for (const [id, position] of events) {
    const fact = await rawEventAt(store, id, position)
    if (fact === null) continue
    yield* dataOfRawEvent(store, fact)
    noteOf(posts, fact)
  }
  for (const [stream, hashes] of posts) yield* postsIn(store, stream, hashes)
}

async function* dataOfRawEvent(store: Search['store'], fact: RawFact): AsyncGenerator<FoundData> {
  yield { kind: 'raw_event', id: fact.id, keys: keysOf(fact) }
  yield* partsOf(store, fact)
}

/** Raw events in whose text a name of the person stands: few of all, and not yet those that mean it. */
async function* candidates(
  { account_id, run }: Search,
  held: Held,
  causes: ReadonlySet<string>,
): AsyncGenerator<RawRow> {
  const forms = [...held.values()].flatMap((identity) => identity.forms)
  const patterns = forms.map((form) => `%${form.replaceAll(/[\\%_]/g, '\\$&')}%`)
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

type RawFact = RecordedEvent<ProviderEventReceived>

async function rawEventAt(
  store: Search['store'],
  id: string,
  position: bigint,
): Promise<RawFact | null> {
  const fact = await eventAt(store, position)
  return fact !== null && fact.id === id ? (fact as RawFact) : null
}

/** What a raw event says of the person, by an identity that it had by then. */
async function tasksAbout(
  { store, personIds, translate }: Search,
  held: Held,
  fact: RawFact,
): Promise<readonly Task[]> {
  const isTheirs = ({ id }: IdentityKey) => {
    const identity = held.get(id)
    return identity !== undefined && fact.data.received_at >= identity.since
  }
  const tasks = intentsOf(personIds, translate, await withPayload(store, fact))
  return tasks.filter((task) => personsOf(personIds, task).some(isTheirs))
}

/** Tasks of statuses have no person: intake joins them by the id of the message. */
function personsOf(personIds: PersonIds, { keys, intent, cause }: Task): readonly IdentityKey[] {
  if (intent.kind !== 'status') return keys
  return identityKeys(personIds, cause, { ...NO_IDENTITIES, ...intent.status.recipient })
}

/** The fact of a status whose message nobody knows; that of a known one is among the facts of the message. */
async function* statusesOf(
  { store }: Search,
  { id }: RawFact,
  providerMessage: string | null,
): AsyncGenerator<FoundData> {
  if (providerMessage === null) return
  for await (const fact of store.readStream(`providerMessage-${providerMessage}`))
    if (fact.metadata.$causationId === id)
      yield { kind: 'provider_message', id: providerMessage, keys: keysOf(fact) }
}

/** The facts with the parts of a payload that is larger than a record. */
async function* partsOf(store: Search['store'], fact: RawFact): AsyncGenerator<FoundData> {
  const { payload_parts, received_at } = fact.data
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
  store: Search['store'],
  stream: string,
  hashes: ReadonlySet<string>,
): AsyncGenerator<FoundData> {
  for await (const fact of store.readStream(stream))
    if (hashes.has((fact.data as ProviderPostReceived['data']).body_sha256))
      yield { kind: 'raw_event', id: null, keys: keysOf(fact) }
}
