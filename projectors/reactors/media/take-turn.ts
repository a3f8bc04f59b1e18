import { chainOf } from '@recado/application/commands/command-context'
import { systemContext } from '@recado/application/commands/system-context'
import { isServerAway } from '@recado/infra/is-server-away'
import { type Run, runOn } from '@recado/infra/postgres/run'
import type { Leadership } from '../../runtime/leader-election.ts'
import type { ReactorLog } from '../../runtime/run-reactor.ts'
import { waitForReadModels } from '../../runtime/wait-for-read-models.ts'
import type { AccountKeys } from './account-keys.ts'
import { type Copied, type CopyDeps, type CopyLimits, copyFile } from './copy-file.ts'
import { failFile, nextFiles, postponeFile, type QueuedFile, removeFiles } from './media-queue.ts'
import { storedBytes } from './stored-copies.ts'

export type TurnDeps = CopyDeps & {
  readonly log: ReactorLog
  readonly now: () => Date
  readonly newId: () => string
  readonly config: { readonly MEDIA_BYTES_PER_ACCOUNT: number }
  readonly count: (outcome: Copied['outcome']) => void
}

/** `full`: the account has no room left. `failing`: no file could be fetched. */
export type Turn = 'worked' | 'failing' | 'full'

/** Files of an account that are copied at once, in one turn. */
const FILES_A_TURN = 4
/** The pause before a file is tried again that finds no room beside the account's other copies. */
const FULL_MS = 60 * 60_000

/** Copies the next files of an account, and waits until the read models count them. @throws as copyFile */
export async function takeTurn(
  deps: TurnDeps,
  leadership: Leadership,
  keys: AccountKeys,
  accountId: string,
): Promise<Turn> {
  const run = runOn(leadership.client)
  const left = deps.config.MEDIA_BYTES_PER_ACCOUNT - (await storedBytes(run, accountId))
  if (left <= 0) return 'full'
  const { signal } = leadership
  const limits = { room: { left }, keyRef: () => keys.of(accountId), signal }
  const files = await nextFiles(run, accountId, deps.now(), FILES_A_TURN)
  const copies = await Promise.allSettled(files.map((file) => copy(deps, run, file, limits)))
  const copied = copies.flatMap((one) => (one.status === 'fulfilled' ? [one.value] : []))
  for (const one of copied)
    if ('position' in one && one.position !== null)
      await waitForReadModels(leadership, one.position)
  const fault = copies.find((one) => one.status === 'rejected')
  if (fault !== undefined) throw fault.reason
  const isFailing = copied.length > 0 && copied.every(({ outcome }) => outcome === 'failed')
  return isFailing ? 'failing' : 'worked'
}

/** Copies a file, and says in the queue what became of it. A fault of ours that concerns one file delays no other. */
async function copy(
  deps: TurnDeps,
  run: Run,
  file: QueuedFile,
  limits: CopyLimits,
): Promise<Copied> {
  const { account_id, id, connection_id } = file
  const context = systemContext(deps, { part: 'media_store', account_id, chain: id })
  const fields = { ...chainOf(context), connection_id, media_id: id }
  const copied = await copyFile(deps, file, limits, context).catch((err: unknown): Copied => {
    if (concernsAll(err)) throw err
    deps.log.warn({ err, ...fields }, 'copying a file failed; it will be tried again')
    return { outcome: 'failed' }
  })
  deps.count(copied.outcome)
  if (await settle(run, file, copied, deps.now()))
    deps.log.warn({ ...fields, outcome: copied.outcome }, 'a file is given up and not copied')
  return copied
}

/** @returns whether the file is given up */
async function settle(run: Run, file: QueuedFile, { outcome }: Copied, now: Date) {
  if (outcome === 'stored' || outcome === 'done') await removeFiles(run, [file.id])
  else if (outcome === 'full') await postponeFile(run, file.id, new Date(now.getTime() + FULL_MS))
  else return failFile(run, file, now, outcome === 'too_large')
  return false
}

/** Whether the disk, the vault, Postgres or the log failed: then no file can be copied. */
function concernsAll(error: unknown): boolean {
  return isServerAway(error) || (error instanceof Error && 'syscall' in error)
}
