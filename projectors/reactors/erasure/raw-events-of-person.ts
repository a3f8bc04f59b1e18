import { categoryOf } from '@recado/application/facts/category'
import { idOf } from '@recado/application/ids'
import { type IdentityKey, identityKeys } from '@recado/application/intake/identity-keys'
import { intentsOf } from '@recado/application/intake/raw-event'
import { messagesOf, type Task } from '@recado/application/intake/task'
import type { PersonIds } from '@recado/application/person-ids'
import type { Native } from '@recado/domain/native-json'
import type {
  ProviderEventReceived,
  ProviderPostReceived,
} from '@recado/domain/provider-event/events'
import { asRecord } from '@recado/domain/provider-event/loose-json'
import { eventAt } from '@recado/infra/event-store/event-at'
import { keysOf, type RecordedEvent } from '@recado/infra/event-store/event-store'
import { dayStream } from '@recado/infra/event-store/journal'
import { type Statement, sql } from '@recado/infra/postgres/sql'
import { type Intent, NO_IDENTITIES } from '@recado/translation/intent'
import { isFromBefore } from '../../intake/record/erased-person.ts'
import { type Held, readClaim } from './claims-of-person.ts'
import { deliveriesOfRawEvent } from './deliveries-of-person.ts'
import { type Span, spanAt, spansOf, wasNobodyElses } from './holdings.ts'
import type { FoundData } from './portions.ts'
import type { Search } from './search.ts'
import { SHOWN_BY } from './shown-by.ts'
import {
  isKeptFor,
  isReducedFor,
  keepForOthers,
  type StoredRawEvent,
  storedRawEvent,
} from './stored-raw-event.ts'

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

/** With the parts of a large payload, what was kept of it when somebody else was erased, and what passed it on. */
async function* dataOfRawEvent(
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

/** Whether an identity in an intent means the person; with `isOthers` it was recorded for somebody else. */
type IsTheirs = (
  key: IdentityKey,
  of: { readonly intent: Intent; readonly isOthers: boolean },
) => boolean

/** What a raw event says of the person; keeps what it holds of others. */
async function tasksAbout(
  search: Search,
  raw: StoredRawEvent,
  names: (tasks: readonly Task[]) => IsTheirs | Promise<IsTheirs>,
): Promise<readonly Task[]> {
  const { personIds, translate } = search
  const read = (payload: Native, of = raw.whole) =>
    intentsOf(personIds, translate, { ...of, data: { ...of.data, payload } })
  const all = read(raw.whole.data.payload)
  const messages = await messagesAmong(search, all)
  const isTheirs = await names(all)
  const isAbout = (task: Task) => {
    const reported = idsOf(task).flatMap((id) => messages.get(id) ?? [])
    const of = { intent: task.intent, isOthers: reported.includes('others') }
    const isNamed = () => personsOf(personIds, task).some((key) => isTheirs(key, of))
    return reported.includes('theirs') || isNamed()
  }
  const tasks = all.filter(isAbout)
  if (tasks.length > 0 && tasks.length < all.length)
    await keepForOthers(search, raw, {
      intents: (payload) => read(payload).map(({ intent }) => intent),
      isTheirs: (payload) => read(payload).some(isAbout),
    })
  return tasks
}

/** Tasks of statuses have no person: intake joins them by the id of the message. */
function personsOf(personIds: PersonIds, { keys, intent, cause }: Task): readonly IdentityKey[] {
  if (intent.kind !== 'status') return keys
  return identityKeys(personIds, cause, { ...NO_IDENTITIES, ...intent.status.recipient })
}

function idsOf(task: Task): readonly string[] {
  return [
    ...messagesOf(task),
    ...(task.provider_message_id === null ? [] : [task.provider_message_id]),
  ]
}

/** Whose the messages are that tasks report, as far as they are known. */
async function messagesAmong(
  { run, contactIds }: Search,
  tasks: readonly Task[],
): Promise<ReadonlyMap<string, 'theirs' | 'others'>> {
  const ids = tasks.flatMap(idsOf)
  const rows = await run<{ id: string; is_theirs: boolean }>(sql`
    select asked.id, bool_or(asked.contact_id = any(${contactIds}::uuid[])) as is_theirs from (
      select told.id, m.contact_id from (select id, id as message_id from unnest(${ids}::uuid[]) as id union all
        select id, message_id from provider_messages where id = any(${ids}::uuid[])) as told
      join messages m on m.id = told.message_id
      union all
      select id, contact_id from imported_messages where id = any(${ids}::uuid[]) and contact_id is not null
    ) as asked group by asked.id`)
  return new Map(rows.map(({ id, is_theirs }) => [id, is_theirs ? 'theirs' : 'others']))
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

/** Notes where the body of a post stands that brought several changes. */
export function noteOf(posts: Map<string, Set<string>>, { data }: RecordedEvent): void {
  const { body, body_sha256, received_at } = data as ProviderEventReceived['data']
  if (body !== null) return
  const stream = dayStream('providerPost', null, new Date(received_at))
  posts.set(stream, (posts.get(stream) ?? new Set()).add(body_sha256))
}

/** The bodies of posts. */
export async function* postsIn(
  store: Search['store'],
  stream: string,
  hashes: ReadonlySet<string>,
): AsyncGenerator<FoundData> {
  for await (const fact of store.readStream(stream))
    if (hashes.has((fact.data as ProviderPostReceived['data']).body_sha256))
      yield { kind: 'raw_event', id: null, keys: keysOf(fact) }
}
