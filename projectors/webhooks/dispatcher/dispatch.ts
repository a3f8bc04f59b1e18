import { randomUUID } from 'node:crypto'
import type { ExecuteDeps } from '@recado/application/commands/execute'
import { areFilled } from '@recado/application/read-models/filling'
import { headOfFollowedStreams } from '@recado/application/read-models/followed'
import { LEAST_POSITION } from '@recado/application/read-models/partitions'
import type { Registry } from '@recado/application/registry/registry'
import type { DeliveryOutcome } from '@recado/domain/webhook-delivery/events'
import { sleep } from '@recado/infra/concurrency/sleep'
import type { EventStore, Journal } from '@recado/infra/event-store/event-store'
import { maxAttemptMs, type WebhookClient } from '@recado/infra/http-client/webhook-client'
import type { Logger } from '@recado/infra/logger'
import type { Nats } from '@recado/infra/nats/connect'
import type { Vault } from '@recado/infra/vault/vault'
import type pg from 'pg'
import { deliveryCarrier } from './carried-delivery.ts'
import { deactivate, recordFailure } from './dispatch-facts.ts'
import { type EndpointQueues, openEndpointQueues } from './dispatch-queues.ts'
import { DEFAULT_TIMES, type DispatchTimes, leaseMsOf } from './dispatch-times.ts'
import { type Outcomes, recordOutcomes } from './outcomes.ts'
import { WHATSAPP_SUBJECTS } from './publish.ts'
import { recentAttempts } from './recent-attempts.ts'
import { attemptRecorder } from './record-attempt.ts'
import { roomIn } from './room.ts'
import { type ShardLeases, shardLeases } from './shard-leases.ts'
import { type ShardOwnership, shardOwnership } from './shard-ownership.ts'
import { sweep, sweepPause } from './sweep.ts'

export type DispatchDeps = {
  readonly store: EventStore
  readonly journal: Journal
  readonly commands: ExecuteDeps
  /** Connections whose search_path is the read models' schema. */
  readonly pool: pg.Pool
  readonly nats: Nats
  /** Proves that a delivery on NATS is ours. */
  readonly masterKey: Buffer
  readonly registry: Pick<Registry, 'webhook' | 'waitUntil'>
  readonly vault: Pick<Vault, 'get'>
  readonly client: WebhookClient
  readonly log: Logger
  readonly signal: AbortSignal
  readonly times?: Partial<DispatchTimes>
  readonly attempted?: (outcome: DeliveryOutcome, seconds: number) => void
  readonly watchShards?: (owned: Pick<ShardOwnership, 'all' | 'waiting'>) => void
  readonly concurrency?: number
}

const FILLED_LOOK_MS = 250

/** Delivers until the signal aborts, then ends attempts, records outcomes and gives shards back. May run in parallel. */
export async function runDispatch(deps: DispatchDeps): Promise<void> {
  const times = { ...DEFAULT_TIMES, ...deps.times }
  const id = randomUUID()
  await untilFilled(deps)
  const leases = await retryUntilItWorks(deps, () =>
    shardLeases(deps.pool, { id, ttlMs: leaseMsOf(times) }),
  )
  if (leases === undefined) return
  await dispatchWith(deps, times, id, leases)
}

async function dispatchWith(
  deps: DispatchDeps,
  times: DispatchTimes,
  id: string,
  leases: ShardLeases,
): Promise<void> {
  const flushing = new AbortController()
  const recent = recentAttempts()
  const outcomes = recordOutcomes({
    journal: deps.journal,
    log: deps.log,
    signal: flushing.signal,
    onRoom: () => queues.resume(),
  })
  const room = roomIn(outcomes, recent)
  const newestFact = () => headOfFollowedStreams(deps.store)
  const shards = shardOwnership(leases, newestFact, (shard) => queues.forget(shard))
  deps.watchShards?.(shards)
  const recorder = attemptRecorder(outcomes, recent, () => queues.nextInTurn())
  const queues: EndpointQueues = openEndpointQueues({
    ...queueDeps(deps, times),
    id,
    shards,
    recent,
    ...room,
    hasRoom: (underWay) => !deps.signal.aborted && room.hasRoom(underWay),
    recordOutcome(pending, attempted) {
      recorder.recordOutcome(pending, attempted)
      if (pending.origin !== 'test') deps.attempted?.(attempted.outcome, attempted.seconds)
    },
    skip: recorder.skip,
    deactivate: ({ connection_id, url }) => deactivate(deps, connection_id, 'gone', url),
  })
  const swept = {
    pool: deps.pool,
    shards,
    recent,
    queues,
    failingMs: times.failingMs,
    noticeMs: times.noticeMs,
    deactivateFailing: (id: string, url: string) => deactivate(deps, id, 'failing', url),
    noticeFailure: (queue: Parameters<typeof recordFailure>[1]) => recordFailure(deps, queue),
    now: Date.now,
    log: deps.log,
  }
  listen(deps, queues)
  await Promise.all([
    repeatedly(
      deps,
      () => times.renewMs,
      () => renew(shards, queues, outcomes),
    ),
    repeatedly(
      deps,
      () => sweepPause(shards, times.sweepMs),
      () => sweep(swept),
    ),
  ])
  await close(times, queues, outcomes, leases)
  for (const shard of shards.all()) queues.forget(shard)
  flushing.abort()
}

function queueDeps(deps: DispatchDeps, times: DispatchTimes) {
  const { pool, registry, log, client, vault, concurrency = 16 } = deps
  const { schedule, timeoutMs, restMs, pauseKeepMs } = times
  return {
    pool,
    registry,
    log,
    concurrency,
    restMs,
    pauseKeepMs,
    vault,
    attempt: { client, schedule, now: () => new Date(), random: Math.random },
    attemptMs: maxAttemptMs(timeoutMs) + 1_000,
  }
}

/** Offers deliveries as NATS announces their commit. The sweep finds what NATS loses. */
function listen({ nats, signal, masterKey }: DispatchDeps, queues: EndpointQueues): void {
  const carrier = deliveryCarrier(masterKey)
  nats.subscribe(WHATSAPP_SUBJECTS, (message) => {
    const connectionId = message.subject.slice(message.subject.lastIndexOf('.') + 1)
    if (signal.aborted || !queues.isOurs(connectionId)) return
    const pending = carrier.read(message)
    if (pending !== undefined) queues.offer(pending)
  })
}

async function renew(
  shards: ShardOwnership,
  queues: EndpointQueues,
  outcomes: Outcomes,
): Promise<void> {
  await shards.renew()
  // The next owner relies on the log when it takes over: a later outcome would mean a second delivery.
  await shards.releaseSurplus((shard) => queues.inFlight(shard) === 0 && !outcomes.isWaiting(shard))
  queues.resume()
}

async function close(
  { timeoutMs }: DispatchTimes,
  queues: EndpointQueues,
  outcomes: Outcomes,
  leases: ShardLeases,
): Promise<void> {
  const deadline = Date.now() + maxAttemptMs(timeoutMs) + 1_000
  while (queues.inFlight() > 0 && Date.now() < deadline) await sleep(10)
  await outcomes.flushed(AbortSignal.timeout(5_000))
  // While an outcome may still reach the log, the shards stay ours until their lease ends; by then the log shows it.
  if (outcomes.waiting() === 0) await leases.leave().catch(() => undefined)
}

/**
 * Waits until the read models have been filled once and include everything that the log holds now. Read models of a
 * new release, or of one that returns after days, lack recent deliveries: a dispatcher on them would only hold a
 * shard that a dispatcher of the active release needs.
 */
async function untilFilled({ pool, store, signal }: DispatchDeps): Promise<void> {
  let newest: bigint | null = null
  const isFilled = async () => {
    newest ??= (await headOfFollowedStreams(store)) ?? -1n
    if (!(await areFilled(pool))) return false
    const { rows } = await pool.query<{ position: number }>(LEAST_POSITION)
    return BigInt(rows[0]?.position ?? -1) >= newest
  }
  while (!signal.aborted && !(await isFilled().catch(() => false)))
    await sleep(FILLED_LOOK_MS, signal)
}

async function retryUntilItWorks<T>(
  deps: DispatchDeps,
  work: () => Promise<T>,
): Promise<T | undefined> {
  while (!deps.signal.aborted) {
    try {
      return await work()
    } catch (err) {
      deps.log.warn({ err }, 'the dispatcher could not start; it tries again')
      await sleep(500, deps.signal)
    }
  }
  return undefined
}

async function repeatedly(
  { signal, log }: DispatchDeps,
  pauseMs: () => number,
  work: () => Promise<void>,
): Promise<void> {
  while (!signal.aborted) {
    try {
      await work()
    } catch (err) {
      log.warn({ err }, 'a step of the dispatcher failed; it tries again')
    }
    await sleep(pauseMs(), signal)
  }
}
