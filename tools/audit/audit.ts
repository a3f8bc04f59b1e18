import type { FactCheck } from '@recado/application/audit/facts/fact-check'
import { connectionOf, differenceFinding, type Finding } from '@recado/application/audit/finding'
import { intakeProgress } from '@recado/application/audit/intake-progress'
import { knownSecrets } from '@recado/application/audit/known-secrets'
import { postProver } from '@recado/application/audit/prove-post'
import { streamReader } from '@recado/application/audit/stream-reader'
import { type RawEvent, withPayload } from '@recado/application/intake/raw-event'
import type { RecordedEvent } from '@recado/infra/event-store/event-store'
import { PROVIDERS } from '@recado/infra/providers/providers'
import { translateWith } from '@recado/translation/translate'
import { mapAhead } from '../map-ahead.ts'
import { progressTo } from '../progress.ts'
import { endOf, eventsOf } from '../range.ts'
import type { Console } from '../run-tool.ts'
import type { ToolServices } from '../services.ts'
import { checkIntakeFact, isOfIntake } from './intake-facts.ts'
import { type LogIndex, logIndex } from './log-index.ts'
import { logWalk } from './log-walk.ts'
import type { AuditOptions } from './options.ts'
import { rawFacts } from './raw-facts.ts'
import type { Progress, Resume, Totals } from './resume.ts'
import { readSchemaCheck } from './schema-check.ts'

const MAX_CHECKS_AT_ONCE = 32
const SAVE_INTERVAL_MS = 1_000

/** An event with its findings; null when the options leave it out. */
type Checked = { readonly event: RecordedEvent; readonly findings: readonly Finding[] | null }

/** What one audit works with. */
export type AuditRun = {
  readonly services: ToolServices
  readonly options: AuditOptions
  readonly resume: Resume
  readonly console: Pick<Console, 'print' | 'note'>
  /** Ends the audit early; its progress is saved. */
  readonly signal: AbortSignal
}

/** Checks every event of the range and prints the findings, in log order. @returns the progress and the totals */
export async function runAudit(run: AuditRun): Promise<Progress & { readonly isWhole: boolean }> {
  const report = newReport(run, await endOf(run.services.store, run.options))
  let isWhole = true
  try {
    for await (const checked of checkedEvents(run)) await report.add(checked)
  } catch (error) {
    isWhole = false
    const { position } = report.progress()
    if (!run.signal.aborted && position !== null) run.console.note(`go on with --from ${position}`)
    if (!run.signal.aborted) throw error
  } finally {
    await report.save()
  }
  return { ...report.progress(), isWhole }
}

function checkedEvents(run: AuditRun): AsyncIterable<Checked> {
  const { store, pool, personIds } = run.services
  const index = logIndex(run.services)
  const check: FactCheck = { store, streams: streamReader(store), personIds, index }
  const progress = intakeProgress(pool)
  const facts = rawFacts({ check, index, progress, translate: translateWith(PROVIDERS) })
  const secrets = knownSecrets(run.services)
  const prove = postProver({ store, providers: PROVIDERS, secrets })
  const compare = async (event: RecordedEvent): Promise<readonly Finding[]> => {
    if (event.type === 'ProviderEventReceived') {
      const raw = await withPayload(store, event as RawEvent)
      return [...(await prove(raw)), ...(await facts.check(raw))]
    }
    return isOfIntake(event) ? checkIntakeFact(check, facts.tasksOf, event) : []
  }
  return mapAhead(walkedEvents(run, index), MAX_CHECKS_AT_ONCE, async ({ event, findings }) => {
    // What cannot be read is not compared either.
    const isCompared = findings?.every(({ what }) => what !== 'fact_unreadable') ?? false
    if (findings === null || !isCompared) return { event, findings }
    return { event, findings: [...findings, ...(await orUnreadable(event, compare))] }
  })
}

/** Goes on where a fact that somebody changed has not the form that those who compare with it expect. */
async function orUnreadable(
  event: RecordedEvent,
  compare: (event: RecordedEvent) => Promise<readonly Finding[]>,
): Promise<readonly Finding[]> {
  try {
    return await compare(event)
  } catch (error) {
    if (!(error instanceof TypeError)) throw error
    const detail = 'a fact that it is compared with has not the form of its type'
    return [differenceFinding(event, 'fact_unreadable', detail)]
  }
}

/** Walks the log one event at a time: each check needs the result of the one before in its stream. */
async function* walkedEvents(
  { services: { store }, options, resume, signal }: AuditRun,
  index: LogIndex,
): AsyncGenerator<Checked> {
  const { position: last } = resume.progress
  const schemaFault = await readSchemaCheck()
  const walk = logWalk({ store, streams: streamReader(store), index, schemaFault })
  const from = last === null ? options.from : { position: last }
  for await (const event of eventsOf(
    store,
    { ...options, from },
    { signal, onSkipped: index.remember },
  )) {
    index.remember(event)
    const isSelected = event.position !== last && isOfConnection(event, options)
    yield { event, findings: isSelected ? await walk(event) : null }
  }
}

function isOfConnection(event: RecordedEvent, { connection }: AuditOptions): boolean {
  return connection === null || connectionOf(event) === connection
}

/** Prints and counts findings, saves the progress, and notes it on standard error. */
function newReport({ options, resume, console: { print, note } }: AuditRun, end: bigint | null) {
  let { position, totals } = resume.progress
  const noteProgress = progressTo(end, note)
  const mustSave = onceEvery(SAVE_INTERVAL_MS)
  const save = async () => {
    if (position !== null) await resume.save({ position, totals })
  }
  return {
    async add({ event, findings }: Checked): Promise<void> {
      const found = findings?.map((finding) => withStrictness(options, finding)) ?? []
      for (const finding of found) await print(JSON.stringify(finding))
      if (findings !== null) totals = addFindings(totals, event, found)
      position = event.position
      if (mustSave()) await save()
      noteProgress(position, summaryOf(totals))
    },
    save,
    progress: (): Progress => ({ position, totals }),
  }
}

/** With --strict, a fact of an older translation is a difference. */
function withStrictness({ strict }: AuditOptions, finding: Finding): Finding {
  const isOlder = finding.what === 'other_translation'
  return strict && isOlder ? { ...finding, verdict: 'difference' } : finding
}

function addFindings(totals: Totals, event: RecordedEvent, findings: readonly Finding[]): Totals {
  const count = (verdict: Finding['verdict']) =>
    findings.filter((finding) => finding.verdict === verdict).length
  return {
    events: totals.events + (event.type === 'ProviderEventReceived' ? 1 : 0),
    differences: totals.differences + count('difference'),
    unprovable: totals.unprovable + count('unprovable'),
  }
}

/** The totals in one line. */
export function summaryOf({ events, differences, unprovable }: Totals): string {
  return `${events} events, ${differences} differences, ${unprovable} unprovable`
}

/** A function that is true at most once in so many milliseconds. */
function onceEvery(ms: number): () => boolean {
  let next = performance.now() + ms
  return () => {
    if (performance.now() < next) return false
    next = performance.now() + ms
    return true
  }
}
