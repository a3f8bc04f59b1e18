import { factMetadata } from '@recado/application/commands/command-context'
import { payloadPartId, postPartId, rawEventId } from '@recado/application/ids'
import type { PersonIds } from '@recado/application/person-ids'
import { payloadStream } from '@recado/application/raw-events/whole-payload'
import { exactText } from '@recado/domain/exact-json'
import { asNative } from '@recado/domain/native-json'
import type {
  ProviderEventEvent,
  ProviderEventReceived,
  ProviderPayloadReceived,
  ProviderPostReceived,
} from '@recado/domain/provider-event/events'
import type { Journal, NewEvent } from '@recado/infra/event-store/event-store'
import { dayStream } from '@recado/infra/event-store/journal'
import { mostSealedBytes } from '@recado/infra/sealing/sealed-fact'
import { sha256Hex } from '@recado/infra/sha256'
import type { Traceparent } from '@recado/infra/tracing/traceparent'
import { jsonBytes } from '@recado/translation/bounded-fields'
import { MAX_RECORD_BYTES, type RawRecord } from './raw-records.ts'

export type ReceivedPost = {
  readonly source: string
  /** The exact body; it was valid UTF-8. */
  readonly body: string
  readonly signature: string | null
  /** The body holds a secret, so neither the body nor its signature is stored. */
  readonly redacted?: boolean
  readonly records: Iterable<RawRecord>
  /** Some records are left out: the body is then stored apart, because no other account's record may contain it. */
  readonly isPart?: boolean
  /** In whose turn the log stores what belongs to no account, such as the parts of the body. */
  readonly payer?: string | undefined
  /** As the sender gave it. */
  readonly request_id: string
  readonly traceparent?: Traceparent | undefined
  readonly at: Date
}

export type JournalDeps = { readonly journal: Journal; readonly personIds: PersonIds }

/** A POST whose records are being made. */
type Journalled = ReceivedPost & Pick<JournalDeps, 'personIds'>

/** `last`: appended only after all entries before it, because it refers to them. */
type Entry = readonly [stream: string, event: NewEvent, last?: 'last']

/** Length of a part of a body in UTF-16 units, small enough for an append even when JSON escapes every unit. */
const MAX_PART_CHARS = 200_000

/**
 * Appends all records of a POST. A repeat writes the same event ids, which readers drop.
 * @param isLate no further part is begun once it is true: the sender repeats all of them
 * @throws StoreUnavailable
 */
export async function journalPost(
  { journal, personIds }: JournalDeps,
  post: ReceivedPost,
  isLate: () => boolean = () => false,
): Promise<void> {
  const sha256 = sha256Hex(post.body)
  let waiting = new Map<string, NewEvent[]>()
  let bytes = 0
  const append = async () => {
    if (isLate())
      throw new Error('the sender was already answered that it must send the same again')
    const turnOf = (events: NewEvent[]) => events[0]?.metadata.account_id ?? post.payer
    await Promise.all(
      [...waiting].map(([stream, events]) => journal.record(stream, events, turnOf(events))),
    )
    waiting = new Map()
    bytes = 0
  }
  // Appends as the records are generated, so that all records of a large POST are never in memory at once.
  for (const [stream, event, last] of journalEntries({ ...post, personIds }, sha256)) {
    const size = mostSealedBytes(jsonBytes(event))
    if (bytes > 0 && (last || bytes + size > MAX_RECORD_BYTES)) await append()
    const own = waiting.get(stream) ?? []
    waiting.set(stream, [...own, event])
    bytes += size
  }
  await append()
}

function* journalEntries(post: Journalled, sha256: string): Generator<Entry> {
  const records = post.records[Symbol.iterator]()
  const first = records.next()
  const second = records.next()
  if (!post.isPart && !first.done && second.done && first.value.whole === undefined) {
    const entry = recordEntry(post, sha256, first.value, post.redacted ? null : post.body)
    if (jsonBytes(entry[1]) <= MAX_RECORD_BYTES) return yield entry
  }
  if (!post.redacted) yield* postEntries(post, sha256)
  for (let at = first; !at.done; at = at === first ? second : records.next()) {
    if (at.value.whole) yield* payloadEntries(post, sha256, at.value, at.value.whole)
    else yield recordEntry(post, sha256, at.value, null)
  }
}

function recordEntry(
  post: Journalled,
  sha256: string,
  record: RawRecord,
  body: string | null,
  payload_parts?: number,
): Entry {
  const { connection, event, part, payload, set_aside } = record
  const data: ProviderEventReceived['data'] = {
    connection_id: connection?.id ?? null,
    source: post.source,
    event,
    ...(part !== undefined && { event_part: part }),
    payload: asNative(payload),
    ...(payload_parts && { payload_parts }),
    body,
    signature: body === null ? null : post.signature,
    body_sha256: sha256,
    received_at: post.at.toISOString(),
    ...(set_aside && { set_aside }),
  }
  const stream = dayStream('providerEvent', connection?.id ?? 'unrouted', post.at)
  const fact = { type: 'ProviderEventReceived', data } as const
  return [stream, journalEvent(post, recordId(record, sha256), connection, fact)]
}

function recordId({ name, named_by_provider }: RawRecord, sha256: string): string {
  return rawEventId(...(named_by_provider ? [] : [sha256]), ...name)
}

/** The parts of a large payload, in a stream of its own, and then the record that refers to them. */
function* payloadEntries(
  post: Journalled,
  sha256: string,
  record: RawRecord,
  whole: object,
): Generator<Entry> {
  const raw_event_id = recordId(record, sha256)
  const texts = partsOf(exactText(whole))
  const received_at = post.at.toISOString()
  for (const [part, body] of texts.entries()) {
    const data: ProviderPayloadReceived['data'] = {
      raw_event_id,
      part,
      parts: texts.length,
      body,
      received_at,
    }
    const id = payloadPartId(raw_event_id, part)
    const fact = { type: 'ProviderPayloadReceived', data } as const
    yield [payloadStream(raw_event_id, post.at), journalEvent(post, id, record.connection, fact)]
  }
  const [stream, event] = recordEntry(post, sha256, record, null, texts.length)
  yield [stream, event, 'last']
}

function* postEntries(post: Journalled, sha256: string): Generator<Entry> {
  const texts = partsOf(post.body)
  const { signature, at } = post
  for (const [part, body] of texts.entries()) {
    const data: ProviderPostReceived['data'] = {
      body_sha256: sha256,
      part,
      parts: texts.length,
      body,
      signature,
      received_at: at.toISOString(),
    }
    const id = postPartId(sha256, part)
    const event = journalEvent(post, id, null, { type: 'ProviderPostReceived', data })
    yield [dayStream('providerPost', null, at), event]
  }
}

/** Cuts a body between characters, because half of a surrogate pair cannot be stored. */
function partsOf(body: string): readonly string[] {
  const parts: string[] = []
  for (let from = 0; from < body.length; ) {
    let to = from + MAX_PART_CHARS
    if (to < body.length && isHighSurrogate(body.charCodeAt(to - 1))) to -= 1
    parts.push(body.slice(from, to))
    from = to
  }
  return parts
}

function isHighSurrogate(unit: number): boolean {
  return unit >= 0xd800 && unit <= 0xdbff
}

/** A raw record is its own correlation id, so every fact it causes carries the record's id. */
function journalEvent(
  { personIds, request_id, traceparent, at }: Journalled,
  id: string,
  connection: RawRecord['connection'],
  fact: ProviderEventEvent,
): NewEvent {
  const account_id = connection?.account_id ?? null
  const context = {
    account_id,
    actor: { type: 'provider', id: connection?.id ?? 'unrouted' },
    correlation_id: id,
    causation_id: id,
    request_id: personIds.requestId({ account_id, request_id }),
    traceparent,
    now: () => at,
    newId: () => id,
  } as const
  return { ...fact, id, metadata: factMetadata(context, fact.type) }
}
