import type { ProviderEventReceived } from '@recado/domain/provider-event/events'
import { conversationId } from '@recado/infra/contacts/open-conversation'
import { ContestedStream, StoreUnavailable } from '@recado/infra/event-store/errors'
import type { RecordedEvent } from '@recado/infra/event-store/event-store'
import { backoff, pause } from '@recado/infra/event-store/patience'
import type { Cause } from './cause.ts'
import type { Chains } from './chains.ts'
import { ownerOf } from './find-person.ts'
import type { Known, KnownRows } from './known.ts'
import { record, type Task, taskOf } from './record.ts'
import type { BatchRecorder, Recorded, Recorder } from './recorder.ts'
import { translate } from './translate.ts'

/** A raw event of the log. */
export type RawEvent = RecordedEvent<ProviderEventReceived>

/** At most so many intents are asked for and recorded at once: one raw event may hold a thousand. */
const MAX_TASKS = 1_000

export type WorkOffOptions = {
  readonly recorder: Recorder
  readonly known: Known
  readonly chains: Chains
  readonly signal: AbortSignal
  /** Told what became of each intent, for metrics. */
  readonly count: (kind: Task['intent']['kind'], became: Recorded | 'parked') => void
  readonly onOutage: (error: unknown) => void
  /** Whether the store takes appends at all. */
  readonly isAway: () => Promise<boolean>
  readonly park: (of: Pick<Cause, 'raw' | 'index'>, error: unknown) => Promise<void>
}

/**
 * Records everything that raw events say. What is about the same person or message goes in log order. What the
 * next tasks need to know is asked while the ones before are recorded, so that appends never wait for Postgres.
 * An outage of the store is waited for; what cannot be recorded at all is parked, and the others go on.
 * @param worked told the last raw event of a run when it and all before it are recorded
 * @throws when the signal aborts, or the read models cannot be asked
 */
export async function workOff(
  options: WorkOffOptions,
  runs: AsyncIterable<readonly RawEvent[]>,
  worked: (last: RawEvent) => Promise<void>,
): Promise<void> {
  let before: Promise<void> = Promise.resolve()
  let latest = before
  try {
    for await (const raws of runs)
      for await (const { tasks, last } of portions(options, raws)) {
        const batch = await asked(options, tasks)
        await before
        before = latest
        latest = both(before, recordAll(options, batch, tasks)).then(() => last && worked(last))
        latest.catch(() => undefined)
      }
    await latest
  } finally {
    await Promise.allSettled([before, latest])
  }
}

/** Tasks to be asked for together. `last` ends the run of raw events they are from. */
type Portion = { readonly tasks: readonly Task[]; readonly last?: RawEvent }

async function* portions(
  options: WorkOffOptions,
  raws: readonly RawEvent[],
): AsyncIterable<Portion> {
  const last = raws.at(-1)
  if (last === undefined) return
  const tasks: Task[] = []
  for (const raw of raws) tasks.push(...(await tasksOf(options, raw)))
  while (tasks.length > MAX_TASKS) yield { tasks: tasks.splice(0, MAX_TASKS) }
  yield { tasks, last }
}

async function tasksOf(options: WorkOffOptions, raw: RawEvent): Promise<readonly Task[]> {
  const { memory } = options.recorder
  // The journal may hold a raw event twice.
  if (memory.raw.has(raw.id)) return []
  memory.raw.set(raw.id, true)
  try {
    return intentsOf(raw)
  } catch (error) {
    await options.park({ raw, index: 0 }, error)
    return []
  }
}

/** The tasks that a raw event gives; none when it concerns no connection of ours: then it is the operator's. */
export function intentsOf(raw: RawEvent): readonly Task[] {
  const { account_id } = raw.metadata
  const { connection_id } = raw.data
  if (account_id === null || connection_id === null) return []
  return translate(raw.data).map((intent, index) =>
    taskOf({ raw, index, account_id, connection_id }, intent),
  )
}

/** Records tasks beside all others, in their turn. @throws when the signal aborts, or the read models cannot be asked */
export async function recordTasks(options: WorkOffOptions, tasks: readonly Task[]): Promise<void> {
  await recordAll(options, await asked(options, tasks), tasks)
}

async function asked(
  { recorder, known }: WorkOffOptions,
  tasks: readonly Task[],
): Promise<BatchRecorder> {
  if (tasks.length === 0) return { ...recorder, known: NOTHING_KNOWN }
  const rows = await known.ask({
    identities: distinct(tasks.flatMap(({ keys }) => keys.map(({ id }) => id))),
    messages: distinct(tasks.flatMap(({ message_id }) => message_id ?? [])),
    providerMessages: distinct(tasks.flatMap((task) => task.provider_message_id ?? [])),
  })
  const batch = { ...recorder, known: rows }
  await learnConversations(batch, known, tasks)
  return batch
}

async function recordAll(
  options: WorkOffOptions,
  batch: BatchRecorder,
  tasks: readonly Task[],
): Promise<void> {
  const { chains } = options
  await Promise.all(tasks.map((task) => chains.run(task.chain, () => settle(options, batch, task))))
}

/** Waits for both, whatever becomes of either. @throws what the first of them threw */
async function both(before: Promise<void>, mine: Promise<void>): Promise<void> {
  for (const outcome of await Promise.allSettled([before, mine]))
    if (outcome.status === 'rejected') throw outcome.reason
}

/** Asks for the conversations that the batch will speak in, as far as their people are known. */
async function learnConversations(
  recorder: BatchRecorder,
  known: Known,
  tasks: readonly Task[],
): Promise<void> {
  const { existing } = recorder.memory
  const ids = tasks.flatMap(({ cause, keys: [strongest], message_id }) => {
    if (strongest === undefined || message_id === null) return []
    const owner = ownerOf(recorder, strongest)
    return owner === null ? [] : [conversationId(cause.connection_id, owner)]
  })
  const unknown = distinct(ids).filter((id) => !existing.has(id))
  for (const id of await known.conversations(unknown)) existing.set(id, true)
}

async function settle(options: WorkOffOptions, recorder: BatchRecorder, task: Task): Promise<void> {
  let blamed = 0
  for (let failures = 0; ; failures++) {
    if (options.signal.aborted) throw options.signal.reason
    try {
      return options.count(task.intent.kind, await record(recorder, task))
    } catch (error) {
      const away = await isOutage(options, error)
      if (away) options.onOutage(error)
      // An intent is to blame when it fails again while the store answers.
      else if (blamed++ > 0) {
        await options.park(task.cause, error)
        return options.count(task.intent.kind, 'parked')
      }
      await pause(backoff(Math.min(failures, 8), 5_000), options.signal)
    }
  }
}

async function isOutage({ isAway }: WorkOffOptions, error: unknown): Promise<boolean> {
  return error instanceof StoreUnavailable || error instanceof ContestedStream || (await isAway())
}

function distinct(ids: readonly string[]): readonly string[] {
  return [...new Set(ids)]
}

/** Nothing known: for those who work from the log alone. */
export const NOTHING_KNOWN: KnownRows = {
  contacts: new Map(),
  messages: new Set(),
  providerMessages: new Map(),
}
