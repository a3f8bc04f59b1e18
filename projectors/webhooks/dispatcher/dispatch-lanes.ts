import type { Directory } from '@recado/application/registry/registry'
import type { Logger } from '@recado/infra/logger'
import type { WebhookEntry } from '@recado/infra/registry-entries'
import type pg from 'pg'
import { type AttemptDeps, type Attempted, attemptDelivery } from './attempt.ts'
import { attemptShares } from './attempt-shares.ts'
import type { HeldShards } from './held-shards.ts'
import {
  closeRanks,
  empty,
  emptyLane,
  enqueue,
  finish,
  LANE_CAPACITY,
  type Lane,
  nextDue,
  offer,
  take,
} from './lane.ts'
import { type Backlog, type DueLane, loadBacklog } from './load-owed.ts'
import { HOLDING_ATTEMPTS, type Owed, orderKey } from './owed.ts'
import type { RecentAttempts } from './recent-attempts.ts'
import { shardOf } from './shard.ts'

/** What lanes are worked with. */
export type LaneDeps = {
  readonly id: string
  readonly pool: pg.Pool
  readonly shards: HeldShards
  readonly directory: Pick<Directory, 'webhook'>
  readonly attempt: AttemptDeps
  readonly recent: RecentAttempts
  readonly log: Logger
  /** Whether another attempt may begin, so many being under way. */
  readonly hasRoom: (inFlight: number) => boolean
  readonly settle: (owed: Owed, attempted: Attempted) => void
  readonly skip: (owed: Owed) => void
  /** The receiver wants no more; resolves when the directory knows. */
  readonly gone: (webhook: WebhookEntry) => Promise<void>
  /** The longest that an attempt and its record may take, ms: a lease must outlive it. */
  readonly attemptMs: number
  readonly concurrency: number
  /** How long a failing lane rests at first, ms; doubles up to 32 times that. */
  readonly restMs: number
  /** Deliveries older than this at the end of a pause are skipped, ms. */
  readonly pauseKeepMs: number
}

/** The webhooks a dispatcher works for. */
export type Lanes = {
  /** A delivery that was just committed. */
  offer(owed: Owed): void
  /** A webhook that has something to do, as Postgres shows it. */
  visit(due: DueLane, position: bigint): Promise<void>
  /** Whether the connection's shard is ours to act on. */
  isOurs(connectionId: string): boolean
  forget(shard: number): void
  inFlight(shard?: number): number
  /** Goes on wherever something waits. */
  resume(): void
  /** There may be room for another attempt: whoever waits longest for it begins. */
  nextInTurn(): void
}

/** In a lane that fails, one attempt at a time is enough to see whether it is well again. */
const FAILURES_TO_SLOW = 3
const FAILURES_TO_REST = 5

/** Opens no lane yet: they open as deliveries come. */
export function openLanes(deps: LaneDeps): Lanes {
  const lanes = new Map<string, Lane>()
  const shares = attemptShares()
  /** Lanes that could begin an attempt but for want of room, in turn. */
  const waiting = new Set<Lane>()

  const laneOf = (connectionId: string): Lane => {
    const lane = lanes.get(connectionId) ?? emptyLane(connectionId)
    lanes.set(connectionId, lane)
    return lane
  }
  const leaseOf = (lane: Lane) => deps.shards.usable(shardOf(lane.connectionId), deps.attemptMs)

  const pump = (lane: Lane): void => {
    if (lanes.get(lane.connectionId) !== lane || leaseOf(lane) === undefined) return
    const webhook = deps.directory.webhook(lane.connectionId)
    if (webhook === undefined || !webhook.active) {
      empty(lane)
      return
    }
    while (lane.inFlight.size < limitOf(lane, deps.concurrency)) {
      const now = Date.now()
      if (now < lane.restsUntil) break
      if (!hasRoom(lane)) {
        if ((nextDue(lane) ?? Number.POSITIVE_INFINITY) <= now) waiting.add(lane)
        break
      }
      const owed = take(lane, now)
      if (owed === undefined) break
      void run(lane, owed, webhook)
    }
    wakeLater(lane)
    if (lane.known > lane.seen && lane.queued < LANE_CAPACITY / 4) void load(lane)
  }
  const wakeLater = (lane: Lane): void => {
    clearTimeout(lane.timer)
    const due = nextDue(lane)
    if (due === undefined || lane.inFlight.size >= limitOf(lane, deps.concurrency)) return
    const wait = Math.max(due, lane.restsUntil) - Date.now()
    if (wait > 0 && Number.isFinite(wait))
      lane.timer = setTimeout(() => pump(lane), Math.min(wait, 60_000))
  }
  const run = async (lane: Lane, owed: Owed, webhook: WebhookEntry): Promise<void> => {
    shares.began(lane.inFlight.size)
    deps.recent.begin(owed.id, owed.attempts + 1)
    const attempted = await attemptDelivery(deps.attempt, owed, webhook)
    deps.settle(owed, attempted)
    rest(lane, attempted, deps.restMs)
    finish(lane, owed, againOf(owed, attempted))
    shares.ended(lane.inFlight.size)
    if (attempted.outcome === 'gone') await leaveAlone(lane, webhook)
    if (waiting.size === 0) return pump(lane)
    waiting.add(lane)
    nextInTurn()
  }
  const hasRoom = (lane: Lane): boolean =>
    deps.hasRoom(shares.underWay()) && shares.mayBegin(lane.inFlight.size)
  /** Whoever still finds no room goes to the end of the queue. */
  const nextInTurn = (): void => {
    for (const lane of [...waiting]) {
      waiting.delete(lane)
      pump(lane)
      if (!deps.hasRoom(shares.underWay())) return
    }
  }
  /** Until everybody knows that it is gone, nothing more is sent: each would be a dead letter. */
  const leaveAlone = async (lane: Lane, webhook: WebhookEntry): Promise<void> => {
    lane.restsUntil = Number.POSITIVE_INFINITY
    await deps.gone(webhook).catch((err) => deps.log.warn({ err }, 'a webhook is gone but active'))
    lane.restsUntil = Date.now() + deps.restMs
  }
  const load = async (lane: Lane): Promise<void> => {
    const lease = leaseOf(lane)
    if (lane.loading || lane.queued >= LANE_CAPACITY / 4 || lease === undefined) return
    lane.loading = true
    const { generation } = lane
    try {
      const backlog = await loadBacklog(deps.pool, {
        connectionId: lane.connectionId,
        owner: deps.id,
        lease,
        since: deps.shards.furthest(),
        after: lane.seen,
        limit: LANE_CAPACITY,
      })
      if (backlog === null) lane.known = lane.seen
      else if (lane.generation === generation) merge(lane, backlog)
    } catch (err) {
      deps.log.warn({ err }, 'a backlog cannot be read; the next sweep tries again')
      lane.known = lane.seen
    } finally {
      lane.loading = false
    }
    pump(lane)
  }
  const merge = (lane: Lane, backlog: Backlog): void => {
    lane.known = Math.max(backlog.last_ordinal, ...lane.ahead.keys())
    for (const owed of backlog.next) {
      if (owed.ordinal <= lane.seen) continue
      // Its last outcome is not shown yet: what follows is read again by the next sweep.
      if (deps.recent.has(owed.id)) {
        lane.known = lane.seen
        return
      }
      lane.seen = owed.ordinal
      if (isTooOld(owed, backlog.resumed_at, deps.pauseKeepMs)) deps.skip(owed)
      else enqueue(lane, owed)
    }
    if (!backlog.more) lane.seen = Math.max(lane.seen, backlog.last_ordinal)
    closeRanks(lane)
    for (const owed of backlog.late) if (isNew(lane, owed)) enqueue(lane, owed)
  }
  const isNew = (lane: Lane, owed: Owed): boolean =>
    !deps.recent.has(owed.id) && !lane.queues.has(orderKey(owed))

  return {
    offer(owed) {
      if (deps.directory.webhook(owed.connection_id)?.active === false) return
      const lane = laneOf(owed.connection_id)
      if (offer(lane, owed)) void load(lane)
      else pump(lane)
    },
    async visit({ connection_id, last_ordinal, due }, position) {
      const lane = laneOf(connection_id)
      // Ordinals that went back: the read models were built again from a log that was cut.
      if (last_ordinal < lane.seen && position >= BigInt(lane.position)) empty(lane)
      lane.known = Math.max(lane.known, last_ordinal)
      if (Date.now() < lane.restsUntil) return
      if (!deps.directory.webhook(connection_id)?.active) return
      if (lane.queued < LANE_CAPACITY / 4 && (due || lane.known > lane.seen)) await load(lane)
      else pump(lane)
    },
    isOurs: (connectionId) =>
      deps.shards.usable(shardOf(connectionId), deps.attemptMs) !== undefined,
    forget(shard) {
      for (const [id, lane] of lanes) {
        if (shardOf(id) !== shard) continue
        empty(lane)
        waiting.delete(lane)
        lanes.delete(id)
      }
    },
    inFlight(shard) {
      if (shard === undefined) return shares.underWay()
      let count = 0
      for (const [id, lane] of lanes) if (shardOf(id) === shard) count += lane.inFlight.size
      return count
    },
    resume() {
      for (const lane of lanes.values()) if (lane.queued > 0) pump(lane)
    },
    nextInTurn,
  }
}

function limitOf({ failures }: Lane, concurrency: number): number {
  return failures >= FAILURES_TO_SLOW ? 1 : concurrency
}

function rest(lane: Lane, { outcome }: Attempted, restMs: number): void {
  lane.failures = outcome === 'failed' ? lane.failures + 1 : 0
  const beyond = lane.failures - FAILURES_TO_REST
  if (beyond >= 0) lane.restsUntil = Date.now() + restMs * 2 ** Math.min(beyond, 5)
}

/** The delivery as its conversation waits for it; null when nothing waits for it any longer. */
function againOf(owed: Owed, { next_at }: Attempted): Owed | null {
  const attempts = owed.attempts + 1
  return next_at === null || attempts >= HOLDING_ATTEMPTS ? null : { ...owed, attempts, next_at }
}

function isTooOld({ attempts, created_at }: Owed, resumedAt: string | null, keepMs: number) {
  if (resumedAt === null || attempts > 0) return false
  return Date.parse(created_at) < Date.parse(resumedAt) - keepMs
}
