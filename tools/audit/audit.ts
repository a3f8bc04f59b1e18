import type { RecordedEvent } from '@recado/infra/event-store/event-store'
import { PROVIDERS } from '@recado/infra/providers/providers'
import { type RawEvent, withPayload } from '@recado/projectors/intake/raw-event'
import { translateWith } from '@recado/translation/translate'
import { eventsOf } from '../range.ts'
import type { Console } from '../run-tool.ts'
import type { ToolServices } from '../services.ts'
import { extraFact, isOfIntake } from './extra-facts.ts'
import type { FactCheck } from './facts/fact-check.ts'
import { connectionOf, type Finding } from './finding.ts'
import { intakeProgress } from './intake-progress.ts'
import { knownSecrets } from './known-secrets.ts'
import { logIndex } from './log-index.ts'
import { logWalk } from './log-walk.ts'
import type { AuditOptions } from './options.ts'
import { postProver } from './prove-post.ts'
import { rawFacts } from './raw-facts.ts'
import type { Done, Resume, Totals } from './resume.ts'
import { streamReader } from './stream-reader.ts'

/** Events whose checks wait for the log at the same time. */
const AT_ONCE = 32
const SAVE_MS = 1_000
const TELL_MS = 5_000

/** The checks of one event, under way. */
type Checked = { readonly event: RecordedEvent; readonly findings: Promise<readonly Finding[]> }

/** What an audit runs with. */
export type AuditRun = {
  readonly services: ToolServices
  readonly options: AuditOptions
  readonly resume: Resume
  readonly console: Pick<Console, 'print' | 'tell'>
  /** Ends the audit early; what is done by then is remembered. */
  readonly signal: AbortSignal
}

/**
 * Looks at every event of the range and prints what is found, in log order.
 * @returns how far it came, and what it has counted
 */
export async function runAudit(run: AuditRun): Promise<Done & { readonly isWhole: boolean }> {
  const report = reporting(run)
  const underWay: Checked[] = []
  try {
    for await (const checked of checkedEvents(run)) {
      underWay.push(checked)
      if (underWay.length >= AT_ONCE) await report.one(underWay.shift())
      if (run.signal.aborted) break
    }
    while (underWay.length > 0) await report.one(underWay.shift())
  } catch (error) {
    // What else was under way fails alike, and unheard.
    await Promise.allSettled(underWay.map(({ findings }) => findings))
    await report.save()
    const { position } = report.done()
    if (position !== null) run.console.tell(`go on with --from ${position}`)
    throw error
  }
  await report.save()
  return { ...report.done(), isWhole: !run.signal.aborted }
}

async function* checkedEvents({ services, options, resume }: AuditRun): AsyncGenerator<Checked> {
  const { store, pool } = services
  const { position: done } = resume.done
  const index = logIndex(services)
  const check: FactCheck = { store, streams: streamReader(store), index }
  const facts = rawFacts({
    check,
    progress: intakeProgress(pool),
    translate: translateWith(PROVIDERS),
  })
  const secrets = knownSecrets(services)
  const prove = postProver({ store, providers: PROVIDERS, secrets })
  const walk = logWalk({ store, index })
  const ofEvent = async (event: RecordedEvent) => {
    if (event.type === 'ProviderEventReceived') {
      const raw = await withPayload(store, event as RawEvent)
      return [...(await prove(raw)), ...(await facts.check(raw))]
    }
    return isOfIntake(event) ? extraFact(check, facts.tasksOf, event) : []
  }
  const from = done === null ? options.from : { position: done }
  for await (const event of eventsOf(store, { ...options, from }, index.pass)) {
    index.pass(event)
    if (event.position === done || !isMeant(event, options)) continue
    // One after the other: the next event of a stream rests on the one before.
    const inLog = await walk(event)
    const findings = ofEvent(event).then((more) => [...inLog, ...more])
    findings.catch(() => undefined)
    yield { event, findings }
  }
}

function isMeant(event: RecordedEvent, { connection }: AuditOptions): boolean {
  return connection === null || connectionOf(event) === connection
}

/** Prints and counts what was found, remembers how far all is done, and tells whoever waits. */
function reporting({ options, resume, console: { print, tell } }: AuditRun) {
  let { position, totals } = resume.done
  const [saved, told] = [elapsing(SAVE_MS), elapsing(TELL_MS)]
  const save = async () => {
    if (position !== null) await resume.save({ position, totals })
  }
  return {
    async one(checked: Checked | undefined): Promise<void> {
      if (checked === undefined) return
      const findings = (await checked.findings).map((finding) => strictly(options, finding))
      for (const finding of findings) await print(JSON.stringify(finding))
      totals = counted(totals, checked.event, findings)
      position = checked.event.position
      if (saved()) await save()
      if (told()) tell(`at ${position}, ${checked.event.created}: ${summaryOf(totals)}`)
    },
    save,
    done: (): Done => ({ position, totals }),
  }
}

function strictly({ strict }: AuditOptions, finding: Finding): Finding {
  const isOlder = finding.what === 'other_translation'
  return strict && isOlder ? { ...finding, verdict: 'difference' } : finding
}

function counted(totals: Totals, event: RecordedEvent, findings: readonly Finding[]): Totals {
  const count = (verdict: Finding['verdict']) =>
    findings.filter((finding) => finding.verdict === verdict).length
  return {
    events: totals.events + (event.type === 'ProviderEventReceived' ? 1 : 0),
    differences: totals.differences + count('difference'),
    unprovable: totals.unprovable + count('unprovable'),
  }
}

/** The last line of an audit. */
export function summaryOf({ events, differences, unprovable }: Totals): string {
  return `${events} events, ${differences} differences, ${unprovable} unprovable`
}

/** Whether so much time has passed since it last said so. */
function elapsing(ms: number): () => boolean {
  let next = performance.now() + ms
  return () => {
    if (performance.now() < next) return false
    next = performance.now() + ms
    return true
  }
}
