import { createHash } from 'node:crypto'
import type {
  ProviderEventReceived,
  ProviderPostReceived,
} from '@recado/domain/provider-event/events'
import type { Journal, NewEvent } from '@recado/infra/event-store/event-store'
import { factMetadata } from '@recado/infra/event-store/fact-metadata'
import { dayStream } from '@recado/infra/event-store/journal'
import { NAMESPACES, uuidOf } from '@recado/infra/uuid-v5'
import { jsonBytes, MAX_RECORD_BYTES, type RawRecord } from './raw-records.ts'

/** A POST that was verified, as it came. */
export type ReceivedPost = {
  readonly source: 'official' | 'freemium'
  /** The exact body; it was valid UTF-8. */
  readonly body: string
  /** The signature header as received. */
  readonly signature: string | null
  /** The body holds what nobody may read: it is not kept, nor is its signature. */
  readonly redacted?: boolean
  readonly records: readonly RawRecord[]
  readonly request_id: string
  readonly at: Date
}

type Entry = readonly [stream: string, event: NewEvent]

/** UTF-16 units of a body's part: at most three bytes each, so a part fits an append however it is escaped. */
const PART_LENGTH = 200_000

/**
 * Appends everything a POST brought; resolves when all of it is in the log. The same POST again writes the
 * same event ids, which readers drop.
 * @throws StoreUnavailable
 */
export async function journalPost(journal: Journal, post: ReceivedPost): Promise<void> {
  const sha256 = createHash('sha256').update(post.body).digest('hex')
  const entries = journalEntries(post, sha256)
  const streams = new Map<string, NewEvent[]>()
  for (const [stream, event] of entries) {
    const own = streams.get(stream)
    if (own === undefined) streams.set(stream, [event])
    else own.push(event)
  }
  await Promise.all([...streams].map(([stream, events]) => inBatches(journal, stream, events)))
}

async function inBatches(journal: Journal, stream: string, events: readonly NewEvent[]) {
  let batch: NewEvent[] = []
  let bytes = 0
  for (const event of events) {
    const size = jsonBytes(event)
    if (batch.length > 0 && bytes + size > MAX_RECORD_BYTES) {
      await journal.record(stream, batch)
      batch = []
      bytes = 0
    }
    batch.push(event)
    bytes += size
  }
  await journal.record(stream, batch)
}

function journalEntries(post: ReceivedPost, sha256: string): readonly Entry[] {
  const [only, ...others] = post.records
  if (only !== undefined && others.length === 0) {
    const entry = recordEntry(post, sha256, only, post.redacted ? null : post.body)
    if (jsonBytes(entry[1]) <= MAX_RECORD_BYTES) return [entry]
  }
  return [
    ...(post.redacted ? [] : postEntries(post, sha256)),
    ...post.records.map((record) => recordEntry(post, sha256, record, null)),
  ]
}

function recordEntry(
  post: ReceivedPost,
  sha256: string,
  { name, named_by_provider, connection, event, payload }: RawRecord,
  body: string | null,
): Entry {
  const data: ProviderEventReceived['data'] = {
    connection_id: connection?.id ?? null,
    source: post.source,
    event,
    payload,
    body,
    signature: body === null ? null : post.signature,
    body_sha256: sha256,
    received_at: post.at.toISOString(),
  }
  const stream = dayStream('providerEvent', connection?.id ?? 'unrouted', post.at)
  const scope = named_by_provider ? [] : [sha256]
  const id = uuidOf(NAMESPACES.providerEvent, ...scope, ...name)
  return [stream, journalEvent(post, id, connection, { type: 'ProviderEventReceived', data })]
}

function postEntries(post: ReceivedPost, sha256: string): readonly Entry[] {
  const texts = partsOf(post.body)
  const { signature, at } = post
  return texts.map((body, part) => {
    const data: ProviderPostReceived['data'] = {
      body_sha256: sha256,
      part,
      parts: texts.length,
      body,
      signature,
      received_at: at.toISOString(),
    }
    const id = uuidOf(NAMESPACES.providerEvent, sha256, 'post', part)
    const event = journalEvent(post, id, null, { type: 'ProviderPostReceived', data })
    return [dayStream('providerPost', null, at), event]
  })
}

/** Cut between characters: half a surrogate pair cannot be stored. */
function partsOf(body: string): readonly string[] {
  const parts: string[] = []
  for (let from = 0; from < body.length; ) {
    let to = from + PART_LENGTH
    if (to < body.length && isHighSurrogate(body.charCodeAt(to - 1))) to -= 1
    parts.push(body.slice(from, to))
    from = to
  }
  return parts
}

function isHighSurrogate(unit: number): boolean {
  return unit >= 0xd800 && unit <= 0xdbff
}

/** A raw record begins its own chain, so that every fact it causes carries its id as correlation. */
function journalEvent(
  { request_id, at }: ReceivedPost,
  id: string,
  connection: RawRecord['connection'],
  fact: ProviderEventReceived | ProviderPostReceived,
): NewEvent {
  const metadata = factMetadata({
    account_id: connection?.account_id ?? null,
    actor: { type: 'provider', id: connection?.id ?? 'unrouted' },
    correlation_id: id,
    causation_id: id,
    request_id,
    now: () => at,
    newId: () => id,
  })
  return { ...fact, id, metadata }
}
