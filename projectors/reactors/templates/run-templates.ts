import { chainOf } from '@recado/application/commands/command-context'
import { systemContext } from '@recado/application/commands/system-context'
import { LEAST_POSITION } from '@recado/application/read-models/partitions'
import type { Registry } from '@recado/application/registry/registry'
import { type Run, runOn } from '@recado/infra/postgres/run'
import { raw, sql } from '@recado/infra/postgres/sql'
import type { Leadership } from '../../runtime/leader-election.ts'
import { inRounds, type ReactorOptions, runReactor } from '../../runtime/run-reactor.ts'
import type { Tasks } from '../../runtime/tasks.ts'
import { waitForHead } from '../../runtime/wait-for-read-models.ts'
import { type BusinessAccount, businessAccounts, businessKey } from './business-accounts.ts'
import { type DueAccounts, dueAccounts } from './due-accounts.ts'
import { type SyncDeps, syncBusinessAccount } from './sync-business-account.ts'

export type TemplatesOptions = ReactorOptions &
  SyncDeps & {
    readonly registry: Registry
    readonly intervalMs: number
  }

const LOOK_MS = 500
const MAX_AT_ONCE = 4

/**
 * Keeps templates as the provider lists them: reads them at the start, at intervals, for each new connection, and
 * whenever a webhook reports a change. It keeps no checkpoint, because a start lists everything. Runs until the
 * signal aborts.
 */
export function runTemplates(options: TemplatesOptions): Promise<void> {
  return runReactor(options, {
    role: 'templates',
    failure: 'the synchronisation of templates failed and starts again',
    work: inRounds(LOOK_MS, MAX_AT_ONCE, (leadership, tasks) => begin(options, leadership, tasks)),
  })
}

async function begin(options: TemplatesOptions, leadership: Leadership, tasks: Tasks) {
  const run = runOn(leadership.client)
  await waitForHead(leadership, options.store)
  const due = dueAccounts(options.intervalMs)
  let readUpTo = -1
  return async () => {
    readUpTo = await readChanges(options, due, readUpTo, run)
    const businesses = businessAccounts(options.registry, options.providers)
    for (const business of due.take(businesses, Date.now(), tasks.free()))
      tasks.start(business.key, sync(options, due, business, run))
  }
}

/** @returns the log position up to which changes were read */
async function readChanges(
  { registry }: TemplatesOptions,
  due: DueAccounts,
  readUpTo: number,
  run: Run,
): Promise<number> {
  const changes = await run<{ id: string; position: number }>(
    sql`select id, position from template_news where position > ${readUpTo}
      and position <= (${raw(LEAST_POSITION)}) order by position`,
  )
  for (const { id } of changes) {
    const connection = registry.connection(id)
    if (connection !== undefined) due.hurry(businessKey(connection))
  }
  return changes.at(-1)?.position ?? readUpTo
}

async function sync(
  options: TemplatesOptions,
  due: DueAccounts,
  business: BusinessAccount,
  run: Run,
): Promise<void> {
  const { account_id, waba_id } = business
  const context = systemContext(options, { part: 'templates', account_id })
  const synced = syncBusinessAccount(options, business, context, run)
  const failure = await synced.catch((err: unknown) => err)
  due.done(business.key, Date.now(), failure === null)
  if (failure === null) return
  const message = 'reading the templates of a business account failed; it will be retried'
  options.log.warn({ err: failure, ...chainOf(context), waba_id }, message)
}
