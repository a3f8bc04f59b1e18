import type { Fact } from '@recado/domain/decision'
import type { Traceparent } from '../tracing/traceparent.ts'

export type Actor = {
  readonly type: 'api_key' | 'user' | 'provider' | 'operator' | 'system'
  readonly id: string
}

export type FactMetadata = {
  readonly account_id: string | null
  readonly actor: Actor
  /** The request or raw provider event that began the chain; the same on all facts it caused. */
  readonly $correlationId: string
  /** The id of the fact or request that caused this one directly. */
  readonly $causationId: string
  /** ISO 8601 UTC with milliseconds. */
  readonly recorded_at: string
  /** Version of the data's shape. Facts that were read are already upcast to the newest (domain/upcasters.ts). */
  readonly schema_version: number
  readonly request_id: string | null
  /** The integer id of a copied event, kept from its first log. */
  readonly log_id?: number
  /** Version of the translation that read the raw event (`$causationId`) of a fact of intake; absent means 0. */
  readonly translation_version?: number
  /** Recorded by a replay of old raw events: no webhook delivers it. */
  readonly quiet?: true
  /** The place in a trace that caused the fact, in the form of the header `traceparent`. Absent without tracing. */
  readonly traceparent?: Traceparent
  /** Name of the key under which the personal part of the data is sealed. Absent where there is none. */
  readonly kid?: string
  /** Name of the key under which what was said is sealed, apart from what is kept of the person (ADR 115). */
  readonly said_kid?: string
  /** Came later about an erased person: its personal fields were stored as stand-ins, and nowhere else. */
  readonly erased?: true
  /** What analysts group by, computed from personal fields but not personal: it can be read without a key. */
  readonly derived?: Readonly<Record<string, string | boolean | null>>
  /** The next event of the log belongs to the same append: readers show all of it or none. */
  readonly more_follows?: true
}

/** The fields by which a log line names a fact. */
export function logFieldsOf({ id, metadata }: Pick<RecordedEvent, 'id' | 'metadata'>) {
  return { event_id: id, ...chainOfFact(metadata) }
}

/** The fields by which a log line names the chain of a fact. */
export function chainOfFact({ account_id, $correlationId, request_id }: FactMetadata) {
  return { account_id, correlation_id: $correlationId, request_id }
}

/** A fact to append. Its id is its identity for ever: a retry sends the same one. */
export type NewEvent<E extends Fact = Fact> = E & {
  readonly id: string
  readonly metadata: FactMetadata
}

export type RecordedEvent<E extends Fact = Fact> = E & {
  readonly id: string
  readonly stream: string
  readonly revision: bigint
  /** Commit position in the log. Grows along the log; opaque but for its order. */
  readonly position: bigint
  /** By the store's clock, ISO 8601. */
  readonly created: string
  readonly metadata: FactMetadata
  /** Its personal part was destroyed, or never stored: its personal and raw fields have stand-ins. */
  readonly erased?: true
  /** What was said was destroyed because of its age: those fields have stand-ins. */
  readonly expired?: true
}

/** Whether some of what a fact says of a person is gone: it is shown without any of it. */
export function isLost({ erased, expired }: Pick<RecordedEvent, 'erased' | 'expired'>): boolean {
  return erased === true || expired === true
}

/** Names of the keys under which a fact is sealed; none for a fact without a sealed part. */
export function keysOf({ metadata }: Pick<RecordedEvent, 'metadata'>): readonly string[] {
  return [metadata.kid, metadata.said_kid].filter((kid) => kid !== undefined)
}

/** The revision that a decided append depends on. `any` is deliberately missing: see journal.ts. */
export type ExpectedRevision = 'no_stream' | bigint

/** Revision and commit position of the last event appended. */
export type Appended = { readonly revision: bigint; readonly position: bigint }

/** An exclusive position to continue from. `start` is before the first event, `end` after the newest one. */
export type FromPosition = bigint | 'start' | 'end'

/**
 * A fact as a subscription delivers it. Metadata is parsed on the first use of `metadata`, and data on the first use of
 * `event`: a reader that needs neither costs no parsing. Every reader of a process gets the same object.
 */
export type DeliveredFact = Pick<
  RecordedEvent,
  'id' | 'type' | 'stream' | 'revision' | 'position' | 'metadata'
> & {
  readonly kind: 'event'
  readonly event: RecordedEvent
  /** As `event`, but its personal part may be left sealed: for a reader that passes on nothing of it. */
  readonly unopened: RecordedEvent
  readonly stored: StoredBytes
}

/** The bytes of a fact as the log stores them. */
export type StoredBytes = { readonly data: Uint8Array; readonly metadata: Uint8Array }

/** An item of a subscription: a fact, or a marker between facts. */
export type Delivered =
  | DeliveredFact
  /** Every match up to `position` has been yielded. */
  | { readonly kind: 'checkpoint'; readonly position: bigint }
  /** Everything that the log held at the start has been yielded; what follows is live. */
  | { readonly kind: 'caught_up' }

/** Selects events by stream name prefix, such as `message-`; an empty list selects all but the store's own. */
export type Filter = { readonly streamPrefixes: readonly string[] }

/** The log. Every method retries what is safe to retry. */
export type EventStore = {
  /**
   * Decided append: all events or none, only on the expected revision. Repeating the same ids and revision is
   * recognised for ever, so an unknown outcome is retried within the deadline.
   * @throws RevisionConflict, StreamDeleted, AppendTooLarge, UnserialisableEvent, or StoreUnavailable, after which it
   *   may be written if `outcomeUnknown`
   */
  append(stream: string, expected: ExpectedRevision, events: readonly NewEvent[]): Promise<Appended>
  /**
   * Events of one stream forwards from a revision, inclusive; nothing when the stream does not exist.
   * @param limit at most so many, at least 1; all by default
   */
  readStream(stream: string, from?: bigint, limit?: number): AsyncIterable<RecordedEvent>
  readLast(stream: string): Promise<RecordedEvent | null>
  /**
   * Deletes a journal's stream; a missing one is no error. The log shows its events until a scavenge, so followers
   * must learn from a fact that they no longer count. A later append begins the stream again.
   * @throws StoreUnavailable
   */
  deleteStream(stream: string): Promise<void>
  /**
   * Reads the log without the store's own events. Forwards includes the position, backwards excludes it.
   * @throws PositionUnknown when the position is not of this log (a server may also continue at the next event)
   */
  readAll(options: {
    readonly from: FromPosition
    readonly direction?: 'forwards' | 'backwards'
    readonly limit?: number
  }): AsyncIterable<RecordedEvent>
  /** Position of the newest event in the log, the store's own included; null when the log is empty. */
  head(): Promise<bigint | null>
  /**
   * Follows the log after a position: catch-up, then live. After a lost connection it resumes with backoff from the
   * last event it yielded, so every event comes at least once, in log order. Ends only when the signal aborts.
   * @throws StoreUnavailable when this process has closed the store, StoreTooOld
   */
  subscribe(options: {
    readonly from: FromPosition
    readonly filter: Filter
    readonly signal: AbortSignal
    /** Called before each attempt to resume, with an error that says what ended, after how long and why. */
    readonly onReconnect?: (error: unknown) => void
  }): AsyncIterable<Delivered>
  ping(timeoutMs: number): Promise<boolean>
  /**
   * Whether the server accepts no appends although it answers reads, as with a full disk: several appends of this
   * process failed in a row. Ends with an append that succeeds, or five minutes after the last one that failed.
   */
  refusesAppends(): boolean
  /** Passes when the server does not tell its version within five seconds. @throws StoreTooOld */
  assertNewEnough(): Promise<void>
  close(): Promise<void>
}

/** The append without an expected revision, for journals only: hooks and the dispatcher. */
export type Journal = {
  /**
   * Appends with `any` and deterministic ids; readers drop duplicates by id.
   * @param payer the account, or whoever else, whose turn it takes at the log; by default the account of the events
   * @throws as append, no RevisionConflict
   */
  record(stream: string, events: readonly NewEvent[], payer?: string): Promise<Appended>
}
