import { chainOf } from '@recado/application/commands/command-context'
import { type ExecuteDeps, execute } from '@recado/application/commands/execute'
import { systemContext } from '@recado/application/commands/system-context'
import { DAY_MS, HOUR_MS } from '@recado/domain/durations'
import { expireStoredMedia } from '@recado/domain/media/expire-stored-media'
import { media } from '@recado/domain/media/media'
import { StoreUnavailable } from '@recado/infra/event-store/errors'
import type { MediaStore } from '@recado/infra/media-store/media-store'
import { safeTime } from '@recado/infra/postgres/clocks'
import { runOn } from '@recado/infra/postgres/run'
import type { Vault } from '@recado/infra/vault/vault'
import type { Leadership } from '../../runtime/leader-election.ts'
import type { ReactorLog } from '../../runtime/run-reactor.ts'
import { waitForReadModels } from '../../runtime/wait-for-read-models.ts'
import { forgetExpired } from './media-queue.ts'
import { copiesBefore, knownFiles, mayLackCopies, type OldCopy } from './stored-copies.ts'

export type UpkeepDeps = ExecuteDeps & {
  readonly log: ReactorLog
  readonly now: () => Date
  readonly newId: () => string
  readonly config: { readonly MEDIA_DAYS: number | null }
  readonly mediaStore: Pick<MediaStore, 'sweep'>
  readonly vault: Pick<Vault, 'now'>
}

const BATCH = 100
/** A file may be written for minutes, and named by its fact moments later; clocks of file servers differ. */
const MIN_SWEPT_AGE_MS = HOUR_MS

/**
 * Gives up copies past MEDIA_DAYS, forgets what no provider has any more, and removes files that no fact names.
 * @throws ClockAhead when by our clock alone they are old enough
 */
export async function keepInOrder(deps: UpkeepDeps, leadership: Leadership): Promise<void> {
  const run = runOn(leadership.client)
  const now = safeTime(deps.now(), await deps.vault.now())
  await forgetExpired(run, now)
  await expireAll(deps, leadership, now)
  if (await mayLackCopies(run)) return
  const before = new Date(now.getTime() - MIN_SWEPT_AGE_MS)
  const known = (fileRefs: readonly string[]) => knownFiles(run, fileRefs)
  await deps.mediaStore.sweep({ before, known, signal: leadership.signal })
}

async function expireAll(deps: UpkeepDeps, leadership: Leadership, now: Date): Promise<void> {
  const { MEDIA_DAYS: days } = deps.config
  if (days === null) return
  const since = new Date(now.getTime() - days * DAY_MS)
  while (!leadership.signal.aborted) {
    const copies = await copiesBefore(runOn(leadership.client), since, BATCH)
    let last: bigint | null = null
    for (const copy of copies) last = (await expireOrWarn(deps, copy)) ?? last
    if (last === null) return
    await waitForReadModels(leadership, last)
  }
}

/** @returns the log position of the fact; null when there is none */
async function expireOrWarn(deps: UpkeepDeps, copy: OldCopy): Promise<bigint | null> {
  const { id, account_id, ...of } = copy
  const context = systemContext(deps, { part: 'media_store', account_id, chain: id })
  const command = { ...of, at: deps.now().toISOString() }
  try {
    const execution = { aggregate: media, id, decide: expireStoredMedia, command, context }
    const done = await execute(deps, execution)
    return done.refused === undefined ? done.position : null
  } catch (err) {
    if (err instanceof StoreUnavailable) throw err
    const fields = { err, ...chainOf(context), media_id: id }
    deps.log.warn(fields, 'a stored copy could not be given up; it will be tried again')
    return null
  }
}
