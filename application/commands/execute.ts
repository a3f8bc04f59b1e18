import {
  type Aggregate,
  type Decide,
  type Fact,
  isRefusal,
  type Refusal,
} from '@recado/domain/decision'
import { backoff } from '@recado/infra/concurrency/backoff'
import { sleep } from '@recado/infra/concurrency/sleep'
import { ContestedStream, RevisionConflict } from '@recado/infra/event-store/errors'
import type { EventStore, NewEvent } from '@recado/infra/event-store/event-store'
import { streamOf } from '../ids.ts'
import type { AggregateCache, Loaded } from './aggregate-cache.ts'
import { type CommandContext, newEvents } from './command-context.ts'
import { load } from './load.ts'
import type { StreamMutex } from './stream-mutex.ts'

/** How often a command is decided while other processes keep winning the race for its stream. */
const MAX_DECISIONS = 25

/** One instance per process: the commands of a stream share its cached state and run one after another. */
export type ExecuteDeps = {
  readonly store: EventStore
  readonly cache: AggregateCache
  readonly mutex: StreamMutex
}

type CommandExecution<
  Command,
  State,
  Event extends Fact,
  Decided extends Event,
  Reason extends string,
> = {
  readonly aggregate: Aggregate<State, Event>
  readonly id: string
  readonly decide: Decide<Command, State, Decided, Reason>
  readonly command: Command
  readonly context: CommandContext
  /** The stream is decided upon as empty without being read; if it is not, the append shows it. */
  readonly isNew?: boolean
}

/** A refusal, or the result; `outcome.refused === undefined` distinguishes them. */
export type Outcome<State, Event extends Fact, Reason extends string> =
  | Refusal<Reason>
  | Executed<State, Event>

/** `isFresh`: read from the log just now. */
type Basis<State> = Loaded<State> & { readonly isFresh: boolean }

export type Executed<State, Event extends Fact> = {
  readonly refused?: undefined
  readonly events: readonly NewEvent<Event>[]
  readonly state: State
  /** Of the stream's last event; null when the stream is empty. */
  readonly revision: bigint | null
  /** Of the last event appended; null when there was none. */
  readonly position: bigint | null
}

/**
 * Loads, decides and appends at the exact revision that the decision is based on. When the stream has moved on, reads
 * its tail and decides again. Appends nothing when the decision yields no facts.
 * @throws ContestedStream, StreamDeleted, AppendTooLarge, StoreUnavailable
 */
export function execute<
  Command,
  State,
  Event extends Fact,
  Decided extends Event,
  Reason extends string,
>(
  deps: ExecuteDeps,
  execution: CommandExecution<Command, State, Event, Decided, Reason>,
): Promise<Outcome<State, Decided, Reason>> {
  const stream = streamOf(execution.aggregate, execution.id)
  return deps.mutex.run(stream, async () => {
    let basis = await firstBasis(deps, execution, stream)
    for (let tries = 0; tries < MAX_DECISIONS; tries++) {
      const step = await decideOn(deps, execution, stream, basis)
      if ('answer' in step) return step.answer
      if (tries > 0) await sleep(backoff(Math.min(tries, 3), 100))
      basis = await newerBasis(deps, execution.aggregate, stream, basis)
    }
    throw new ContestedStream(stream, MAX_DECISIONS)
  })
}

async function firstBasis<State, Event extends Fact>(
  deps: ExecuteDeps,
  { aggregate, isNew }: { readonly aggregate: Aggregate<State, Event>; readonly isNew?: boolean },
  stream: string,
): Promise<Basis<State>> {
  const cached = deps.cache.get<State>(stream)
  if (cached) return { ...cached, isFresh: false }
  if (isNew) return { state: aggregate.initialState, revision: null, isFresh: false }
  return { ...(await load(deps, aggregate, stream)), isFresh: true }
}

/** The cached state plus the stream's tail; the whole stream when the log does not continue the cached state. */
async function newerBasis<State, Event extends Fact>(
  deps: ExecuteDeps,
  aggregate: Aggregate<State, Event>,
  stream: string,
  basis: Basis<State>,
): Promise<Basis<State>> {
  const newer = await load(deps, aggregate, stream, basis)
  if (!basis.isFresh || newer.revision !== basis.revision) return { ...newer, isFresh: true }
  deps.cache.forget(stream)
  return { ...(await load(deps, aggregate, stream)), isFresh: true }
}

/**
 * Returns the answer, or `again` when a newer state is needed: after a lost race, or if a cached state led to no
 * append.
 */
async function decideOn<
  Command,
  State,
  Event extends Fact,
  Decided extends Event,
  Reason extends string,
>(
  deps: ExecuteDeps,
  execution: CommandExecution<Command, State, Event, Decided, Reason>,
  stream: string,
  basis: Basis<State>,
): Promise<{ answer: Outcome<State, Decided, Reason> } | { again: true }> {
  const outcome = execution.decide(execution.command, basis.state)
  if (isRefusal(outcome) || outcome.length === 0) {
    // Only an append proves that a cached state is current; without one, the log must be read.
    if (!basis.isFresh) return { again: true }
    if (isRefusal(outcome)) return { answer: outcome }
    const { state, revision } = basis
    return { answer: { events: [], state, revision, position: null } }
  }
  try {
    const events = newEvents(outcome, execution.context)
    return { answer: await append(deps, execution.aggregate, stream, basis, events) }
  } catch (error) {
    if (error instanceof RevisionConflict) return { again: true }
    throw error
  }
}

async function append<State, Event extends Fact, Decided extends Event>(
  { store, cache }: ExecuteDeps,
  aggregate: Aggregate<State, Event>,
  stream: string,
  basis: Basis<State>,
  events: readonly NewEvent<Decided>[],
): Promise<Executed<State, Decided>> {
  const { revision, position } = await store.append(stream, basis.revision ?? 'no_stream', events)
  const state = events.reduce<State>((now, event) => aggregate.evolve(now, event), basis.state)
  cache.put(stream, { state, revision })
  return { events, state, revision, position }
}
