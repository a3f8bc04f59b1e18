import { equalShares } from '@recado/infra/concurrency/equal-shares'
import type { WebhookEntry } from '@recado/infra/registry-entries'
import { mostAtOnce } from './endpoint-health.ts'
import {
  type EndpointQueue,
  emptyQueue,
  endRest,
  hasRoomToLoad,
  isBehind,
  wakeAfter,
} from './endpoint-queue.ts'
import { type LoadDeps, loadQueue } from './load-queue.ts'
import type { PendingDelivery } from './pending-delivery.ts'
import { nextDue, take } from './queue-conversations.ts'
import { type RunDeps, runAttempt } from './run-attempt.ts'

export type PumpDeps = LoadDeps &
  RunDeps & {
    readonly hasRoom: (inFlight: number) => boolean
    readonly hasRoomToReadOn: (connectionId: string) => boolean
    readonly concurrency: number
  }

export type QueuePump = {
  /** Begins the attempts that may begin, and reads on when there is room. */
  pump(queue: EndpointQueue): void
  refill(queue: EndpointQueue): Promise<void>
  nextInTurn(): void
  forget(queue: EndpointQueue): void
  underWay(): number
}

/** Longest timer, ms: a queue whose next attempt is hours away checks again from time to time. */
const MAX_SLEEP_MS = 60_000

/** Attempts of one dispatcher under way at once, all webhooks together. */
const CAPACITY = 1_000
/** Up to here a busy webhook may exceed its share; the rest is kept for webhooks below theirs. */
const LENT = CAPACITY / 2

export function queuePump(deps: PumpDeps): QueuePump {
  const shares = equalShares(CAPACITY, LENT)
  /** Queues with a due delivery that lack room for an attempt, in turn. */
  const waiting = new Set<EndpointQueue>()
  /** Queues whose backlog continues with deliveries to skip, until the log has taken enough of the earlier ones. */
  const heldUp = new Set<EndpointQueue>()
  const hasRoom = (queue: EndpointQueue) =>
    deps.hasRoom(shares.underWay()) && shares.mayBegin(queue.conversations.inFlight.size)

  const pump = (queue: EndpointQueue): void => {
    if (!deps.isOpen(queue)) return
    const webhook = deps.registry.webhook(queue.connectionId)
    if (webhook === undefined || !webhook.active) {
      emptyQueue(queue)
      return
    }
    beginAttempts(queue, webhook)
    wakeLater(queue, deps.concurrency, pump)
    if (isBehind(queue) && hasRoomToLoad(queue)) void refill(queue)
  }
  const beginAttempts = (queue: EndpointQueue, webhook: WebhookEntry): void => {
    const now = Date.now()
    endRest(queue, now)
    const { conversations } = queue
    while (conversations.inFlight.size < mostAtOnce(queue.health, deps.concurrency)) {
      if (!hasRoom(queue)) {
        if ((nextDue(conversations) ?? Number.POSITIVE_INFINITY) <= now) waiting.add(queue)
        return
      }
      const pending = take(conversations, now)
      if (pending === undefined) return
      void attempt(queue, pending, webhook)
    }
  }
  const attempt = async (queue: EndpointQueue, pending: PendingDelivery, webhook: WebhookEntry) => {
    await runAttempt(deps, shares, queue, pending, webhook)
    if (waiting.size > 0) {
      waiting.add(queue)
      nextInTurn()
    } else pump(queue)
  }
  /** A queue that still finds no room goes to the end of the line. */
  const nextInTurn = (): void => {
    if (heldUp.size > 0) readOn()
    if (waiting.size === 0) return
    for (const queue of [...waiting]) {
      waiting.delete(queue)
      pump(queue)
      if (!deps.hasRoom(shares.underWay())) return
    }
  }
  const readOn = (): void => {
    for (const queue of [...heldUp]) {
      if (!deps.hasRoomToReadOn(queue.connectionId)) continue
      heldUp.delete(queue)
      pump(queue)
    }
  }
  const refill = async (queue: EndpointQueue): Promise<void> => {
    if (heldUp.has(queue) && !deps.hasRoomToReadOn(queue.connectionId)) return
    const loaded = await loadQueue(deps, queue)
    if (loaded === 'nothing') return
    if (loaded === 'held_up') heldUp.add(queue)
    else heldUp.delete(queue)
    pump(queue)
  }
  const forget = (queue: EndpointQueue) => {
    waiting.delete(queue)
    heldUp.delete(queue)
  }
  return { pump, refill, nextInTurn, forget, underWay: shares.underWay }
}

function wakeLater(
  queue: EndpointQueue,
  concurrency: number,
  pump: (queue: EndpointQueue) => void,
): void {
  const at = wakesAt(queue, concurrency)
  const waitMs = at === undefined ? 0 : at - Date.now()
  wakeAfter(queue, waitMs > 0 ? Math.min(waitMs, MAX_SLEEP_MS) : null, () => pump(queue))
}

/** When time alone lets an attempt begin, ms since 1970; undefined when another event has to happen first. */
function wakesAt(queue: EndpointQueue, concurrency: number): number | undefined {
  const { health, conversations } = queue
  if (health.state === 'gone') return undefined
  if (health.state !== 'resting' && conversations.inFlight.size >= mostAtOnce(health, concurrency))
    return undefined
  const due = nextDue(conversations)
  if (due === undefined || health.state !== 'resting') return due
  return Math.max(due, health.until)
}
