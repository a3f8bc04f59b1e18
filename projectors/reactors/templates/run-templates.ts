import { headOfFollowedStreams } from '@recado/application/read-models/followed'
import type { Registry } from '@recado/application/registry/registry'
import { sleep } from '@recado/infra/concurrency/sleep'
import { type Run, runOn } from '@recado/infra/postgres/run'
import { sql } from '@recado/infra/postgres/sql'
import { electLeader, type Leadership } from '../../runtime/leader-election.ts'
import { waitForReadModels } from '../../runtime/wait-for-read-models.ts'
import { type BusinessAccount, businessAccounts, businessKey } from './business-accounts.ts'
import { type DueAccounts, dueAccounts } from './due-accounts.ts'
import { type SyncDeps, syncBusinessAccount } from './sync-business-account.ts'

/** The logger that the synchronisation needs; a pino logger is one. */
type TemplatesLog = {
  warn(of: object, message: string): void
  error(of: object, message: string): void
}

export type TemplatesOptions = SyncDeps & {
  readonly registry: Registry
  readonly databaseUrl: string
  /** Schema of the read models. */
  readonly schema: string
  /** Between two synchronisations of a business account, ms. */
  readonly intervalMs: number
  readonly log: TemplatesLog
  readonly signal: AbortSignal
}

/** Between two looks for new connections and news, ms. */
const LOOK_MS = 500
const MOST_AT_ONCE = 4

/**
 * Keeps the templates as the provider lists them: at the start, at intervals, for each new connection, and whenever a
 * webhook tells of a change. One elected runner; it keeps no checkpoint, as a start lists everything. Runs until
 * the signal aborts.
 */
export function runTemplates(options: TemplatesOptions): Promise<void> {
  const { databaseUrl, schema, signal, log } = options
  const onError = (err: unknown) =>
    log.error({ err }, 'the synchronisation of templates ended its leadership and starts again')
  return electLeader(
    { databaseUrl, searchPath: schema, role: `templates:${schema}`, signal, onError },
    (leadership) => synchronise(options, leadership),
  )
}

async function synchronise(options: TemplatesOptions, leadership: Leadership): Promise<void> {
  const { signal } = leadership
  const run = runOn(leadership.client)
  await waitForReadModels(leadership, (await headOfFollowedStreams(options.store)) ?? -1n)
  const due = dueAccounts(options.intervalMs)
  const busy = new Map<string, Promise<void>>()
  let heard = -1
  try {
    while (!signal.aborted) {
      heard = await hear(options, due, heard, run)
      const free = MOST_AT_ONCE - busy.size
      for (const business of due.take(businessAccounts(options.registry), Date.now(), free))
        busy.set(
          business.key,
          sync(options, due, business, run).finally(() => busy.delete(business.key)),
        )
      await sleep(LOOK_MS, signal)
    }
  } finally {
    await Promise.all(busy.values())
  }
}

/** @returns up to where in the log the news was heard */
async function hear(
  { registry }: TemplatesOptions,
  due: DueAccounts,
  heard: number,
  run: Run,
): Promise<number> {
  const news = await run<{ id: string; position: number }>(
    sql`select id, position from template_news where position > ${heard} order by position`,
  )
  for (const { id } of news) {
    const connection = registry.connection(id)
    if (connection !== undefined) due.hurry(businessKey(connection))
  }
  return news.at(-1)?.position ?? heard
}

async function sync(
  options: TemplatesOptions,
  due: DueAccounts,
  business: BusinessAccount,
  run: Run,
): Promise<void> {
  const { account_id, waba_id } = business
  const failure = await syncBusinessAccount(options, business, run).catch((err: unknown) => err)
  due.done(business.key, Date.now(), failure === null)
  if (failure === null) return
  const message = 'the templates of a business account were not read; it is asked again soon'
  options.log.warn({ err: failure, account_id, waba_id }, message)
}
