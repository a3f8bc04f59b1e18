import type { Config } from '@recado/infra/config'
import type { EventStore, RecordedEvent } from '@recado/infra/event-store/event-store'
import { PROVIDERS } from '@recado/infra/providers/providers'
import type { Vault } from '@recado/infra/vault/vault'
import { translateWith } from '@recado/translation/translate'
import { TRANSLATION_VERSION } from '@recado/translation/translation-version'
import type pg from 'pg'
import { intentsOf, type RawEvent, type WholeRawEvent, withPayload } from '../intake/raw-event.ts'
import type { Task } from '../intake/task.ts'
import type { PersonIds } from '../person-ids.ts'
import { boundedStore, TooMuchToRead } from './bounded-store.ts'
import { checkFactsOfTask } from './facts/check-facts-of-task.ts'
import { checkOrigin } from './facts/check-origin.ts'
import type { FactCheck } from './facts/fact-check.ts'
import { type Finding, unprovableFinding } from './finding.ts'
import { intakeProgress } from './intake-progress.ts'
import { judgeFindings } from './judge-findings.ts'
import { type KeptBytes, keptBytes } from './kept-bytes.ts'
import { knownSecrets } from './known-secrets.ts'
import { postProver } from './prove-post.ts'
import { ownStreams, recordedFacts } from './recorded-facts.ts'
import { sendOf } from './send-of.ts'
import { type StreamReader, streamReader } from './stream-reader.ts'

export type AuditDeps = {
  readonly store: Pick<EventStore, 'readStream' | 'readLast' | 'readAll'>
  readonly personIds: PersonIds
  readonly pool: pg.Pool
  readonly vault: Pick<Vault, 'get'>
  readonly config: Config
}

/** `intent` is an index; null for a difference of the raw event itself. */
export type Difference = Finding & { readonly intent: number | null }

export type RawEventAudit = {
  readonly raw: WholeRawEvent
  /** Null where they were not stored, or were deleted. */
  readonly bytes: KeptBytes | null
  /** Null where it cannot be proved. */
  readonly isSigned: boolean | null
  readonly reason: Finding['what'] | null
  readonly version: number
  readonly tasks: readonly Task[]
  readonly recorded: readonly (RecordedEvent & { readonly intent: number | null })[]
  readonly differences: readonly Difference[]
  /** Whether limits left out facts or differences. */
  readonly isCut: boolean
}

/** Bounds of one answer: what it reads of the log, in units of boundedStore, and the intents that it compares. */
const MAX_READ_COST = 40_000
const MAX_TASKS = 50

/** Audits one raw event of a connection as `npm run audit` audits all of them. @throws as EventStore.readStream */
export async function auditRawEvent(deps: AuditDeps, read: RawEvent): Promise<RawEventAudit> {
  const store = boundedStore(deps.store, MAX_READ_COST)
  const raw = await withPayload(deps.store, read)
  const proof = await findWithinLimit(raw, () =>
    postProver({ store, providers: PROVIDERS, secrets: knownSecrets({ ...deps, store }) })(raw),
  )
  const all = intentsOf(deps.personIds, translateWith(PROVIDERS), raw)
  const tasks = all.slice(0, MAX_TASKS)
  const streams = streamReader(store)
  const { facts, isCut } = await recordedFacts({ store, streams }, raw, tasks)
  const recorded = facts.map((fact) => ({ ...fact, intent: intentOf(tasks, fact) }))
  const factDifferences = await findFactDifferences(
    { ...deps, store, streams },
    { raw, tasks, recorded },
  )
  const { isSigned, reason } = signatureOf(proof)
  return {
    raw,
    isSigned,
    reason,
    version: TRANSLATION_VERSION,
    tasks: all,
    recorded,
    bytes: await bytesOf(store, raw),
    differences: [...proof.map((one) => ({ ...one, intent: null })), ...factDifferences],
    isCut: isCut || all.length > tasks.length,
  }
}

type ComparedFacts = Pick<RawEventAudit, 'raw' | 'tasks' | 'recorded'>
type CompareDeps = AuditDeps & { readonly streams: StreamReader }

async function findFactDifferences(
  { store, streams, pool, personIds }: CompareDeps,
  { raw, tasks, recorded }: ComparedFacts,
): Promise<readonly Difference[]> {
  const index = { sendOf: (id: string) => sendOf(pool, id) }
  const check: FactCheck = { store, streams, personIds, index }
  const progress = intakeProgress(pool)
  const found: Difference[] = []
  const note = async (intent: number | null, look: () => Promise<readonly Finding[]>) => {
    for (const finding of await findWithinLimit(raw, look)) found.push({ ...finding, intent })
  }
  for (const task of tasks)
    await note(task.cause.index, () =>
      judgeFindings(progress, task, () => checkFactsOfTask(check, task)),
    )
  if (raw.erased === true) return found
  for (const fact of recorded) await note(fact.intent, () => checkOrigin(check, tasks, fact))
  return found
}

function intentOf(tasks: readonly Task[], { stream }: RecordedEvent): number | null {
  const [only] = tasks
  if (tasks.length === 1 && only !== undefined) return only.cause.index
  return tasks.find((task) => ownStreams(task).includes(stream))?.cause.index ?? null
}

function signatureOf(proof: readonly Finding[]): Pick<RawEventAudit, 'isSigned' | 'reason'> {
  const fault = proof.find(({ what }) => what !== 'payload_changed')
  if (fault === undefined) return { isSigned: true, reason: null }
  const isBroken = fault.what === 'signature_wrong' || fault.what === 'bytes_changed'
  return { isSigned: isBroken ? false : null, reason: fault.what }
}

async function bytesOf(store: AuditDeps['store'], raw: RawEvent): Promise<KeptBytes | null> {
  try {
    const kept = await keptBytes(store, raw)
    return typeof kept === 'string' ? null : kept
  } catch (error) {
    if (error instanceof TooMuchToRead) return null
    throw error
  }
}

async function findWithinLimit(
  raw: RawEvent,
  look: () => Promise<readonly Finding[]>,
): Promise<readonly Finding[]> {
  try {
    return await look()
  } catch (error) {
    if (!(error instanceof TooMuchToRead)) throw error
    return [
      unprovableFinding(
        raw,
        'too_much_to_read',
        'the check needs more of the log than one answer may read',
      ),
    ]
  }
}
