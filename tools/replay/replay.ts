import type { FactCheck } from '@recado/application/audit/facts/fact-check'
import { factsOfTask } from '@recado/application/audit/facts/facts-of-task'
import { type IntakeProgress, intakeProgress } from '@recado/application/audit/intake-progress'
import { streamReader } from '@recado/application/audit/stream-reader'
import { intentsOf, type RawEvent, withPayload } from '@recado/application/intake/raw-event'
import type { Task } from '@recado/application/intake/task'
import type { RecordedEvent } from '@recado/infra/event-store/event-store'
import { PROVIDERS } from '@recado/infra/providers/providers'
import { translateWith } from '@recado/translation/translate'
import { ahead } from '../ahead.ts'
import { type LogIndex, logIndex } from '../audit/log-index.ts'
import { eventsOf } from '../range.ts'
import type { Console } from '../run-tool.ts'
import type { ToolServices } from '../services.ts'
import { misread, retranslate } from './misread.ts'
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
export type Replayed = {
  readonly events: number
  readonly recorded: number
  /** Not recorded: in a dry run, or as it failed. */
  readonly left: number
}

export type ReplayRun = {
  readonly services: ToolServices
  readonly options: ReplayOptions
  readonly console: Pick<Console, 'print' | 'tell'>
  readonly signal: AbortSignal
}

type Checked = { readonly raw: RawEvent; readonly lacking: readonly Task[] }

const AT_ONCE = 32

/** Finds the facts that raw events of the range lack, in log order, and records them with `--apply`. */
export async function runReplay(run: ReplayRun): Promise<Replayed> {
  const { store, pool } = run.services
  const index = logIndex(run.services)
  const check = { store, streams: streamReader(store), index }
  const translate = translateWith(PROVIDERS)
  const progress = intakeProgress(pool)
  const lacking = async (raw: RawEvent): Promise<Checked> => {
    const tasks = intentsOf(translate, await withPayload(store, raw))
    return { raw, lacking: await lackingOf({ check, progress, index }, raw, tasks) }
  }
  const { notify } = run.options
  const again = { store, translate, notify, signal: run.signal, tell: run.console.tell }
  let done: Replayed = { events: 0, recorded: 0, left: 0 }
  for await (const { raw, lacking: tasks } of ahead(rawEvents(run, index), AT_ONCE, lacking)) {
    const lines = tasks.length === 0 ? [] : await linesOf(run, check, again, tasks)
    for (const line of lines) await run.console.print(JSON.stringify(line))
    const recorded = lines.filter(({ became }) => became === 'recorded').length
    done = {
      events: done.events + 1,
      recorded: done.recorded + recorded,
      left: done.left + lines.length - recorded,
    }
    if (run.signal.aborted) {
      run.console.tell(`ended early; go on with --from ${raw.position}`)
      break
    }
  }
  return done
}

async function* rawEvents(
  { services: { store }, options }: ReplayRun,
  index: LogIndex,
): AsyncGenerator<RawEvent> {
  for await (const event of eventsOf(store, options, index.pass)) {
    index.pass(event)
    if (isMeant(event, options)) yield event as RawEvent
  }
}

function isMeant({ type, data, metadata }: RecordedEvent, { connection }: ReplayOptions): boolean {
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
async function lackingOf(
  { check, progress, index }: Deps,
  raw: RawEvent,
  tasks: readonly Task[],
): Promise<readonly Task[]> {
  // Progress is read first: what intake records during the check is not lacking.
  if (await progress.isBehind(raw.position)) return []
  const lacking = await lackingNow(check, tasks)
  if (lacking.length === 0) return []
  const first = await index.rawEvent(raw.id, raw)
  return first !== null && first.position < raw.position ? [] : lacking
}

async function lackingNow(check: FactCheck, tasks: readonly Task[]): Promise<readonly Task[]> {
  const lacking: Task[] = []
  for (const task of tasks) if (await lacks(check, task)) lacking.push(task)
  return lacking
}

async function lacks(check: FactCheck, task: Task): Promise<boolean> {
  const findings = await factsOfTask(check, task)
  const isMissing = findings.some(({ what }) => what === 'fact_missing')
  return isMissing || (await misread(check, task)) !== null
}

/** Records, then checks the log for the facts. */
async function linesOf(
  { options }: ReplayRun,
  check: FactCheck,
  again: Parameters<typeof recordAgain>[0],
  tasks: readonly Task[],
): Promise<readonly Line[]> {
  if (!options.apply) return tasks.map((task) => lineOf(task, 'would_be_recorded'))
  // Another raw event may have given the same facts meanwhile.
  const still = await lackingNow(check, tasks)
  const faults = [...(await recordAgain(again, still)), ...(await readAgain(check, again, still))]
  const lines: Line[] = []
  for (const task of still) {
    const isLeft = await lacks(check, task)
    const detail = isLeft ? { detail: faults[0] ?? 'the log still lacks its facts' } : {}
    lines.push({ ...lineOf(task, isLeft ? 'failed' : 'recorded'), ...detail })
  }
  return lines
}

/** Corrects messages that an older translation misread. @returns what went wrong */
async function readAgain(
  check: FactCheck,
  { store, notify }: Parameters<typeof recordAgain>[0],
  tasks: readonly Task[],
): Promise<readonly string[]> {
  const faults: string[] = []
  for (const task of tasks) {
    const fact = await misread(check, task)
    const fault = fact === null ? null : await retranslate(store, task, fact, notify)
    if (fault !== null) faults.push(fault)
  }
  return faults
}

function lineOf({ cause, intent }: Task, became: Line['became']): Line {
  const { raw, connection_id, index } = cause
  const position = String(raw.position)
  return { became, raw_event_id: raw.id, position, connection_id, intent: index, kind: intent.kind }
}

export function summaryOf({ events, recorded, left }: Replayed): string {
  return `${events} events, ${recorded} recorded, ${left} left to record`
}
