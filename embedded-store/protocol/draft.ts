import { randomUUID } from 'node:crypto'
import { isMetaStream, metaStream, originalStream } from '../log/stream-name.ts'
import { NEVER_WRITTEN, type StreamRow, type StreamState, streamRow } from '../log/stream-state.ts'
import {
  METADATA_TYPE,
  type Proposed,
  type Recorded,
  recordSize,
  type Written,
} from './recorded.ts'

/**
 * What one commit will write. Later decisions in the same commit see what earlier ones have added; nothing else sees
 * it before the commit has succeeded.
 */
export class Draft {
  readonly events: Recorded[] = []
  readonly #base: (stream: string) => StreamState | undefined
  readonly #states = new Map<string, StreamState>()
  readonly #written = new Map<string, Map<string, Written>>()
  readonly #touched = new Set<string>()
  readonly #created: number
  #end: bigint

  /**
   * @param end position of the next record
   * @param base the committed state of streams, by original name
   * @param created milliseconds since the Unix epoch, for every event of the commit
   */
  constructor(end: bigint, base: (stream: string) => StreamState | undefined, created: number) {
    this.#end = end
    this.#base = base
    this.#created = created
  }

  get end(): bigint {
    return this.#end
  }

  /** The states that changed, by original name. */
  get states(): ReadonlyMap<string, StreamState> {
    return this.#states
  }

  get rows(): StreamRow[] {
    return [...this.#touched].map((stream) => streamRow(stream, this.state(stream)))
  }

  /** The state of the stream, or of the stream whose metadata it holds. */
  state(stream: string): StreamState {
    const original = originalStream(stream)
    return this.#states.get(original) ?? this.#base(original) ?? NEVER_WRITTEN
  }

  /** Where this commit writes the id to the stream. */
  written(stream: string, id: string): Written | undefined {
    return this.#written.get(stream)?.get(id)
  }

  append(stream: string, proposed: readonly Proposed[]): void {
    const state = this.state(stream)
    let last = isMetaStream(stream) ? state.metaLast : state.last
    let metaData = state.metaData
    for (const event of proposed) {
      last += 1n
      this.add(stream, last, event)
      if (event.type === METADATA_TYPE) metaData = event.data
    }
    const changed = isMetaStream(stream)
      ? { ...state, metaLast: last, metaData }
      : { ...state, last }
    this.change(stream, changed)
  }

  /** Appends a metadata event of the store's own. */
  setMetadata(stream: string, data: Buffer): void {
    const event = { id: randomUUID(), type: METADATA_TYPE, json: true, data, meta: Buffer.alloc(0) }
    this.append(metaStream(stream), [event])
  }

  add(stream: string, revision: bigint, event: Proposed): void {
    const record = { ...event, stream, revision, created: this.#created, position: this.#end }
    this.events.push(record)
    const ids = this.#written.get(stream) ?? new Map<string, Written>()
    this.#written.set(stream, ids.set(event.id, record))
    this.#end += BigInt(recordSize(record))
  }

  /** Replaces the state of a stream; its rows, and those of its metadata, are written with the commit. */
  change(stream: string, state: StreamState): void {
    const original = originalStream(stream)
    this.#states.set(original, state)
    this.#touched.add(stream)
    if (stream !== original || state.tombstoned) {
      this.#touched.add(original)
      this.#touched.add(metaStream(original))
    }
  }
}
