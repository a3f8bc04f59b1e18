import { markReplayBegun, nextReplay } from '@recado/application/relay/replays'
import type { FactContent } from '@recado/domain/redact-fact'
import { doublingWait } from '@recado/infra/concurrency/backoff'
import { sleep } from '@recado/infra/concurrency/sleep'
import type { Delivered, EventStore } from '@recado/infra/event-store/event-store'
import { connectNats, type Nats } from '@recado/infra/nats/connect'
import { warnOfOldNats } from '@recado/infra/nats/server-version'
import type { NatsConnection } from 'nats'
import type pg from 'pg'
import type { PartDeps } from '../deps.ts'
import { type Batches, inBatches } from '../engine/batches.ts'
import { withIdleBatches } from '../engine/with-idle-batches.ts'
import { electLeader } from '../runtime/leader-election.ts'
import type { ReactorLog } from '../runtime/run-reactor.ts'
import { throttle, throttleInBackground } from '../runtime/throttle.ts'
import { type Beginning, findBeginning } from './begin.ts'
import { openEventsStream } from './events-stream.ts'
import { factMessage } from './fact-message.ts'
import { erasedBy, forgetErased, partsByErasure } from './forget-erased.ts'
import { keepConsumers } from './kept-consumers.ts'
import { publishInOrder } from './publish-in-order.ts'
import { relayLag } from './relay-lag.ts'
import { RELAYED, repeatFilter } from './relayed.ts'
import { StreamRefused } from './troubles.ts'

const MAX_BATCH = 1_000
/** Pause in a process with other parts: the stream is less urgent than webhooks, and larger batches cost less. */
const REST_MS = 100
/** How often to look for a requested replay, and whether NATS took what was published. */
const LOOK_MS = 500
/** How often an idle relay checks that its stream still exists: an operator may delete it to have it filled again. */
const CONFIRM_MS = 2_000
/** How often an idle relay notes the durable consumers of the stream. */
const KEEP_MS = 30_000
const MAX_WAIT_MS = 5_000
const CONNECT_MS = 3_000

export type RelayOptions = {
  readonly store: Pick<EventStore, 'readAll' | 'readStream' | 'subscribe'>
  readonly nats: Pick<Nats, 'current'>
  readonly pool: pg.Pool
  readonly content: FactContent
  readonly days: number
  readonly replicas?: number | null
  /** Pause between batches, ms, or twice the batch's duration if longer; null for the pauses of `throttle`. */
  readonly restMs?: number | null
  readonly log: ReactorLog & { info(of: object, message: string): void }
  readonly now: () => Date
  readonly onProgress?: (position: bigint) => void
  readonly onRecovered?: () => void
}

/** Publishes every fact to the stream `EVENTS`. One elected relay works, until the signal aborts. */
export async function runRelay(deps: PartDeps): Promise<void> {
  const { config, log, store, pool, now } = deps
  // A connection of its own, so that the relay's backlog does not delay announcements.
  const nats = connectNats(config.NATS_URL, { name: 'relay' })
  nats.onConnect(warnOfOldNats(log))
  const lag = relayLag({ store, nats })
  deps.measured.relay(lag.measure)
  const options = {
    ...{ store, nats, pool, log, now },
    content: config.RELAY_CONTENT,
    days: config.EVENTS_DAYS,
    replicas: config.NATS_REPLICAS,
    restMs: config.PROJECTORS_ROLE === 'relay' ? null : REST_MS,
    onProgress: lag.passed,
    onRecovered: deps.onRecovered,
  }
  const onError = (err: unknown) => log.error({ err }, 'the relay failed and starts again')
  try {
    await electLeader({ ...deps, role: 'relay', onError }, (leadership) =>
      relay(options, leadership.signal).finally(lag.ended),
    )
  } finally {
    await nats.close()
  }
}

/** Publishes until the signal aborts, with retries. The stream's end is the only checkpoint, so relays may overlap. */
export async function relay(options: RelayOptions, signal: AbortSignal): Promise<void> {
  for (let failures = 0; !signal.aborted; ) {
    const onProgress = (position: bigint) => {
      failures = 0
      options.onProgress?.(position)
    }
    try {
      await publishFrom({ ...options, onProgress }, signal)
    } catch (err) {
      if (signal.aborted) return
      const isOutpaced = err instanceof StreamRefused && err.isOutpaced && failures === 0
      if (isOutpaced)
        options.log.info(
          { err },
          'another relay has published to the stream; this one continues after it',
        )
      else options.log.warn({ err }, 'the relay could not publish; it retries')
      await sleep(doublingWait(failures, 100, MAX_WAIT_MS) * (0.5 + Math.random() / 2), signal)
      failures += 1
    }
  }
}

/** One pass, which ends when a replay is requested. @throws what prevents publishing */
async function publishFrom(options: RelayOptions, signal: AbortSignal): Promise<void> {
  const { content, onProgress } = options
  const connection = await awaitConnection(options.nats, signal)
  if (connection === null) throw new StreamRefused('NATS does not answer')
  const stream = await openEventsStream(connection, options)
  const end = await stream.end()
  const keep = consumerKeeper(connection, options, end.created)
  await keep()
  const begun = await findBeginning(options, end, signal)
  const passing = new AbortController()
  const both = AbortSignal.any([signal, passing.signal])
  const asked = replays(options.pool, begun, end.replay)
  const publisher = publishInOrder(connection, end, {
    replay: begun.replay,
    signal: both,
    readEnd: stream.end,
    readStanding: stream.standing,
    onStored({ position }) {
      asked.stored()
      onProgress?.(position)
    },
  })
  const confirm = atMostEvery(CONFIRM_MS, publisher.confirm)
  const keepNow = atMostEvery(KEEP_MS, keep)
  const confirmed = async () => {
    await confirm()
    await keepNow()
    options.onRecovered?.()
  }
  const seen = repeatFilter(begun.after)
  function* messagesOf(items: readonly Delivered[]) {
    for (const item of items) {
      if (item.kind !== 'event') continue
      const event = content === 'ids' ? item.unopened : item.event
      if (seen.isNew(event)) yield factMessage(event, content, stream.mostBytes)
    }
  }
  const publishPart = async (part: readonly Delivered[]) => {
    const erased = content === 'full' ? erasedBy(part[0]) : null
    if (erased !== null) {
      await publisher.drained()
      await forgetErased(connection, options.store, erased)
    }
    await publisher.publish(messagesOf(part))
  }
  try {
    for await (const { items } of batchesOf(options, begun, both)) {
      for (const part of content === 'full' ? partsByErasure(items) : [items])
        await publishPart(part)
      publisher.check()
      if (publisher.isIdle()) await confirmed()
      if (await asked.isNext()) return await publisher.drained()
    }
  } finally {
    passing.abort()
    publisher.close()
  }
}

/** Keeps the consumers of the stream; a failure delays no fact. */
function consumerKeeper(
  connection: NatsConnection,
  { pool, log }: Pick<RelayOptions, 'pool' | 'log'>,
  created: string,
): () => Promise<void> {
  return () =>
    keepConsumers(connection, pool, created).catch((err: unknown) =>
      log.warn(
        { err },
        'recording the durable consumers of the stream of facts failed; it will be retried',
      ),
    )
}

function atMostEvery(ms: number, act: () => Promise<void>): () => Promise<void> {
  let next = performance.now() + ms
  return async () => {
    if (performance.now() < next) return
    await act()
    next = performance.now() + ms
  }
}

/** The connection, also one that is made in time; else null. */
async function awaitConnection(
  nats: Pick<Nats, 'current'>,
  signal: AbortSignal,
): Promise<NatsConnection | null> {
  const late = performance.now() + CONNECT_MS
  while (nats.current() === null && performance.now() < late && !signal.aborted)
    await sleep(50, signal)
  return nats.current()
}

function batchesOf(
  { store, log, restMs = null }: RelayOptions,
  { after }: Beginning,
  signal: AbortSignal,
): Batches<Delivered> {
  const delivered = store.subscribe({
    from: after < 0n ? 'start' : after,
    filter: { streamPrefixes: RELAYED },
    signal,
    onReconnect: (err) => log.warn({ err }, 'the relay lost the event store and reconnects'),
  })
  const batches = inBatches(delivered, MAX_BATCH)
  const paced =
    restMs === null ? throttle(batches, signal) : throttleInBackground(batches, restMs, signal)
  return withIdleBatches(paced, () => LOOK_MS)
}

/** Looks for requested replays at intervals, and marks the one that this pass began with as begun. */
function replays(pool: pg.Pool, { replay }: Beginning, before: string | null) {
  let isUnrecorded = replay !== null && replay !== before
  let isBegun = false
  let lookAt = performance.now() + LOOK_MS
  return {
    stored() {
      isBegun = true
    },
    async isNext(): Promise<boolean> {
      if (performance.now() < lookAt) return false
      if (isUnrecorded && isBegun && replay !== null) {
        await markReplayBegun(pool, replay)
        isUnrecorded = false
      }
      const next = await nextReplay(pool, replay)
      lookAt = performance.now() + LOOK_MS
      return next !== null
    },
  }
}
