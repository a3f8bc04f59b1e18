import { runOn } from '@recado/infra/postgres/run'
import { dueWork } from '../../runtime/due-work.ts'
import type { Leadership } from '../../runtime/leader-election.ts'
import { inRounds, type ReactorOptions, runReactor } from '../../runtime/run-reactor.ts'
import type { Tasks } from '../../runtime/tasks.ts'
import { waitForHead } from '../../runtime/wait-for-read-models.ts'
import { eraseAccountData } from './erase-account.ts'
import { eraseKept } from './erase-kept.ts'
import { type ErasureDeps, erasePerson } from './erase-person.ts'
import { eraseUserData } from './erase-user.ts'
import { type OpenErasure, openErasures } from './open-erasures.ts'
import { repeatErasures } from './repeat-erasures.ts'

export type ErasureOptions = ReactorOptions & ErasureDeps & { readonly onRecovered: () => void }

const ERASE = {
  contact: erasePerson,
  user: eraseUserData,
  account: eraseAccountData,
} as const

const ROUND_MS = 500
/** Erasures that are worked on at once: each reads and writes one thing after the other. */
const AT_ONCE = 4

/**
 * Finds everything that is held on erased persons, and destroys the keys under which their facts are sealed. It keeps
 * no checkpoint: the read models show which erasures are open, and the log how far each is. Runs until the signal aborts.
 */
export function runErasure(options: ErasureOptions): Promise<void> {
  return runReactor(options, {
    role: 'erasure',
    failure: 'erasing persons failed and starts again',
    work: inRounds(ROUND_MS, AT_ONCE, (leadership, tasks) => startDue(options, leadership, tasks)),
  })
}

async function startDue(options: ErasureOptions, leadership: Leadership, tasks: Tasks) {
  // Until the tables are there and show every request.
  await waitForHead(leadership, options.store)
  const run = runOn(leadership.client)
  const keepUp = eraseKept(options, run)
  await keepUp()
  const keys = await repeatErasures(options, run, leadership)
  if (keys > 0)
    options.log.warn(
      { keys },
      'a restore had brought keys of erased persons back: they are destroyed',
    )
  const due = dueWork()
  const begin = ({ id, account_id, kind }: OpenErasure) =>
    ERASE[kind](options, leadership, { id, account_id })
      .then(() => {
        due.succeeded(id, 0)
        options.onRecovered()
      })
      .catch((err: unknown) => {
        due.failed(id)
        if (leadership.signal.aborted) return
        options.log.warn({ err, account_id, kind, id }, 'an erasure failed; it is tried again')
      })
  return async () => {
    await keepUp()
    const busy = [...tasks.ids(), ...due.waiting()]
    const open = await openErasures(run, busy)
    due.keepOnly(new Set([...busy, ...open.map(({ id }) => id)]))
    for (const one of due.longestDue(open, ({ id }) => id).slice(0, Math.max(0, tasks.free())))
      tasks.start(one.id, begin(one))
  }
}
