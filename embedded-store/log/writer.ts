import { setTimeout as sleep } from 'node:timers/promises'
import { Draft } from '../protocol/draft.ts'
import type { Written } from '../protocol/recorded.ts'
import type { Outcome, WriteRequest } from '../protocol/write-request.ts'
import { isRefused, type Session } from '../storage/session.ts'
import { needsLog } from './decide-append.ts'
import { decideWrite } from './decide-write.ts'
import type { Ring } from './ring.ts'
import { originalStream } from './stream-name.ts'
import { headFor } from './stream-state.ts'
import { StreamStateCache } from './stream-state-cache.ts'
import { WaitingWrite } from './waiting-write.ts'
import type { WeakCache } from './weak-cache.ts'
import { WriteQueue } from './write-queue.ts'

/** Streams whose heads are kept in memory. */
const MAX_STATES = 50_000

/** Milliseconds without a connection after which writes fail at once instead of waiting for one. */
const MAX_OUTAGE_MS = 2000

export type WriterParts = {
  readonly session: Session
  /** Becomes the writer again after the connection was lost. */
  readonly reopen: () => Promise<Session>
  readonly ring: Ring
  readonly weak: WeakCache
}

/**
 * A draft and the answer to each of its writes after the commit; null leaves the write to its timer.
 * @property assumed streams that were taken for new
 */
type Plan = {
  readonly draft: Draft
  readonly outcomes: readonly (Outcome | null)[]
  readonly assumed: ReadonlySet<string>
}

/**
 * The only place that appends to the log. A single loop takes all waiting writes, decides them in order of arrival
 * against the heads it knows, commits them together, answers, and publishes.
 */
export class Writer {
  readonly #parts: WriterParts
  readonly #queue = new WriteQueue()
  readonly #states = new StreamStateCache(MAX_STATES)
  #session: Session
  #end: bigint
  #downSince: number | null = null
  #stopping = false
  readonly #done: Promise<void>

  constructor(parts: WriterParts) {
    this.#parts = parts
    this.#session = parts.session
    this.#end = parts.session.tail.end
    this.#done = this.#run()
  }

  /** Writes, or answers why not. Answers exactly once and never throws. */
  submit(request: WriteRequest): Promise<Outcome> {
    return new Promise((resolve) => {
      const write = new WaitingWrite(request, resolve)
      const accepted =
        !this.#stopping && !this.#isTooLongWithoutPostgres() && this.#queue.push(write)
      if (!accepted) write.settle({ kind: 'unavailable' })
    })
  }

  async stop(): Promise<void> {
    this.#stopping = true
    this.#queue.wake()
    await this.#done
    await this.#session.close().catch(() => undefined)
  }

  #isTooLongWithoutPostgres(): boolean {
    return this.#downSince !== null && Date.now() - this.#downSince > MAX_OUTAGE_MS
  }

  async #run(): Promise<void> {
    while (!this.#stopping || this.#queue.size > 0) {
      await this.#queue.waitForWrite()
      const writes = this.#queue.take()
      if (writes.length > 0) await this.#write(writes)
    }
  }

  /** @param mayAssume whether streams may be taken for new, which the commit judges, in place of asking before it */
  async #write(writes: readonly WaitingWrite[], mayAssume = true): Promise<void> {
    let plan: Plan | null = null
    try {
      plan = await this.#plan(writes, mayAssume)
      if (await this.#commit(plan)) this.#finishCommit(plan, writes)
      else await this.#write(writes, false)
    } catch (error) {
      if (isRefused(error) || (!plan && isProgrammingError(error))) await this.#isolate(writes)
      else await this.#recover(plan, writes)
    }
  }

  async #commit({ draft, assumed }: Plan): Promise<boolean> {
    return draft.events.length === 0 || this.#session.commit(draft, this.#end, [...assumed])
  }

  async #plan(writes: readonly WaitingWrite[], mayAssume: boolean): Promise<Plan> {
    const unknown = this.#unknownStreams(writes)
    const assumed = new Set(mayAssume ? beginningWith(writes, unknown) : [])
    await this.#fetchStates(unknown.filter((stream) => !assumed.has(stream)))
    const draft = new Draft(this.#end, (stream) => this.#states.get(stream), Date.now())
    const outcomes: (Outcome | null)[] = []
    for (const { request } of writes) {
      const weak = (id: string) => this.#findRecent(draft, request.stream, id)
      const strong = await this.#readAfterExpected(draft, request)
      const before = draft.events.length
      const outcome = decideWrite(request, draft, { weak, strong })
      const repeats = draft.events.length === before && this.#isUncommitted(outcome)
      outcomes.push(repeats ? null : outcome)
    }
    return { draft, outcomes, assumed }
  }

  #unknownStreams(writes: readonly WaitingWrite[]): readonly string[] {
    const streams = new Set(writes.map(({ request }) => originalStream(request.stream)))
    return [...streams].filter((stream) => !this.#states.get(stream))
  }

  async #fetchStates(unknown: readonly string[]): Promise<void> {
    if (unknown.length === 0) return
    for (const [stream, state] of await this.#session.states(unknown))
      this.#states.set(stream, state)
  }

  #findRecent(draft: Draft, stream: string, id: string): Written | undefined {
    return draft.written(stream, id) ?? this.#parts.weak.get(stream, id)
  }

  /** A repeat of an uncommitted write is dropped, as the real server does: its deadline answers it. */
  #isUncommitted(outcome: Outcome): boolean {
    return outcome.kind === 'written' && outcome.position !== null && outcome.position >= this.#end
  }

  /** The stream's events after the expected revision, including those of this commit. */
  async #readAfterExpected(
    draft: Draft,
    { stream, expected, events }: WriteRequest,
  ): Promise<Written[]> {
    const after = needsLog(expected, headFor(stream, draft.state(stream)))
    if (after === null || events.length === 0) return []
    const written = await this.#session.writtenFrom(stream, after + 1n, events.length)
    const added = draft.events.filter((event) => event.stream === stream && event.revision > after)
    return [...written, ...added]
  }

  #finishCommit({ draft, outcomes }: Plan, writes: readonly WaitingWrite[]): void {
    this.#end = draft.end
    for (const [stream, state] of draft.states) this.#states.set(stream, state)
    for (const { id, stream, revision, position } of draft.events) {
      this.#parts.weak.add({ id, stream, revision, position })
    }
    for (const [index, write] of writes.entries()) {
      const outcome = outcomes[index]
      if (outcome) write.settle(outcome)
    }
    this.#parts.ring.publish(draft.events)
  }

  /** Postgres refused the statement and wrote nothing: each write is tried alone, so that only the faulty one fails. */
  async #isolate(writes: readonly WaitingWrite[]): Promise<void> {
    this.#states.clear()
    if (writes.length === 1) return writes[0]?.settle({ kind: 'unavailable' })
    for (const write of writes) await this.#write([write])
  }

  /** The connection or the epoch is lost: becomes the writer again, and sees at the log's end what was committed. */
  async #recover(plan: Plan | null, writes: readonly WaitingWrite[]): Promise<void> {
    const before = this.#end
    if (!(await this.#reconnect())) return this.#settleAll(writes, { kind: 'timeout' })
    const { head, id } = this.#session.tail
    if (plan && this.#wasCommitted(plan, id)) return this.#finishCommit(plan, writes)
    if (this.#end === before) return this.#retryUnanswered(writes)
    this.#parts.ring.restart(head)
    this.#settleAll(writes, { kind: 'timeout' })
  }

  /** The id alone proves nothing: with `any` the previous event may have had the same id. */
  #wasCommitted({ draft }: Plan, id: string | null): boolean {
    return this.#end === draft.end && draft.events.at(-1)?.id === id
  }

  #settleAll(writes: readonly WaitingWrite[], outcome: Outcome): void {
    for (const write of writes) write.settle(outcome)
  }

  async #retryUnanswered(writes: readonly WaitingWrite[]): Promise<void> {
    const waiting = writes.filter((write) => !write.answered)
    if (waiting.length > 0) await this.#write(waiting)
  }

  /** False when the store was stopped before Postgres came back. */
  async #reconnect(): Promise<boolean> {
    this.#downSince ??= Date.now()
    this.#session.close().catch(() => undefined)
    this.#states.clear()
    for (let wait = 20; !this.#stopping; wait = Math.min(wait * 2, 1000)) {
      const session = await this.#parts.reopen().catch(() => sleep(wait, null))
      if (!session) continue
      this.#session = session
      this.#end = session.tail.end
      this.#downSince = null
      return true
    }
    return false
  }
}

/** Those of the streams to which only first events are written: nearly always they are new. */
function beginningWith(
  writes: readonly WaitingWrite[],
  streams: readonly string[],
): readonly string[] {
  const others = new Set(
    writes.flatMap(({ request }) => (isBeginning(request) ? [] : [originalStream(request.stream)])),
  )
  return streams.filter((stream) => !others.has(stream))
}

function isBeginning({ kind, stream, expected, events }: WriteRequest): boolean {
  const writes = kind === 'append' && events.length > 0
  return writes && expected === 'no_stream' && stream === originalStream(stream)
}

/** A programming error, which a retry would only repeat. */
function isProgrammingError(error: unknown): boolean {
  return error instanceof TypeError || error instanceof RangeError || error instanceof SyntaxError
}
