import { randomUUID } from 'node:crypto'
import { newEvents } from '@recado/application/commands/command-context'
import type { ExecuteDeps } from '@recado/application/commands/execute'
import { headOfFollowedStreams } from '@recado/application/read-models/followed'
import type { Registry } from '@recado/application/registry/registry'
import type { DeliveryOutcome, WebhookDeliveryEvent } from '@recado/domain/webhook-delivery/events'
import { sleep } from '@recado/infra/concurrency/sleep'
import type { EventStore, Journal } from '@recado/infra/event-store/event-store'
import { dayStream } from '@recado/infra/event-store/journal'
import { longestAttempt, type WebhookClient } from '@recado/infra/http-client/webhook-client'
import type { Logger } from '@recado/infra/logger'
import type { Nats } from '@recado/infra/nats/connect'
import type { WebhookEntry } from '@recado/infra/registry-entries'
import type { Vault } from '@recado/infra/vault/vault'
import type pg from 'pg'
import { type Attempted, givenUpFact } from './attempt.ts'
import { contextOf, deactivate } from './dispatch-facts.ts'
import { type EndpointQueues, openEndpointQueues } from './dispatch-queues.ts'
import { DEFAULT_TIMES, type DispatchTimes } from './dispatch-times.ts'
import { sweepQueues } from './load-backlog.ts'
import { type Outcomes, recordOutcomes } from './outcomes.ts'
import type { PendingDelivery } from './pending-delivery.ts'
import { pendingFrom, WHATSAPP_SUBJECTS } from './publish.ts'
import { type RecentAttempts, recentAttempts } from './recent-attempts.ts'
import { type ShardLeases, shardLeases } from './shard-leases.ts'
import { type ShardOwnership, shardOwnership } from './shard-ownership.ts'

export type DispatchDeps = {
  readonly store: EventStore
  readonly journal: Journal
  readonly commands: ExecuteDeps
  /** Connections whose search_path is the read models' schema. */
  readonly pool: pg.Pool
  readonly nats: Nats
  readonly registry: Pick<Registry, 'webhook' | 'reached'>
  readonly vault: Pick<Vault, 'get'>
  readonly client: WebhookClient
  readonly log: Logger
  readonly signal: AbortSignal
  readonly times?: Partial<DispatchTimes>
  /** Called with the outcome of each attempt, for metrics. */
  readonly attempted?: (outcome: DeliveryOutcome) => void
  /** Attempts under way per webhook. */
  readonly concurrency?: number
}

/**
 * Sends pending deliveries until the signal aborts; then ends what is under way, records its outcomes and gives its shards
 * back. Any number of dispatchers may run side by side.
 */
export async function runDispatch(deps: DispatchDeps): Promise<void> {
  const times = { ...DEFAULT_TIMES, ...deps.times }
  const id = randomUUID()
  const leases = await untilItWorks(deps, () =>
    shardLeases(deps.pool, { id, ttlMs: times.leaseMs }),
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
  const newestFact = () => headOfFollowedStreams(deps.store)
  const shards = shardOwnership(leases, newestFact, (shard) => queues.forget(shard))
  const record = outcomeRecorder(outcomes, recent, () => queues.nextInTurn())
  const queues: EndpointQueues = openEndpointQueues({
    ...queueDeps(deps, times),
    ...outcomeCallbacks(deps, recent, record),
    id,
    shards,
    recent,
    hasRoom: (underWay) => !deps.signal.aborted && outcomes.hasRoom(underWay),
  })
  const parts = { shards, recent, queues }
  listen(deps, queues)
  await Promise.all([
    repeatedly(
      deps,
      () => times.renewMs,
      () => renew(shards, queues),
    ),
    repeatedly(
      deps,
      () => sweepPause(shards, times),
      () => sweep(deps, times, parts),
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
    attempt: { client, vault, schedule, now: () => new Date(), random: Math.random },
    attemptMs: longestAttempt(timeoutMs) + 1_000,
  }
}

function outcomeCallbacks(deps: DispatchDeps, recent: RecentAttempts, record: OutcomeRecorder) {
  return {
    recordOutcome(pending: PendingDelivery, { facts, outcome }: Attempted) {
      record(pending, facts)
      deps.attempted?.(outcome)
    },
    skip(pending: PendingDelivery) {
      recent.begin(pending.id, pending.attempts + 1)
      record(pending, [givenUpFact(pending, 'skipped', new Date())])
    },
    deactivate: (of: WebhookEntry) => deactivate(deps, of.connection_id, 'gone', of.url),
  }
}

type OutcomeRecorder = (pending: PendingDelivery, facts: readonly WebhookDeliveryEvent[]) => void

function outcomeRecorder(
  outcomes: Outcomes,
  recent: RecentAttempts,
  recorded: () => void,
): OutcomeRecorder {
  return (pending, facts) => {
    const attempt = pending.attempts + 1
    const events = newEvents(facts, contextOf(pending, facts))
    const stream = dayStream('webhookDelivery', pending.connection_id, new Date())
    outcomes.add(stream, events, (position) => {
      recent.recorded(pending.id, attempt, position)
      recorded()
    })
  }
}

/** Before the first renewal, and while shards wait for the read models, a sweep is what lets them begin. */
function sweepPause(shards: ShardOwnership, { sweepMs }: DispatchTimes): number {
  return shards.all().length === 0 || shards.waiting() ? Math.min(50, sweepMs) : sweepMs
}

type Parts = {
  readonly shards: ShardOwnership
  readonly recent: RecentAttempts
  readonly queues: EndpointQueues
}

/** Visits every webhook that Postgres shows with something to do; deactivates those that failed for too long. */
async function sweep(
  deps: DispatchDeps,
  { failingMs }: DispatchTimes,
  { shards, recent, queues }: Parts,
): Promise<void> {
  const { position, queues: due } = await sweepQueues(deps.pool, shards.all())
  recent.observed(position)
  shards.observed(position)
  for (const queue of due) {
    if (!queues.isOurs(queue.connection_id)) continue
    if (isHopeless(queue.failing_since, failingMs))
      await deactivate(deps, queue.connection_id, 'failing', null)
    else await queues.visit(queue, position)
  }
}

/** Offers what was just committed, as NATS announces it; the sweep finds what is lost there. */
function listen({ nats, signal }: DispatchDeps, queues: EndpointQueues): void {
  nats.subscribe(WHATSAPP_SUBJECTS, (message) => {
    const connectionId = message.subject.slice(message.subject.lastIndexOf('.') + 1)
    if (signal.aborted || !queues.isOurs(connectionId)) return
    const pending = pendingFrom(message)
    if (pending !== undefined) queues.offer(pending)
  })
}

async function renew(shards: ShardOwnership, queues: EndpointQueues): Promise<void> {
  await shards.renew()
  await shards.releaseSurplus((shard) => queues.inFlight(shard) === 0)
  queues.resume()
}

function isHopeless(failingSince: string | null, failingMs: number): boolean {
  return failingSince !== null && Date.parse(failingSince) < Date.now() - failingMs
}

async function close(
  { timeoutMs }: DispatchTimes,
  queues: EndpointQueues,
  outcomes: Outcomes,
  leases: ShardLeases,
): Promise<void> {
  const deadline = Date.now() + longestAttempt(timeoutMs) + 1_000
  while (queues.inFlight() > 0 && Date.now() < deadline) await sleep(10)
  await outcomes.flushed(AbortSignal.timeout(5_000))
  // While an outcome may still reach the log the shards stay ours until their lease ends: then the log shows it.
  if (outcomes.waiting() === 0) await leases.leave().catch(() => undefined)
}

async function untilItWorks<T>(deps: DispatchDeps, work: () => Promise<T>): Promise<T | undefined> {
  while (!deps.signal.aborted) {
    try {
      return await work()
    } catch (err) {
      deps.log.warn({ err }, 'the dispatcher cannot start yet')
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
      log.warn({ err }, 'the dispatcher tries again')
    }
    await sleep(pauseMs(), signal)
  }
}
