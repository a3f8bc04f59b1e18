import type { Fact } from '@recado/domain/decision'
import type { Traceparent } from '../tracing/traceparent.ts'

/** Who caused a fact. */
export type Actor = {
  readonly type: 'api_key' | 'user' | 'provider' | 'operator' | 'system'
  readonly id: string
}

/** Stands beside the data of every fact. */
export type FactMetadata = {
  readonly account_id: string | null
  readonly actor: Actor
  /** The request or raw provider event that began the chain; the same on all facts it caused. */
  readonly $correlationId: string
  /** The id of the fact or request that caused this one directly. */
  readonly $causationId: string
  /** When we recorded it, ISO 8601 UTC with milliseconds. */
  readonly recorded_at: string
  /** Of the fact's shape; a fact that was read has the present one (domain/upcasters.ts). */
  readonly schema_version: number
  readonly request_id: string | null
  /** The integer id of a copied event, which keeps the one it had in its first log. */
  readonly log_id?: number
  /**
   * On every fact of intake: which reading of the raw event (`$causationId`) it rests on. A fact of intake
   * without it rests on version 0, the reading before they were counted.
   */
  readonly translation_version?: number
  /** Recorded by a replay of what is long past: no webhook tells of it. */
  readonly quiet?: true
  /**
   * Where in a trace the fact was caused, in the form of the header `traceparent`; absent where nobody traces, and in
   * all facts of before there were traces.
   */
  readonly traceparent?: Traceparent
  /** Whether the next event of the log belongs to the same append: readers show all of it or none. */
  readonly more_follows?: true
}

/** What a line of a log names that tells of one fact. */
export function logged({ id, metadata }: Pick<RecordedEvent, 'id' | 'metadata'>) {
  return { event_id: id, ...chainOfFact(metadata) }
}

/** What a line of a log names of the chain that a fact belongs to. */
export function chainOfFact({ account_id, $correlationId, request_id }: FactMetadata) {
  return { account_id, correlation_id: $correlationId, request_id }
}

/** A fact on its way into the log. The id is its identity for ever: a retry sends the same one. */
export type NewEvent<E extends Fact = Fact> = E & {
  readonly id: string
  readonly metadata: FactMetadata
}

/** A fact as the log holds it. */
export type RecordedEvent<E extends Fact = Fact> = E & {
  readonly id: string
  readonly stream: string
  /** Number of the event within its stream, from 0. */
  readonly revision: bigint
  /** Commit position in the log. Grows along the log; opaque but for its order. */
  readonly position: bigint
  /** The store's own clock, ISO 8601. */
  readonly created: string
  readonly metadata: FactMetadata
}

/** The head a decided append rests on. There is deliberately no `any`: see journal.ts. */
export type ExpectedRevision = 'no_stream' | bigint

/** Where an append ended up: revision of its last event and that event's commit position. */
export type Appended = { readonly revision: bigint; readonly position: bigint }

/** A position to go on from, exclusive. `start` is before the first event, `end` after the last one now. */
export type FromPosition = bigint | 'start' | 'end'

/** What a subscription yields: an event, or the position up to which nothing else matched. */
export type Delivered =
  | { readonly kind: 'event'; readonly event: RecordedEvent }
  /** Everything up to `position` was considered and every match before it was yielded already. */
  | { readonly kind: 'checkpoint'; readonly position: bigint }
  /** All that stood in the log when asked has been yielded; what follows is live. */
  | { readonly kind: 'caught_up' }

/**
 * The events a subscription wants: those of streams beginning with one of these, such as `message-`. Without any, those
 * of every stream but the store's own.
 */
export type Filter = { readonly streamPrefixes: readonly string[] }

/** The log. Every method retries what can be retried safely; see the errors it ends with. */
export type EventStore = {
  /**
   * Decided append: all events or none, only on the expected head. The same ids and revision again are
   * recognised for ever. An unknown outcome is retried with the same ids and revision inside the deadline.
   * @throws RevisionConflict when the stream is elsewhere
   * @throws StreamDeleted when it was tombstoned
   * @throws AppendTooLarge above 1 MiB
   * @throws StoreUnavailable when no answer came in time (`outcomeUnknown` tells whether it may be written)
   */
  append(stream: string, expected: ExpectedRevision, events: readonly NewEvent[]): Promise<Appended>
  /** Events of one stream forwards from a revision, inclusive; nothing when the stream does not exist. */
  readStream(stream: string, from?: bigint): AsyncIterable<RecordedEvent>
  /** The newest event of a stream, or null. */
  readLast(stream: string): Promise<RecordedEvent | null>
  /**
   * Deletes a stream that exists or not, or no longer. Reading it gives nothing from then on; the log shows its events
   * until the server is scavenged, so whoever follows the log must know by a fact that they count no more. An append begins
   * the stream again. For journals that are kept for a time, and nothing else.
   * @throws StoreUnavailable
   */
  deleteStream(stream: string): Promise<void>
  /**
   * The log in both directions, without the store's own events. Forwards is inclusive of the position,
   * backwards exclusive.
   * @throws PositionUnknown when the position is none of this log (a server may also just go on behind it)
   */
  readAll(options: {
    readonly from: FromPosition
    readonly direction?: 'forwards' | 'backwards'
    readonly limit?: number
  }): AsyncIterable<RecordedEvent>
  /** Position of the newest event in the log, be it the store's own; null when there is none. */
  head(): Promise<bigint | null>
  /**
   * Follows the log after a position for ever: catch-up, then live. Resumes by itself, with backoff, after a
   * lost connection, from the last event it yielded; so an event comes at least once and in log order.
   * Ends only when the signal aborts.
   * @throws StoreUnavailable when this process has closed the store, StoreTooOld
   */
  subscribe(options: {
    readonly from: FromPosition
    readonly filter: Filter
    readonly signal: AbortSignal
    /** Told of each end, before the next attempt: what ended, after how long, and by whom. */
    readonly onReconnect?: (error: unknown) => void
  }): AsyncIterable<Delivered>
  /** Whether the server answers, within `timeoutMs`. */
  ping(timeoutMs: number): Promise<boolean>
  /**
   * Asks the server for its version; one that does not answer within five seconds passes.
   * @throws StoreTooOld
   */
  assertNewEnough(): Promise<void>
  close(): Promise<void>
}

/** The append without an expected head, for journals only; given to hooks and the dispatcher, nobody else. */
export type Journal = {
  /**
   * Appends with `any`. Ids are deterministic; a duplicate may stand in the log and readers drop it by id.
   * @throws as EventStore.append, RevisionConflict excepted
   */
  record(stream: string, events: readonly NewEvent[]): Promise<Appended>
}
