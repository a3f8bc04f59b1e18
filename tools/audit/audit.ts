import type { FactCheck } from '@recado/application/audit/facts/fact-check'
import { connectionOf, type Finding } from '@recado/application/audit/finding'
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
import { extraFact, isOfIntake } from './extra-facts.ts'
import { factForms } from './fact-forms.ts'
import { type LogIndex, logIndex } from './log-index.ts'
import { logWalk } from './log-walk.ts'
import type { AuditOptions } from './options.ts'
import { rawFacts } from './raw-facts.ts'
import type { Done, Resume, Totals } from './resume.ts'

const AT_ONCE = 32
const SAVE_MS = 1_000

/** Null findings: the options leave the event out. */
type Checked = { readonly event: RecordedEvent; readonly findings: readonly Finding[] | null }

export type AuditRun = {
  readonly services: ToolServices
  readonly options: AuditOptions
  readonly resume: Resume
  readonly console: Pick<Console, 'print' | 'note'>
  /** Ends the audit early; its progress is kept. */
  readonly signal: AbortSignal
}

/** Checks every event of the range and prints the findings, in log order. @returns the progress and the totals */
export async function runAudit(run: AuditRun): Promise<Done & { readonly isWhole: boolean }> {
  const report = reporting(run, await endOf(run.services.store, run.options))
  let isWhole = true
  try {
    for await (const checked of checkedEvents(run)) await report.one(checked)
  } catch (error) {
    isWhole = false
    const { position } = report.done()
    if (!run.signal.aborted && position !== null) run.console.note(`go on with --from ${position}`)
    if (!run.signal.aborted) throw error
  } finally {
    await report.save()
  }
  return { ...report.done(), isWhole }
}

function checkedEvents(run: AuditRun): AsyncIterable<Checked> {
  const { store, pool } = run.services
  const index = logIndex(run.services)
  const check: FactCheck = { store, streams: streamReader(store), index }
  const progress = intakeProgress(pool)
  const facts = rawFacts({ check, index, progress, translate: translateWith(PROVIDERS) })
  const secrets = knownSecrets(run.services)
  const prove = postProver({ store, providers: PROVIDERS, secrets })
  return mapAhead(walkedEvents(run, index), AT_ONCE, async ({ event, findings }) => {
    if (findings === null) return { event, findings }
    if (event.type === 'ProviderEventReceived') {
      const raw = await withPayload(store, event as RawEvent)
      const found = [...(await prove(raw)), ...(await facts.check(raw))]
      return { event, findings: [...findings, ...found] }
    }
    if (!isOfIntake(event)) return { event, findings }
    return { event, findings: [...findings, ...(await extraFact(check, facts.tasksOf, event))] }
  })
}

/** Walks the log one event at a time: each check needs the result of the one before in its stream. */
async function* walkedEvents(
  { services: { store }, options, resume, signal }: AuditRun,
  index: LogIndex,
): AsyncGenerator<Checked> {
  const { position: done } = resume.done
  const formOf = await factForms()
  const walk = logWalk({ store, streams: streamReader(store), index, formOf })
  const from = done === null ? options.from : { position: done }
  for await (const event of eventsOf(
    store,
    { ...options, from },
    { signal, skipped: index.pass },
  )) {
    index.pass(event)
    const isMeant = event.position !== done && isOfConnection(event, options)
    yield { event, findings: isMeant ? await walk(event) : null }
  }
}

function isOfConnection(event: RecordedEvent, { connection }: AuditOptions): boolean {
  return connection === null || connectionOf(event) === connection
}

/** Prints and counts findings, keeps the progress, and reports it to the person who waits. */
function reporting({ options, resume, console: { print, note } }: AuditRun, end: bigint | null) {
  let { position, totals } = resume.done
  const passed = progressTo(end, note)
  const mustSave = elapsing(SAVE_MS)
  const save = async () => {
    if (position !== null) await resume.save({ position, totals })
  }
  return {
    async one({ event, findings }: Checked): Promise<void> {
      const found = findings?.map((finding) => strictly(options, finding)) ?? []
      for (const finding of found) await print(JSON.stringify(finding))
      if (findings !== null) totals = addFindings(totals, event, found)
      position = event.position
      if (mustSave()) await save()
      passed(position, summaryOf(totals))
    },
    save,
    done: (): Done => ({ position, totals }),
  }
}

function strictly({ strict }: AuditOptions, finding: Finding): Finding {
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

export function summaryOf({ events, differences, unprovable }: Totals): string {
  return `${events} events, ${differences} differences, ${unprovable} unprovable`
}

/** Makes a function that is true once in so much time. */
function elapsing(ms: number): () => boolean {
  let next = performance.now() + ms
  return () => {
    if (performance.now() < next) return false
    next = performance.now() + ms
    return true
  }
}
