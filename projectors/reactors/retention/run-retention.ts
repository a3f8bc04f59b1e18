import { chainOf } from '@recado/application/commands/command-context'
import { systemContext } from '@recado/application/commands/system-context'
import { retentionRowId } from '@recado/application/ids'
import { keptSince } from '@recado/domain/retention/deletable-day'
import type { KeptJournal } from '@recado/domain/retention/events'
import { StoreUnavailable } from '@recado/infra/event-store/errors'
import { isBehind, safeTime } from '@recado/infra/postgres/clocks'
import { runOn } from '@recado/infra/postgres/run'
import { sql } from '@recado/infra/postgres/sql'
import type { FactKeys } from '@recado/infra/sealing/fact-keys'
import type { Vault } from '@recado/infra/vault/vault'
import { createIntakeTables } from '../../intake/intake-tables.ts'
import type { Leadership } from '../../runtime/leader-election.ts'
import { inRounds, type ReactorOptions, runReactor } from '../../runtime/run-reactor.ts'
import { waitForHead } from '../../runtime/wait-for-read-models.ts'
import { applyPortion } from './apply-portion.ts'
import { oldPosts } from './delete-posts.ts'
import { oldStreams, sealedStreams } from './delete-streams.ts'
import { type DueJournal, dueJournals } from './due-journals.ts'
import { type ExpiryDeps, expireSaid, repeatExpiry } from './expire-messages.ts'

export type RetentionOptions = ReactorOptions &
  Omit<ExpiryDeps, 'vault'> & {
    readonly vault: Pick<Vault, 'now'> & {
      readonly factKeys: Pick<FactKeys, 'destroy' | 'expire'>
    }
    /** `messages`: what was said; null for ever. */
    readonly keptDays: Readonly<Record<KeptJournal, number> & { messages?: number | null }>
    readonly lookMs?: number
  }

const LOOK_MS = 10 * 60_000
const JOURNALS = ['providerEvent', 'webhookDelivery'] as const

/**
 * Removes raw events and deliveries past their retention: records that, waits until the read models have removed
 * them, and deletes the streams. It keeps no checkpoint, because the read models show what is left to do. It does nothing
 * while our clock is ahead of the vault's. Runs until the signal aborts.
 */
export function runRetention(options: RetentionOptions): Promise<void> {
  return runReactor(options, {
    role: 'retention',
    failure: 'retention failed and starts again',
    work: inRounds(options.lookMs ?? LOOK_MS, 0, (leadership) => begin(options, leadership)),
  })
}

async function begin(options: RetentionOptions, leadership: Leadership) {
  await createIntakeTables(leadership.client)
  await waitForHead(leadership, options.store)
  const streams = oldStreams(options, leadership)
  const posts = oldPosts(options, sealedStreams(options.store, leadership), (since) =>
    announceOldPosts(options, leadership, since),
  )
  await repeatExpiry(options, leadership, await dueTime(options))
  return async () => {
    const now = await dueTime(options)
    await posts.delete(keptSince(now, options.keptDays.providerEvent))
    const failed = new Set<string>()
    let isWaiting = false
    while (!leadership.signal.aborted) {
      const due = await dueOf(options, leadership, now)
      // Deleted before the next portion is released: afterwards the read models no longer list these streams.
      const waiting = await streams.delete(now)
      isWaiting = waiting.size > 0
      const ready = due.filter(({ kept_for }) => !waiting.has(kept_for) && !failed.has(kept_for))
      for (const journal of ready)
        if (!(await applyOrWarn(options, leadership, journal))) failed.add(journal.kept_for)
      if (ready.length === 0) break
    }
    const { messages = null } = options.keptDays
    if (messages !== null)
      await expireSaid(
        options,
        leadership,
        keptSince(now, messages),
        !isWaiting && failed.size === 0,
      )
  }
}

/** The time by which is decided what is old enough. @throws ClockAhead */
async function dueTime({ now, vault, log }: RetentionOptions): Promise<Date> {
  const [theirs, ours] = [await vault.now(), now()]
  if (isBehind(ours, theirs))
    log.warn({ ours, theirs }, 'the clock of this process is behind: what is due is kept longer')
  return safeTime(ours, theirs)
}

/** Releases what belongs to no account, of which posts are: an absent fact is right only where a fact says so. */
async function announceOldPosts(
  options: RetentionOptions,
  leadership: Leadership,
  since: string,
): Promise<void> {
  const run = runOn(leadership.client)
  const kept_for = retentionRowId('providerEvent', null)
  const journal = { kept_for, category: 'providerEvent', account_id: null, since } as const
  const context = systemContext(options, { part: 'retention', account_id: null })
  for (let before: string | null | undefined; ; ) {
    const [row] = await run<{ gone_before: string }>(
      sql`select gone_before from retention where id = ${kept_for}`,
    )
    const after = row?.gone_before ?? null
    if (after === before || (after !== null && after >= since)) return
    before = after
    await applyPortion(options, leadership, { ...journal, after }, context)
  }
}

/** A journal that fails waits for the next look, while the others continue. */
async function applyOrWarn(
  options: RetentionOptions,
  leadership: Leadership,
  journal: DueJournal,
): Promise<boolean> {
  const { account_id, kept_for } = journal
  const context = systemContext(options, { part: 'retention', account_id })
  try {
    await applyPortion(options, leadership, journal, context)
    return true
  } catch (err) {
    // Without the log or the leadership every journal fails.
    if (err instanceof StoreUnavailable || leadership.signal.aborted) throw err
    options.log.warn(
      { err, ...chainOf(context), kept_for },
      'removing facts past their retention failed; it will be retried',
    )
    return false
  }
}

/** One portion of each journal, so that a large account does not delay the others. */
async function dueOf(
  { keptDays }: RetentionOptions,
  { client }: Leadership,
  now: Date,
): Promise<readonly DueJournal[]> {
  const run = runOn(client)
  const all: DueJournal[] = []
  for (const category of JOURNALS)
    all.push(...(await dueJournals(run, category, keptSince(now, keptDays[category]))))
  return all
}
