import type { Registry } from '@recado/application/registry/registry'
import { sleep } from '@recado/infra/concurrency/sleep'
import type { ConnectionEntry } from '@recado/infra/registry-entries'
import { electLeader } from '../../runtime/leader-election.ts'
import { type CheckDeps, checkNumber } from './check-number.ts'

export type NumbersOptions = CheckDeps & {
  readonly registry: Pick<Registry, 'connections'>
  readonly databaseUrl: string
  /** Names the election. */
  readonly schema: string
  /** Between two checks of a number, ms. */
  readonly intervalMs: number
  readonly log: {
    warn(of: object, message: string): void
    error(of: object, message: string): void
  }
  readonly signal: AbortSignal
}

const LOOK_MS = 500
const MOST_AT_ONCE = 16
/** A number in trouble is looked at more often, so that what was mended shows. */
const TROUBLED_MS = 60_000

/**
 * Keeps connections as their providers have them: asks how each number is when it is first seen and at
 * intervals. Webhooks tell most of it sooner, but not all, and a webhook that never came tells nothing. One
 * elected runner; it keeps no checkpoint, as a start asks about every number. Runs until the signal aborts.
 */
export function runNumbers(options: NumbersOptions): Promise<void> {
  const { databaseUrl, schema, signal, log } = options
  const onError = (err: unknown) =>
    log.error({ err }, 'numbers are not looked after for a moment, and then again')
  return electLeader(
    { databaseUrl, role: `numbers:${schema}`, signal, onError },
    ({ signal: leadership }) => watch(options, leadership),
  )
}

async function watch(options: NumbersOptions, signal: AbortSignal): Promise<void> {
  const checkedAt = new Map<string, number>()
  const busy = new Map<string, Promise<void>>()
  try {
    while (!signal.aborted) {
      for (const connection of due(options, checkedAt, busy))
        busy.set(
          connection.id,
          check(options, connection).finally(() => busy.delete(connection.id)),
        )
      await sleep(LOOK_MS, signal)
    }
  } finally {
    await Promise.all(busy.values())
  }
}

function due(
  { registry, intervalMs }: NumbersOptions,
  checkedAt: Map<string, number>,
  busy: ReadonlyMap<string, unknown>,
): readonly ConnectionEntry[] {
  const now = performance.now()
  const last = ({ id }: ConnectionEntry) => checkedAt.get(id) ?? Number.NEGATIVE_INFINITY
  const waited = (one: ConnectionEntry) =>
    last(one) + (one.status === 'connected' ? intervalMs : Math.min(TROUBLED_MS, intervalMs)) <= now
  const found = [...registry.connections()].filter(
    (one) => !isUnpaired(one) && !busy.has(one.id) && waited(one),
  )
  // Those that have waited longest first: with very many, none is forgotten.
  const taken = found.sort((a, b) => compare(last(a), last(b))).slice(0, MOST_AT_ONCE - busy.size)
  for (const { id } of taken) checkedAt.set(id, now)
  return taken
}

function compare(a: number, b: number): number {
  return a === b ? 0 : a < b ? -1 : 1
}

/** Its session is still to be made (sessions/run-sessions.ts). */
function isUnpaired({ type, status }: ConnectionEntry): boolean {
  return type === 'freemium' && status === 'pending'
}

async function check(options: NumbersOptions, connection: ConnectionEntry): Promise<void> {
  await checkNumber(options, connection).catch((err: unknown) =>
    options.log.warn({ err, connection_id: connection.id }, 'a number is checked again later'),
  )
}
