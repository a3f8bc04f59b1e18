import { type CommandContext, chainOf } from '@recado/application/commands/command-context'
import { systemContext } from '@recado/application/commands/system-context'
import { auditSeals } from '@recado/application/seal/audit/seal-audit'
import type { SealFault, SealFinding } from '@recado/application/seal/audit/seal-finding'
import { accountOfTree } from '@recado/application/seal/leaf'
import {
  addTreesToAudit,
  createSelfAudits,
  INTERRUPTED,
  type NextSelfAudit,
  nextSelfAudit,
  noteSelfAuditBegun,
  noteSelfAuditEnded,
  type SelfAudit,
} from '@recado/application/seal/self-audits'
import { HOUR_MS } from '@recado/domain/durations'
import type { Config } from '@recado/infra/config'
import type { EventStore } from '@recado/infra/event-store/event-store'
import { runOn } from '@recado/infra/postgres/run'
import { parseCheckpoint } from '@recado/infra/tlog/checkpoint'
import type { Leadership } from '../../runtime/leader-election.ts'
import { inRounds, type ReactorOptions, runReactor } from '../../runtime/run-reactor.ts'
import { waitForHead } from '../../runtime/wait-for-read-models.ts'
import { unhurriedLog } from './unhurried-log.ts'

export type SelfAuditOptions = ReactorOptions & {
  readonly store: EventStore
  readonly config: Pick<Config, 'SELF_AUDIT_HOUR'>
  /** Opens the log without keys, because facts are hashed as they are stored; it is closed after each audit. */
  readonly openLog: () => Pick<EventStore, 'subscribe' | 'readStream' | 'head' | 'close'>
  readonly now: () => Date
  readonly newId: () => string
  readonly lookMs?: number
}

/** How often a process looks whether it is time. */
const LOOK_MS = 60_000

type Found = Omit<SelfAudit, 'tree' | 'began_at' | 'ended_at'>

/**
 * Audits trees of hashes for an hour each night, first those that have waited longest, and stores what it found for the
 * operator's status. An audit that its process did not end begins anew with the next leader, three times at most. Runs
 * until the signal aborts.
 */
export async function runSelfAudit(options: SelfAuditOptions): Promise<void> {
  const { SELF_AUDIT_HOUR: hour } = options.config
  if (hour === 'off') return
  await runReactor(options, {
    role: 'self-audit',
    failure: 'the self-audit failed and starts again',
    work: inRounds(options.lookMs ?? LOOK_MS, 0, async (leadership) => {
      await createSelfAudits(leadership.client)
      await waitForHead(leadership, options.store)
      return () => auditWhenDue(options, leadership, hour)
    }),
  })
}

/** One tree after the other, each once a night, as long as the hour lasts. */
async function auditWhenDue(options: SelfAuditOptions, leadership: Leadership, hour: number) {
  const run = runOn(leadership.client)
  for (let isOver = false; !isOver; ) {
    await addTreesToAudit(run, options.now().toISOString())
    const next = await nextSelfAudit(run)
    if (next === null || !isDue(next, hour, options.now())) return
    isOver = (await audit(options, leadership, next)) !== null
  }
}

function isDue({ is_open, ended_at }: NextSelfAudit, hour: number, now: Date): boolean {
  if (is_open) return true
  const hourBegan = now.getTime() - (now.getTime() % HOUR_MS)
  return now.getUTCHours() === hour && (ended_at === null || Date.parse(ended_at) < hourBegan)
}

/** @returns what kind of fault ended it early */
async function audit(options: SelfAuditOptions, leadership: Leadership, next: NextSelfAudit) {
  const { log, now } = options
  const run = runOn(leadership.client)
  const { tree } = next
  const context = systemContext(options, { part: 'self_audit', account_id: accountOfTree(tree) })
  const began_at = now().toISOString()
  const isGivenUp = next.is_open && next.tries >= MAX_TRIES
  if (isGivenUp) log.warn(chainOf(context), GIVEN_UP)
  else await noteSelfAuditBegun(run, tree, began_at)
  const found = isGivenUp
    ? NOT_READ
    : await findDifferences(options, leadership.signal, next, context)
  await noteSelfAuditEnded(run, { tree, began_at, ended_at: now().toISOString(), ...found })
  const { differences, failure } = found
  if (Object.keys(differences).length > 0) log.error({ ...chainOf(context), differences }, DIFFERS)
  return failure
}

/** A tree whose audit ends its process, or is too long for the time between two starts, must not stop the others. */
const MAX_TRIES = 3
const NOT_READ: Found = {
  ...{ facts_read: 0, leaves: 0, waiting: 0, differences: {}, failure: INTERRUPTED },
}
const GIVEN_UP =
  'a self-audit was interrupted three times; the tree has its turn again after the others'
const DIFFERS = 'the self-audit found that the log is not as it was sealed'
const FAILED = 'a self-audit failed; the tree has its turn again after the others'

/**
 * Compares a tree with the log, and with the checkpoint that Postgres holds. An audit that fails counts as ended, so that
 * no tree keeps the others from their turn. @throws the signal's reason
 */
async function findDifferences(
  { openLog, log }: SelfAuditOptions,
  signal: AbortSignal,
  { tree, checkpoint }: NextSelfAudit,
  context: CommandContext,
): Promise<Found> {
  const held = [parseCheckpoint(checkpoint ?? '')].filter((one) => one !== null)
  const { read, ...counted } = counting()
  const of = {
    only: new Set([tree]),
    heldTrees: [tree],
    heldOf: () => ({ held, keys: [] }),
    signal,
  }
  const store = openLog()
  try {
    const { leaves, waiting } = await auditSeals({ store: unhurriedLog(store), ...of, ...counted })
    return { ...read, leaves, waiting, failure: null }
  } catch (err) {
    if (signal.aborted) throw err
    log.warn({ err, ...chainOf(context) }, FAILED)
    return { ...read, leaves: 0, waiting: 0, failure: nameOf(err) }
  } finally {
    await store.close()
  }
}

/** Counts what an audit reads and finds. */
function counting() {
  const differences: Partial<Record<SealFault, number>> = {}
  const read = { facts_read: 0, differences }
  return {
    read,
    progressTo: () => () => {
      read.facts_read += 1
    },
    async print(line: string) {
      const { what }: SealFinding = JSON.parse(line)
      differences[what] = (differences[what] ?? 0) + 1
    },
  }
}

function nameOf(fault: unknown): string {
  return fault instanceof Error ? fault.name : 'an unknown fault'
}
