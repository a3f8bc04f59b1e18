import type { Config } from '@recado/infra/config'
import type { EventStore } from '@recado/infra/event-store/event-store'
import { logIdOf } from '@recado/infra/event-store/log-base'
import type { KnownEvent, KnownLog, LogMemory, Recalled } from '@recado/infra/vault/known-log'
import { isAggregateStream } from '../read-models/followed.ts'

export type LogDeps = {
  readonly store: Pick<EventStore, 'readAll' | 'readStream'>
  readonly vault: { readonly knownLog: LogMemory }
  readonly config: Pick<Config, 'DISPATCH' | 'ERASURES_DIR'>
  readonly log: { warn(of: object, message: string): void }
  readonly now: () => Date
}

/**
 * Suspends the sends that are open in a log from a backup, because some of them may have gone out after the backup. For
 * any other log, notes how far it is. The database of the vault remembers the log from before (ADR 73).
 * @returns the log id up to which sends are suspended; null when none are
 * @throws VaultUnavailable, or as EventStore.readAll
 */
export async function suspendRestored(deps: LogDeps): Promise<number | null> {
  for (;;) {
    const recalled = await deps.vault.knownLog.recall()
    const newest = await readNewest(deps.store)
    const now = await judgeLog(deps, recalled, newest)
    if (now === recalled.known) return now.suspended_to
    if (!(await deps.vault.knownLog.note(now, recalled))) continue
    if (now.suspended_at !== (recalled.known?.suspended_at ?? null)) warnOfBackup(deps, now)
    return now.suspended_to
  }
}

function warnOfBackup({ log, config }: LogDeps, { suspended_to }: KnownLog): void {
  log.warn(
    { suspended_to },
    'this log may be from a backup: the sends that are open in it wait for an operator (GET /operator/v1/suspended-sends)',
  )
  if (config.ERASURES_DIR === null)
    log.warn(
      {},
      'ERASURES_DIR is not set: if this log or vault is from a backup, persons who were erased since are back, and are shown',
    )
}

/**
 * How many events are searched for one that no retention deletes: while only journals grow, there is nothing to note.
 */
const MAX_SEARCHED_EVENTS = 1_000

type Newest = { readonly head: number | null; readonly event: KnownEvent | null }

async function readNewest(store: LogDeps['store']): Promise<Newest> {
  let head: number | null = null
  const backwards = { from: 'end', direction: 'backwards', limit: MAX_SEARCHED_EVENTS } as const
  for await (const event of store.readAll(backwards)) {
    head ??= logIdOf(event, 0)
    const { stream, revision, id: event_id } = event
    if (isAggregateStream(stream)) return { head, event: { stream, revision, event_id } }
  }
  return { head, event: null }
}

/** What is to be remembered of the log from now on; the same object when nothing is new. */
async function judgeLog(
  { store, config, now }: LogDeps,
  { known, is_here }: Recalled,
  { head, event }: Newest,
): Promise<KnownLog> {
  const was_held = config.DISPATCH === 'held'
  const isNewlyHeld = was_held && known?.was_held !== true
  if (known === null || !is_here || isNewlyHeld || !(await hasEvent(store, known.event, event)))
    return {
      event,
      suspended_to: head,
      suspended_at: head === null ? null : now().toISOString(),
      was_held,
    }
  const isNew = event !== null && event.event_id !== known.event?.event_id
  if (!isNew && was_held === known.was_held) return known
  return { ...known, event: event ?? known.event, was_held }
}

/** Whether the log has the noted event. */
async function hasEvent(
  store: LogDeps['store'],
  noted: KnownEvent | null,
  newest: KnownEvent | null,
): Promise<boolean> {
  if (noted === null || noted.event_id === newest?.event_id) return true
  for await (const { id } of store.readStream(noted.stream, noted.revision))
    return id === noted.event_id
  return false
}
