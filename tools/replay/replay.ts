import { checkFactsOfTask } from '@recado/application/audit/facts/check-facts-of-task'
import type { FactCheck } from '@recado/application/audit/facts/fact-check'
import { type IntakeProgress, intakeProgress } from '@recado/application/audit/intake-progress'
import { streamReader } from '@recado/application/audit/stream-reader'
import { intentsOf, type RawEvent, withPayload } from '@recado/application/intake/raw-event'
import type { Task } from '@recado/application/intake/task'
import type { RecordedEvent } from '@recado/infra/event-store/event-store'
import { PROVIDERS } from '@recado/infra/providers/providers'
import { translateWith } from '@recado/translation/translate'
import { type LogIndex, logIndex } from '../audit/log-index.ts'
import { mapAhead } from '../map-ahead.ts'
import { eventsOf } from '../range.ts'
import type { Console } from '../run-tool.ts'
import type { ToolServices } from '../services.ts'
import { findMisread, retranslate } from './misread.ts'
import type { ReplayOptions } from './options.ts'
import { recordAgain } from './record-again.ts'

type Line = {
  readonly became: 'would_be_recorded' | 'recorded' | 'failed'
  readonly raw_event_id: string
  readonly position: string
  readonly connection_id: string
  readonly intent: number
  readonly kind: string
  readonly detail?: string
}

/** The numbers of raw events checked, and of intents that lacked facts. */
export type ReplayResult = {
  readonly events: number
  readonly recorded: number
  /** Not recorded: without --apply, or because it failed. */
  readonly left: number
}

/** What one replay works with. */
export type ReplayRun = {
  readonly services: ToolServices
  readonly options: ReplayOptions
  readonly console: Pick<Console, 'print' | 'note'>
  readonly signal: AbortSignal
}

type Checked = { readonly event: RecordedEvent; readonly lacking: readonly Task[] | null }

const MAX_CHECKS_AT_ONCE = 32

/**
 * Finds the facts that raw events of the range lack, in log order, and records them with `--apply`.
 * @returns the numbers; null when the signal ended it early
 */
export async function runReplay(run: ReplayRun): Promise<ReplayResult | null> {
  const { signal, console } = run
  let done: ReplayResult = { events: 0, recorded: 0, left: 0 }
  let position: bigint | null = null
  try {
    for await (const { event, lines } of replayedEvents(run)) {
      for (const line of lines ?? []) await console.print(JSON.stringify(line))
      if (lines !== null) done = addEvent(done, lines)
      position = event.position
    }
    return done
  } catch (error) {
    if (position !== null) console.note(`ended early; go on with --from ${position}`)
    else if (signal.aborted) console.note('ended early; run the same command again')
    if (!signal.aborted) throw error
    return null
  }
}

function addEvent({ events, recorded, left }: ReplayResult, lines: readonly Line[]): ReplayResult {
  const now = lines.filter(({ became }) => became === 'recorded').length
  return { events: events + 1, recorded: recorded + now, left: left + lines.length - now }
}

/** The events of the range, with a line for each intent that lacks facts; null when the options leave the event out. */
async function* replayedEvents(
  run: ReplayRun,
): AsyncGenerator<{ event: RecordedEvent; lines: readonly Line[] | null }> {
  const { store, pool, personIds } = run.services
  const index = logIndex(run.services)
  const check = { store, streams: streamReader(store), personIds, index }
  const translate = translateWith(PROVIDERS)
  const progress = intakeProgress(pool)
  const checkEvent = async (event: RecordedEvent): Promise<Checked> => {
    if (!isSelected(event, run.options)) return { event, lacking: null }
    const raw = event as RawEvent
    const tasks = intentsOf(personIds, translate, await withPayload(store, raw))
    return { event, lacking: await lackingTasks({ check, progress, index }, raw, tasks) }
  }
  const { notify } = run.options
  const again = { store, personIds, translate, notify, signal: run.signal, note: run.console.note }
  for await (const { event, lacking } of mapAhead(
    events(run, index),
    MAX_CHECKS_AT_ONCE,
    checkEvent,
  ))
    yield { event, lines: lacking && (await linesOf(run, check, again, lacking)) }
}

async function* events(
  { services: { store }, options, signal }: ReplayRun,
  index: LogIndex,
): AsyncGenerator<RecordedEvent> {
  for await (const event of eventsOf(store, options, { signal, onSkipped: index.remember })) {
    index.remember(event)
    yield event
  }
}

function isSelected(
  { type, data, metadata }: RecordedEvent,
  { connection }: ReplayOptions,
): boolean {
  if (type !== 'ProviderEventReceived' || metadata.account_id === null) return false
  const { connection_id, source } = (data as RawEvent['data']) ?? {}
  // An unknown provider gives no facts.
  return PROVIDERS.has(source) && (connection === null || connection_id === connection)
}

type Deps = {
  readonly check: FactCheck
  readonly progress: IntakeProgress
  readonly index: LogIndex
}

/** Intents that lack facts, unless intake has yet to reach them, or an earlier raw event of this id counts. */
async function lackingTasks(
  { check, progress, index }: Deps,
  raw: RawEvent,
  tasks: readonly Task[],
): Promise<readonly Task[]> {
  // Progress is read first: what intake records during the check is not lacking.
  if (await progress.isBehind(raw.position)) return []
  const lacking = await findLacking(check, tasks)
  if (lacking.length === 0) return []
  const first = await index.rawEvent(raw.id, raw)
  return first !== null && first.position < raw.position ? [] : lacking
}

async function findLacking(check: FactCheck, tasks: readonly Task[]): Promise<readonly Task[]> {
  const lacking: Task[] = []
  for (const task of tasks) if (await isLacking(check, task)) lacking.push(task)
  return lacking
}

async function isLacking(check: FactCheck, task: Task): Promise<boolean> {
  const findings = await checkFactsOfTask(check, task)
  const isMissing = findings.some(({ what }) => what === 'fact_missing')
  return isMissing || (await findMisread(check, task)) !== null
}

/** Records, then checks the log for the facts. */
async function linesOf(
  { options }: ReplayRun,
  check: FactCheck,
  again: Parameters<typeof recordAgain>[0],
  tasks: readonly Task[],
): Promise<readonly Line[]> {
  if (tasks.length === 0) return []
  if (!options.apply) return tasks.map((task) => lineOf(task, 'would_be_recorded'))
  // Another raw event may have given the same facts meanwhile.
  const still = await findLacking(check, tasks)
  const recorded = await recordAgain(again, still)
  const faults = new Map([...(await correctMisread(check, again, still)), ...recorded])
  const lines: Line[] = []
  for (const task of still) {
    const isLeft = await isLacking(check, task)
    const detail = isLeft
      ? { detail: faults.get(task.cause.index) ?? 'the log still lacks its facts' }
      : {}
    lines.push({ ...lineOf(task, isLeft ? 'failed' : 'recorded'), ...detail })
  }
  return lines
}

/** Corrects messages that an older translation misread. @returns what went wrong, by intent */
async function correctMisread(
  check: FactCheck,
  { store, notify }: Parameters<typeof recordAgain>[0],
  tasks: readonly Task[],
): Promise<ReadonlyMap<number, string>> {
  const faults = new Map<number, string>()
  for (const task of tasks) {
    const fact = await findMisread(check, task)
    const fault = fact === null ? null : await retranslate(store, task, fact, notify)
    if (fault !== null) faults.set(task.cause.index, fault)
  }
  return faults
}

function lineOf({ cause, intent }: Task, became: Line['became']): Line {
  const { raw, connection_id, index } = cause
  const position = String(raw.position)
  return { became, raw_event_id: raw.id, position, connection_id, intent: index, kind: intent.kind }
}

/** The numbers in one line. */
export function summaryOf({ events, recorded, left }: ReplayResult): string {
  return `${events} events, ${recorded} recorded, ${left} left to record`
}
