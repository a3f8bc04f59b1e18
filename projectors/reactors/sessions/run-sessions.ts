import type { Registry } from '@recado/application/registry/registry'
import { doublingWait } from '@recado/infra/concurrency/backoff'
import type { Config } from '@recado/infra/config'
import type { Providers } from '@recado/infra/providers/provider'
import type { ConnectionEntry } from '@recado/infra/registry-entries'
import { inRounds, type ReactorOptions, runReactor } from '../../runtime/run-reactor.ts'
import type { Tasks } from '../../runtime/tasks.ts'
import { awaitsSession } from './awaits-session.ts'

export type SessionsOptions = ReactorOptions & {
  readonly config: Pick<Config, 'PUBLIC_URL'>
  readonly registry: Pick<Registry, 'connections'>
  readonly providers: Providers
}

const ROUND_MS = 500
/** Sessions of one gateway under way at once: a gateway that does not answer delays only its own. */
const MAX_PER_GATEWAY = 16
const FIRST_PAUSE_MS = 1_000
const MAX_PAUSE_MS = 5 * 60_000
/** A new session reports its status within moments. Without a report for this long, it is created again. */
const SILENCE_MS = 60_000

/**
 * Creates the session of every connection that is `pending`, where its provider has sessions. Once the session
 * reports, the connection is no longer pending. The log alone shows what is done: after a failure, a crash or an
 * outage of the provider the connection is still pending and is tried again. Runs until the signal aborts.
 */
export async function runSessions(options: SessionsOptions): Promise<void> {
  const { config, providers, log } = options
  if (![...providers.values()].some(({ ensureSession }) => ensureSession)) return
  if (config.PUBLIC_URL === null)
    log.warn({}, 'set PUBLIC_URL: without it no session can be paired')
  await runReactor(options, {
    role: 'sessions',
    failure: 'the creation of sessions failed and starts again',
    work: inRounds(ROUND_MS, Number.POSITIVE_INFINITY, (_, tasks) => {
      const due: Due = new Map()
      return () => round(options, due, tasks)
    }),
  })
}

type Due = Map<string, { at: number; failures: number }>

/** Starts what is due without waiting for it; each gateway has a limit of its own. */
function round(options: SessionsOptions, due: Due, tasks: Tasks): void {
  const { registry, providers } = options
  const pending = [...registry.connections()].filter((one) => awaitsSession(providers, one))
  for (const gateway of new Set(pending.map(({ type }) => type))) {
    const underWay = tasks.ids().filter((task) => task.startsWith(taskOf(gateway, '')))
    const free = MAX_PER_GATEWAY - underWay.length
    const waiting = pending.filter(
      ({ type, id }) => type === gateway && !tasks.has(taskOf(gateway, id)),
    )
    for (const connection of longestDue(waiting, due).slice(0, free))
      tasks.start(taskOf(gateway, connection.id), look(options, due, connection))
  }
  const known = new Set(pending.map(({ id }) => id))
  for (const id of due.keys()) if (!known.has(id)) due.delete(id)
}

function taskOf(gateway: string, connectionId: string): string {
  return `${gateway} ${connectionId}`
}

/** The connections that are due, the longest waiting first, so that none is forgotten when there are more than fit. */
function longestDue(waiting: readonly ConnectionEntry[], due: Due): readonly ConnectionEntry[] {
  const now = performance.now()
  const at = ({ id }: ConnectionEntry) => due.get(id)?.at ?? 0
  return waiting.filter((one) => at(one) <= now).sort((a, b) => at(a) - at(b))
}

async function look(
  options: SessionsOptions,
  due: Due,
  connection: ConnectionEntry,
): Promise<void> {
  try {
    await options.providers.get(connection.type)?.ensureSession?.(connection)
    due.set(connection.id, { at: performance.now() + SILENCE_MS, failures: 0 })
  } catch (err) {
    const failures = (due.get(connection.id)?.failures ?? 0) + 1
    const wait = doublingWait(failures - 1, FIRST_PAUSE_MS, MAX_PAUSE_MS)
    due.set(connection.id, { at: performance.now() + wait, failures })
    const { id: connection_id, account_id } = connection
    options.log.warn(
      { err, account_id, connection_id },
      'creating a session failed; it will be retried',
    )
  }
}
