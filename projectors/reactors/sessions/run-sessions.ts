import { isSilent } from '@recado/application/gateways/is-silent'
import type { Registry } from '@recado/application/registry/registry'
import type { Config } from '@recado/infra/config'
import { serverOf } from '@recado/infra/providers/gateway-calls'
import type { Providers } from '@recado/infra/providers/provider'
import type { ConnectionEntry } from '@recado/infra/registry-entries'
import { type DueWork, dueWork } from '../../runtime/due-work.ts'
import { inRounds, type ReactorOptions, runReactor } from '../../runtime/run-reactor.ts'
import { freeAt, type Tasks, taskAt } from '../../runtime/tasks.ts'
import { awaitsSession } from './awaits-session.ts'
import { type EndingDeps, endFormerSession, formerSessions } from './former-sessions.ts'

export type SessionsOptions = ReactorOptions &
  EndingDeps & {
    readonly config: Pick<Config, 'PUBLIC_URL'>
    readonly registry: Pick<Registry, 'connections' | 'gateway'>
    readonly providers: Providers
  }

const ROUND_MS = 500
/** Sessions of one gateway under way at once: a gateway that does not answer delays only its own. */
const MAX_PER_GATEWAY = 16
/** A new session reports its status within moments. Without a report for this long, it is created again. */
const SILENCE_MS = 60_000

/**
 * Creates the session of every connection that is `pending`, where its provider has sessions, and ends the sessions that
 * moved numbers have left behind at other gateways. A session that reports makes its connection no longer pending, and an
 * ended one is recorded, so the log alone shows what is done: after a failure, a crash or an outage of a gateway the rest
 * is tried again. Runs until the signal aborts.
 */
export async function runSessions(options: SessionsOptions): Promise<void> {
  const { config, providers, log } = options
  if (![...providers.values()].some(({ ensureSession }) => ensureSession)) return
  if (config.PUBLIC_URL === null && [...providers.values()].some(hasGateway))
    log.warn({}, 'set PUBLIC_URL: without it no session can be paired')
  await runReactor(options, {
    role: 'sessions',
    failure: 'the creation of sessions failed and starts again',
    work: inRounds(ROUND_MS, Number.POSITIVE_INFINITY, (_, tasks) => {
      const due = dueWork()
      return () => round(options, due, tasks)
    }),
  })
}

/** Something to do for a session at a server. */
type Work = {
  readonly id: string
  readonly server: string
  readonly connection: ConnectionEntry
  /** Never rejects. */
  start(): Promise<void>
}

/** Starts what is due without waiting for it; each gateway has a limit of its own, and a silent one waits. */
function round(options: SessionsOptions, due: DueWork, tasks: Tasks): void {
  const works = [...creations(options, due), ...endings(options, due)]
  due.keepOnly(new Set(works.map(({ id }) => id)))
  const idle = works.filter(({ server, connection }) => !isBusy(tasks, server, connection))
  for (const server of new Set(idle.map((one) => one.server))) {
    const here = idle.filter((one) => one.server === server)
    const free = freeAt(tasks, server, MAX_PER_GATEWAY)
    for (const work of due.longestDue(here, ({ id }) => id).slice(0, Math.max(0, free)))
      tasks.start(taskAt(server, work.connection.id), work.start())
  }
}

/** One task for a session at a time: a session that is being created must not be ended before that, and then be there. */
function isBusy(tasks: Tasks, server: string, { id }: ConnectionEntry): boolean {
  return tasks.has(taskAt(server, id))
}

function creations(options: SessionsOptions, due: DueWork): readonly Work[] {
  const { registry, providers } = options
  return [...registry.connections()]
    .filter((one) => awaitsSession(providers, one) && !isSilent(registry, one.gateway_id))
    .map((connection) => {
      // A moved number is due at once, however long its session elsewhere was to be left alone.
      const id = `create ${connection.id} ${connection.placement}`
      const start = () => create(options, due, id, connection)
      return { id, server: serverOf(connection), connection, start }
    })
}

function endings(options: SessionsOptions, due: DueWork): readonly Work[] {
  return formerSessions(options)
    .filter(({ gateway_id }) => !isSilent(options.registry, gateway_id))
    .map((former) => {
      const { connection, gateway_id } = former
      const id = `end ${connection.id} ${gateway_id}`
      const server = serverOf({ type: connection.type, gateway_id })
      const start = () => end(options, due, id, former)
      return { id, server, connection, start }
    })
}

async function create(
  options: SessionsOptions,
  due: DueWork,
  id: string,
  connection: ConnectionEntry,
): Promise<void> {
  await trying(options, due, { id, connection, failure: 'creating a session failed' }, async () => {
    await options.providers.get(connection.type)?.ensureSession?.(connection)
    due.succeeded(id, SILENCE_MS)
  })
}

async function end(
  options: SessionsOptions,
  due: DueWork,
  id: string,
  former: ReturnType<typeof formerSessions>[number],
): Promise<void> {
  const { connection } = former
  const failure = 'ending the session that a moved number left failed'
  await trying(options, due, { id, connection, failure }, async () => {
    await endFormerSession(options, former)
    due.succeeded(id, SILENCE_MS)
  })
}

async function trying(
  { log }: SessionsOptions,
  due: DueWork,
  { id, connection, failure }: { id: string; connection: ConnectionEntry; failure: string },
  work: () => Promise<void>,
): Promise<void> {
  try {
    await work()
  } catch (err) {
    due.failed(id)
    const { id: connection_id, account_id } = connection
    log.warn({ err, account_id, connection_id }, `${failure}; it will be retried`)
  }
}

function hasGateway({ gateways }: { readonly gateways?: { ids(): readonly unknown[] } }): boolean {
  return gateways === undefined || gateways.ids().length > 0
}
