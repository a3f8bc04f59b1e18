import { chainOf } from '@recado/application/commands/command-context'
import { systemContext } from '@recado/application/commands/system-context'
import { isSilent } from '@recado/application/gateways/is-silent'
import type { Registry } from '@recado/application/registry/registry'
import { isServed, serverOf } from '@recado/infra/providers/gateway-calls'
import type { ConnectionEntry } from '@recado/infra/registry-entries'
import { inRounds, type ReactorOptions, runReactor } from '../../runtime/run-reactor.ts'
import { freeAt, type Tasks, taskAt } from '../../runtime/tasks.ts'
import { awaitsSession } from '../sessions/awaits-session.ts'
import { type CheckDeps, checkNumber, disconnectNumber } from './check-number.ts'
import { watchGateways } from './watch-gateways.ts'

export type NumbersOptions = ReactorOptions &
  CheckDeps & {
    readonly registry: Pick<Registry, 'connections' | 'gateway'>
    readonly intervalMs: number
  }

const LOOK_MS = 500
/** Numbers under way at once at one server: a slow gateway delays only its own. */
const MAX_PER_SERVER = 16
/** A number in trouble is checked more often, so that a repair shows soon. */
const TROUBLE_INTERVAL_MS = 60_000

/**
 * Keeps connections as their providers have them: asks about each number when it is first seen and at intervals.
 * Webhooks report most changes sooner, but not all, and a webhook may get lost. Of a gateway that does not answer, one
 * probe tells for all its numbers: they are disconnected, and asked about as soon as it answers again. It keeps no
 * checkpoint, because a start asks about every number. Runs until the signal aborts.
 */
export function runNumbers(options: NumbersOptions): Promise<void> {
  return runReactor(options, {
    role: 'numbers',
    failure: 'the check of numbers failed and starts again',
    work: inRounds(LOOK_MS, Number.POSITIVE_INFINITY, (_, tasks) => {
      const checkedAt = new Map<string, number>()
      const probe = watchGateways(options, options.intervalMs)
      return () => {
        probe(tasks)
        for (const [server, connections] of byServer(options))
          startDue(options, { server, connections, checkedAt }, tasks)
      }
    }),
  })
}

/** The connections that are checked, by the server that is asked about them. */
function byServer({
  registry,
  providers,
}: NumbersOptions): ReadonlyMap<string, readonly ConnectionEntry[]> {
  const checked = [...registry.connections()].filter(
    (one) => !awaitsSession(providers, one) && isServed(providers.get(one.type)?.gateways, one),
  )
  const servers = new Map<string, ConnectionEntry[]>()
  for (const one of checked) {
    const others = servers.get(serverOf(one))
    if (others === undefined) servers.set(serverOf(one), [one])
    else others.push(one)
  }
  return servers
}

type AtServer = {
  readonly server: string
  readonly connections: readonly ConnectionEntry[]
  readonly checkedAt: Map<string, number>
}

function startDue(options: NumbersOptions, at: AtServer, tasks: Tasks): void {
  const { server, connections } = at
  const isGone = connections.slice(0, 1).some((one) => isLost(options, one))
  const idle = connections.filter(({ id }) => !tasks.has(taskAt(server, id)))
  const free = freeAt(tasks, server, MAX_PER_SERVER)
  const taken = isGone ? takeLost(at, idle, free) : takeDue(options, at, idle, free)
  const work = isGone ? disconnectNumber : checkNumber
  for (const connection of taken)
    tasks.start(taskAt(server, connection.id), check(options, connection, work))
}

/** Whether the connection's gateway does not answer. A provider without gateways has none that is silent. */
function isLost({ providers, registry }: NumbersOptions, { type, gateway_id }: ConnectionEntry) {
  return providers.get(type)?.gateways !== undefined && isSilent(registry, gateway_id)
}

/** The numbers of a silent gateway that are not shown as lost. All are due as soon as it answers. */
function takeLost(
  { connections, checkedAt }: AtServer,
  idle: readonly ConnectionEntry[],
  free: number,
): readonly ConnectionEntry[] {
  for (const { id } of connections) checkedAt.delete(id)
  return idle
    .filter(({ status }) => status === 'connected' || status === 'connecting')
    .slice(0, Math.max(0, free))
}

function takeDue(
  { intervalMs }: NumbersOptions,
  { checkedAt }: AtServer,
  idle: readonly ConnectionEntry[],
  free: number,
): readonly ConnectionEntry[] {
  const now = performance.now()
  const last = ({ id }: ConnectionEntry) => checkedAt.get(id) ?? Number.NEGATIVE_INFINITY
  const waited = (one: ConnectionEntry) =>
    last(one) +
      (one.status === 'connected' ? intervalMs : Math.min(TROUBLE_INTERVAL_MS, intervalMs)) <=
    now
  // The longest waiting first, so that none is forgotten when there are very many.
  const taken = idle
    .filter(waited)
    .sort((a, b) => compare(last(a), last(b)))
    .slice(0, Math.max(0, free))
  for (const { id } of taken) checkedAt.set(id, now)
  return taken
}

function compare(a: number, b: number): number {
  return a === b ? 0 : a < b ? -1 : 1
}

async function check(
  options: NumbersOptions,
  connection: ConnectionEntry,
  work: typeof checkNumber,
): Promise<void> {
  const { id: connection_id, account_id } = connection
  const context = systemContext(options, { part: 'numbers', account_id })
  await work(options, connection, context).catch((err: unknown) =>
    options.log.warn(
      { err, ...chainOf(context), connection_id },
      'checking a number failed; it will be retried',
    ),
  )
}
