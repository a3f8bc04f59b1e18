import { randomUUID } from 'node:crypto'
import { setTimeout as delay } from 'node:timers/promises'
import { newEvents } from '@recado/application/commands/command-context'
import type { ExecuteDeps } from '@recado/application/commands/execute'
import { headOfFollowedStreams } from '@recado/application/read-models/followed'
import type { Registry } from '@recado/application/registry/registry'
import type { DeliveryOutcome, WebhookDeliveryEvent } from '@recado/domain/webhook-delivery/events'
import type { EventStore, Journal } from '@recado/infra/event-store/event-store'
import { dayStream } from '@recado/infra/event-store/journal'
import { longestAttempt, type WebhookClient } from '@recado/infra/http-client/webhook-client'
import type { Logger } from '@recado/infra/logger'
import type { Nats } from '@recado/infra/nats/connect'
import type { Vault } from '@recado/infra/vault/vault'
import type pg from 'pg'
import { givenUpFact } from './attempt.ts'
import { contextOf, deactivate } from './dispatch-facts.ts'
import { type EndpointQueues, openEndpointQueues } from './dispatch-queues.ts'
import { DEFAULT_TIMES, type DispatchTimes } from './dispatch-times.ts'
import { sweepQueues } from './load-backlog.ts'
import { type Outcomes, recordOutcomes } from './outcomes.ts'
import type { PendingDelivery } from './pending-delivery.ts'
import { pendingFrom, WHATSAPP_SUBJECTS } from './publish.ts'
import { recentAttempts } from './recent-attempts.ts'
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
  /** Told what each attempt came to, for metrics. */
  readonly attempted?: (outcome: DeliveryOutcome) => void
  /** Attempts under way per webhook. */
  readonly concurrency?: number
}

/**
 * Delivers what webhooks are pending until the signal aborts; then ends what is under way, writes it down and
 * gives its shards back. Any number may run side by side.
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
  const newest = () => headOfFollowedStreams(deps.store)
  const shards = shardOwnership(leases, newest, (shard) => queues.forget(shard))
  const record = (pending: PendingDelivery, facts: readonly WebhookDeliveryEvent[]) => {
    const attempt = pending.attempts + 1
    const events = newEvents(facts, contextOf(pending, facts))
    const stream = dayStream('webhookDelivery', pending.connection_id, new Date())
    outcomes.add(stream, events, (position) => {
      recent.recorded(pending.id, attempt, position)
      queues.nextInTurn()
    })
  }
  const queues: EndpointQueues = openEndpointQueues({
    ...deps,
    id,
    shards,
    recent,
    attempt: { ...deps, ...times, now: () => new Date(), random: Math.random },
    hasRoom: (underWay) => !deps.signal.aborted && outcomes.hasRoom(underWay),
    settle(pending, { facts, outcome }) {
      record(pending, facts)
      deps.attempted?.(outcome)
    },
    skip(pending) {
      recent.begin(pending.id, pending.attempts + 1)
      record(pending, [givenUpFact(pending, 'skipped', new Date())])
    },
    gone: (of) => deactivate(deps, of.connection_id, 'gone', of.url),
    attemptMs: longestAttempt(times.timeoutMs) + 1_000,
    concurrency: deps.concurrency ?? 16,
    restMs: times.restMs,
    pauseKeepMs: times.pauseKeepMs,
  })
  // Before the first renewal, and while shards wait for the read models, a sweep is what lets them begin.
  const sweepPause = () =>
    shards.all().length === 0 || shards.waiting() ? Math.min(50, times.sweepMs) : times.sweepMs
  listen(deps, queues)
  await Promise.all([
    repeatedly(
      deps,
      () => times.renewMs,
      () => renew(shards, queues),
    ),
    repeatedly(deps, sweepPause, async () => {
      const { position, queues: due } = await sweepQueues(deps.pool, shards.all())
      recent.observed(position)
      shards.observed(position)
      for (const queue of due) {
        if (!queues.isOurs(queue.connection_id)) continue
        if (isHopeless(queue.failing_since, times.failingMs))
          await deactivate(deps, queue.connection_id, 'failing', null)
        else await queues.visit(queue, position)
      }
    }),
  ])
  await close(times, queues, outcomes, leases)
  for (const shard of shards.all()) queues.forget(shard)
  flushing.abort()
}

/** What was just committed comes over NATS; what is lost there, the sweep finds. */
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
  while (queues.inFlight() > 0 && Date.now() < deadline) await delay(10)
  await outcomes.flushed(AbortSignal.timeout(5_000))
  // What the log has not got stays ours until the lease runs out: time for the log to show it.
  if (outcomes.waiting() === 0) await leases.leave().catch(() => undefined)
}

async function untilItWorks<T>(deps: DispatchDeps, work: () => Promise<T>): Promise<T | undefined> {
  while (!deps.signal.aborted) {
    try {
      return await work()
    } catch (err) {
      deps.log.warn({ err }, 'the dispatcher cannot start yet')
      await pause(500, deps.signal)
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
    await pause(pauseMs(), signal)
  }
}

async function pause(ms: number, signal: AbortSignal): Promise<void> {
  await delay(ms, undefined, { signal }).catch(() => undefined)
}
