import type streamsPb from '@eventstore/db-client/generated/streams_pb.js'
import { FACT_UPCASTING, type Upcasting } from '@recado/domain/upcasters'
import type { DeliveredFact, FactMetadata, RecordedEvent, StoredBytes } from './event-store.ts'
import { objectFrom, upcastToPresent } from './recorded-event.ts'
import { NO_KEYS, type OpeningKeys, opened, type Sealing } from './sealing.ts'

/** An event of a subscription as the protocol carries it. */
export type ReceivedEvent = streamsPb.ReadResp.ReadEvent
type Wire = streamsPb.ReadResp.ReadEvent.RecordedEvent

/** What the subscriptions of a process have brought. */
export type FactCounts = {
  /** Facts that arrived; one that arrived by two subscriptions counts twice. */
  received: number
  /** Facts whose data was parsed. */
  parsed: number
}

/**
 * The fact of an event; null for the store's own. Its `event` equals what `recordedEvent` makes of the same event: data
 * or metadata that is no JSON object becomes an empty one.
 */
export function deliveredFact(
  received: ReceivedEvent,
  counts: FactCounts,
  upcasting: Upcasting = FACT_UPCASTING,
): DeliveredFact | null {
  const wire = received.getEvent()
  if (wire === undefined) return null
  const type = wire.getMetadataMap().get('type') ?? ''
  const stream = textOf(wire.getStreamIdentifier()?.getStreamName_asU8())
  if (type.startsWith('$') || stream.startsWith('$')) return null
  counts.received += 1
  const head = { type, stream, position: receivedPosition(received) }
  return new ParsedOnUse(wire, head, { counts, upcasting })
}

/** Gives a delivered fact the keys that its first use will need. @throws KeyMissing, VaultUnavailable */
export function holdKey(fact: DeliveredFact, sealing: Sealing): Promise<void> | undefined {
  return fact instanceof ParsedOnUse ? fact.holdKey(sealing) : undefined
}

/** Commit position of any event, the store's own included. */
export function receivedPosition(received: ReceivedEvent): bigint {
  if (received.hasCommitPosition()) return BigInt(received.getCommitPosition())
  const wire = received.getLink() ?? received.getEvent()
  if (wire === undefined) throw new Error('the event store sent an event without a position')
  return BigInt(wire.getCommitPosition())
}

/** How many bytes a delivered fact takes on the wire, roughly; undefined for any other value. */
export function receivedBytes(item: object): number | undefined {
  return item instanceof ParsedOnUse ? item.bytes : undefined
}

/**
 * A fact that was read, in the form that a subscription delivers.
 * @param stored its bytes; by default those of a fact that has no sealed part
 */
export function deliveredAs(event: RecordedEvent, stored?: StoredBytes): DeliveredFact {
  const { id, type, stream, revision, position, metadata } = event
  return {
    ...{ kind: 'event', id, type, stream, revision, position, metadata, event, unopened: event },
    get stored() {
      const bytes = (value: object) => Buffer.from(JSON.stringify(value))
      return stored ?? { data: bytes(event.data), metadata: bytes(metadata) }
    },
  }
}

type Head = Pick<DeliveredFact, 'type' | 'stream' | 'position'>
type Means = { readonly counts: FactCounts; readonly upcasting: Upcasting }

class ParsedOnUse implements DeliveredFact {
  readonly kind = 'event'
  readonly type: string
  readonly stream: string
  readonly position: bigint
  readonly bytes: number
  readonly #wire: Wire
  readonly #means: Means
  #stored: FactMetadata | undefined
  #keys: OpeningKeys = NO_KEYS
  #event: RecordedEvent | undefined
  #unopened: RecordedEvent | undefined

  constructor(wire: Wire, { type, stream, position }: Head, means: Means) {
    this.type = type
    this.stream = stream
    this.position = position
    this.bytes = ENVELOPE_BYTES + wire.getData_asU8().length + wire.getCustomMetadata_asU8().length
    this.#wire = wire
    this.#means = means
  }

  get id(): string {
    return idOf(this.#wire)
  }

  get revision(): bigint {
    return BigInt(this.#wire.getStreamRevision())
  }

  get metadata(): FactMetadata {
    // Only the data tells whether an older fact can be read in the present version, which its metadata then names.
    return this.#means.upcasting.versionOf(this.type) === 1
      ? this.#storedMetadata()
      : this.event.metadata
  }

  get event(): RecordedEvent {
    this.#event ??= this.#parse(this.#keys)
    return this.#event
  }

  get unopened(): RecordedEvent {
    this.#unopened ??= this.#event ?? this.#parse('sealed')
    return this.#unopened
  }

  get stored(): StoredBytes {
    const wire = this.#wire
    return { data: wire.getData_asU8(), metadata: wire.getCustomMetadata_asU8() }
  }

  holdKey(sealing: Sealing): Promise<void> | undefined {
    const keys = sealing.find(this.#storedMetadata())
    if (keys instanceof Promise)
      return keys.then((found) => {
        this.#keys = found
      })
    this.#keys = keys
    return undefined
  }

  #storedMetadata(): FactMetadata {
    this.#stored ??= objectFrom(this.#wire.getCustomMetadata_asU8()) as FactMetadata
    return this.#stored
  }

  #parse(keys: OpeningKeys | 'sealed'): RecordedEvent {
    if (this.#event === undefined && this.#unopened === undefined) this.#means.counts.parsed += 1
    const wire = this.#wire
    const metadata = this.#storedMetadata()
    const named = { id: this.id, type: this.type }
    const { data, ...mark } = opened(named, objectFrom(wire.getData_asU8()), metadata, keys)
    return {
      ...named,
      ...upcastToPresent(this.#means.upcasting, this.type, data, metadata),
      ...mark,
      stream: this.stream,
      revision: this.revision,
      position: this.position,
      created: timeOf(wire.getMetadataMap().get('created')),
    }
  }
}

/** Names, ids and positions around data and metadata. */
const ENVELOPE_BYTES = 256

function idOf(wire: Wire): string {
  const id = wire.getId()?.getString()
  if (!id) throw new Error('the event store sent an event without the text of its id')
  return id
}

/** ISO 8601, from the store's units of 100 ns. */
function timeOf(created: string | undefined): string {
  try {
    return new Date(Number(BigInt(created ?? 0) / 10_000n)).toISOString()
  } catch {
    return new Date(0).toISOString()
  }
}

function textOf(bytes: Uint8Array | undefined): string {
  if (bytes === undefined) throw new Error('the event store sent an event without its stream')
  return Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length).toString('utf8')
}
