import { HOUR_MS } from '@recado/domain/durations'
import type { MediaStore } from '@recado/infra/media-store/media-store'
import { runOn } from '@recado/infra/postgres/run'
import { inBatches } from '../../engine/batches.ts'
import { withIdleBatches } from '../../engine/with-idle-batches.ts'
import type { ProjectorMetrics } from '../../metrics.ts'
import { dueWork } from '../../runtime/due-work.ts'
import type { Leadership } from '../../runtime/leader-election.ts'
import { type ReactorOptions, runReactor } from '../../runtime/run-reactor.ts'
import { openTasks, type Tasks } from '../../runtime/tasks.ts'
import { waitForHead } from '../../runtime/wait-for-read-models.ts'
import { accountKeys } from './account-keys.ts'
import { followMedia } from './follow-media.ts'
import { keepInOrder, type UpkeepDeps } from './keep-in-order.ts'
import { accountsDue, createMediaQueue, fillQueue } from './media-queue.ts'
import { type TurnDeps, takeTurn } from './take-turn.ts'

type Deps = TurnDeps & UpkeepDeps & { readonly onRecovered: () => void }

export type MediaStoreOptions = ReactorOptions &
  Omit<Deps, 'count' | 'mediaStore'> & {
    readonly mediaStore: MediaStore | null
    readonly measured: Pick<ProjectorMetrics, 'copied'>
  }

const ROUND_MS = 250
const MAX_BATCH = 1_000
/** Accounts that have their turn at once. Each has one turn, so a slow one delays only itself. */
const ACCOUNTS_AT_ONCE = 8
/** The pause of an account without room for another copy. */
const FULL_REST_MS = 10 * 60_000

/** What is due besides the accounts' turns. The turns of all wait while the disk or a server fails. */
const [ALL_TURNS, UPKEEP] = ['turns', 'upkeep']

/**
 * Copies the files that connections upload and receive into MEDIA_STORE, one turn of every account after the other, and
 * removes copies that are deleted or past MEDIA_DAYS. Does nothing without MEDIA_STORE. It keeps no checkpoint: a start
 * finds in the read models what has no copy yet. Runs until the signal aborts.
 */
export async function runMediaStore(options: MediaStoreOptions): Promise<void> {
  const { mediaStore, measured } = options
  if (mediaStore === null) return
  const deps = { ...options, mediaStore, count: measured.copied }
  await runReactor(options, {
    role: 'media-store',
    failure: 'the media store failed and starts again',
    work: (leadership) => follow(deps, leadership),
  })
}

async function follow(deps: Deps, { client, signal }: Leadership): Promise<void> {
  const ended = new AbortController()
  const leadership = { client, signal: AbortSignal.any([signal, ended.signal]) }
  const run = runOn(client)
  await createMediaQueue(client)
  const floor = await waitForHead(leadership, deps.store)
  await fillQueue(run, deps.now())
  const from = floor < 0n ? 'start' : floor
  const filter = { streamPrefixes: ['media-'] }
  const batches = inBatches(deps.store.subscribe({ from, filter, signal }), MAX_BATCH)
  const tasks = openTasks(ACCOUNTS_AT_ONCE)
  const start = starter(deps, leadership, tasks)
  try {
    for await (const { items } of withIdleBatches(batches, () => ROUND_MS)) {
      if (signal.aborted) break
      await followMedia(deps, run, items)
      await start()
    }
  } finally {
    ended.abort()
    await tasks.ended()
  }
}

/** Starts what is due without waiting for it. The account whose last turn is longest ago comes first. */
function starter(deps: Deps, leadership: Leadership, tasks: Tasks): () => Promise<void> {
  const run = runOn(leadership.client)
  const keys = accountKeys(run, deps.mediaStore)
  const due = dueWork()
  const isDue = (id: string) => !tasks.has(id) && due.longestDue([id], (one) => one).length > 0
  const warn = (fields: object, message: string) => {
    if (!leadership.signal.aborted) deps.log.warn(fields, `${message}; it is tried again`)
  }
  const keepUp = () =>
    keepInOrder(deps, leadership)
      .then(() => due.succeeded(UPKEEP, HOUR_MS))
      .catch((err: unknown) => {
        due.failed(UPKEEP)
        warn({ err }, 'keeping MEDIA_STORE in order failed')
      })
  const giveTurn = (account_id: string) =>
    takeTurn(deps, leadership, keys, account_id)
      .then((turn) => {
        if (turn === 'failing') due.failed(account_id)
        else due.succeeded(account_id, turn === 'full' ? FULL_REST_MS : 0)
        due.succeeded(ALL_TURNS, 0)
        deps.onRecovered()
      })
      .catch((err: unknown) => {
        due.failed(ALL_TURNS)
        warn({ err, account_id }, 'copying files into MEDIA_STORE failed')
      })
  return async () => {
    if (isDue(UPKEEP)) tasks.start(UPKEEP, keepUp())
    if (!isDue(ALL_TURNS)) return
    const accounts = await accountsDue(run, deps.now())
    due.keepOnly(new Set([ALL_TURNS, UPKEEP, ...accounts, ...tasks.ids()]))
    const idle = accounts.filter((id) => !tasks.has(id))
    const next = due.longestDue(idle, (id) => id).slice(0, Math.max(0, tasks.free()))
    for (const id of next) tasks.start(id, giveTurn(id))
  }
}
