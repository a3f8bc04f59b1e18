import { chainOf } from '@recado/application/commands/command-context'
import { systemContext } from '@recado/application/commands/system-context'
import type { Registry } from '@recado/application/registry/registry'
import type { ConnectionEntry } from '@recado/infra/registry-entries'
import { inRounds, type ReactorOptions, runReactor } from '../../runtime/run-reactor.ts'
import type { Tasks } from '../../runtime/tasks.ts'
import { awaitsSession } from '../sessions/awaits-session.ts'
import { type CheckDeps, checkNumber } from './check-number.ts'

export type NumbersOptions = ReactorOptions &
  CheckDeps & {
    readonly registry: Pick<Registry, 'connections'>
    readonly intervalMs: number
  }

const LOOK_MS = 500
const MAX_AT_ONCE = 16
/** A number in trouble is checked more often, so that a repair shows soon. */
const TROUBLE_INTERVAL_MS = 60_000

/**
 * Keeps connections as their providers have them: asks about each number when it is first seen and at intervals.
 * Webhooks report most changes sooner, but not all, and a webhook may get lost. It keeps no checkpoint, because a
 * start asks about every number. Runs until the signal aborts.
 */
export function runNumbers(options: NumbersOptions): Promise<void> {
  return runReactor(options, {
    role: 'numbers',
    failure: 'the check of numbers failed and starts again',
    work: inRounds(LOOK_MS, MAX_AT_ONCE, (_, tasks) => {
      const checkedAt = new Map<string, number>()
      return () => {
        for (const connection of takeDue(options, checkedAt, tasks))
          tasks.start(connection.id, check(options, connection))
      }
    }),
  })
}

function takeDue(
  { registry, providers, intervalMs }: NumbersOptions,
  checkedAt: Map<string, number>,
  tasks: Tasks,
): readonly ConnectionEntry[] {
  const now = performance.now()
  const last = ({ id }: ConnectionEntry) => checkedAt.get(id) ?? Number.NEGATIVE_INFINITY
  const waited = (one: ConnectionEntry) =>
    last(one) +
      (one.status === 'connected' ? intervalMs : Math.min(TROUBLE_INTERVAL_MS, intervalMs)) <=
    now
  const found = [...registry.connections()].filter(
    (one) => !awaitsSession(providers, one) && !tasks.has(one.id) && waited(one),
  )
  // The longest waiting first, so that none is forgotten when there are very many.
  const taken = found.sort((a, b) => compare(last(a), last(b))).slice(0, tasks.free())
  for (const { id } of taken) checkedAt.set(id, now)
  return taken
}

function compare(a: number, b: number): number {
  return a === b ? 0 : a < b ? -1 : 1
}

async function check(options: NumbersOptions, connection: ConnectionEntry): Promise<void> {
  const { id: connection_id, account_id } = connection
  const context = systemContext(options, { part: 'numbers', account_id })
  await checkNumber(options, connection, context).catch((err: unknown) =>
    options.log.warn(
      { err, ...chainOf(context), connection_id },
      'checking a number failed; it will be retried',
    ),
  )
}
