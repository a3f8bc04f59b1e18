import { once } from 'node:events'
import { setTimeout as delay } from 'node:timers/promises'
import { deliveredAs } from '@recado/infra/event-store/delivered-fact'
import type { EventStore, RecordedEvent } from '@recado/infra/event-store/event-store'
import { connectNats } from '@recado/infra/nats/connect'
import { openPool } from '@recado/infra/postgres/pool'
import { factMessage } from '@recado/projectors/relay/fact-message'
import { relay as runRelay } from '@recado/projectors/relay/run-relay'
import { connect, type NatsConnection } from 'nats'
import { textReceived } from '../lab/facts.ts'
import { defineGroup, type GroupRun } from '../measuring/group.ts'
import { batchOf } from '../measuring/loops.ts'
import { ratioAtLeast } from '../report/goal.ts'

/** As many unacknowledged messages as the relay allows. */
const IN_FLIGHT = 512
/** Facts of a round. */
const FACTS = 15_000
const MAX_BYTES = 1024 * 1024

type Opened = {
  readonly facts: readonly RecordedEvent[]
  readonly connection: NatsConnection
  /** Lets the relay publish all facts once. */
  publish(): Promise<void>
}

/** Facts from memory published by the relay, against publishing the same bytes directly with the same concurrency. */
export const relay = defineGroup<Opened>({
  name: 'relay',
  minutes: 1,
  async open(run) {
    const { settings } = await run.lab.stack()
    const facts = Array.from({ length: FACTS * run.share }, (_, n) => recorded(n))
    const connection = await connect({ servers: settings.NATS_URL })
    run.lab.after(() => connection.close())
    return { facts, connection, publish: await relayed(run, settings, facts) }
  },
  rows: [
    {
      name: `facts, ${IN_FLIGHT} on the way`,
      against: 'the same bytes published to JetStream from memory',
      figures: ['rate_per_s'],
      inBench: 'both',
      goals: [ratioAtLeast('rate_per_s', 0.6)],
      sides: ({ facts, connection, publish }) => {
        const bodies = facts.map((fact) => factMessage(fact, 'full', MAX_BYTES).body)
        const prepare = () => empty(connection)
        return {
          ours: batchOf(facts.length, prepare, publish),
          raw: batchOf(facts.length, prepare, () => bare(connection, bodies)),
        }
      },
    },
  ],
})

/** @returns a function that lets the relay publish all facts once */
async function relayed(
  { lab }: GroupRun,
  settings: Readonly<Record<string, string>>,
  facts: readonly RecordedEvent[],
): Promise<() => Promise<void>> {
  const pool = openPool(String(settings.DATABASE_URL), { max: 2 })
  lab.after(() => pool.end())
  const nats = connectNats(String(settings.NATS_URL))
  lab.after(() => nats.close())
  while (nats.current() === null) await delay(10)
  const log = { info: () => undefined, warn: () => undefined, error: () => undefined }
  const options = { store: inMemory(facts), pool, nats, log, content: 'full', days: 30 } as const
  return async () => {
    const ending = new AbortController()
    let left = facts.length
    const onProgress = () => {
      left -= 1
      if (left === 0) ending.abort()
    }
    await runRelay({ ...options, now: () => new Date(), onProgress }, ending.signal)
  }
}

function recorded(n: number): RecordedEvent {
  const fact = textReceived()
  const stream = `message-${fact.data.message_id}`
  const created = fact.metadata.recorded_at
  return { ...fact, stream, revision: 0n, position: BigInt(n), created }
}

/** A log in memory, so that only the relay is measured. */
function inMemory(
  facts: readonly RecordedEvent[],
): Pick<EventStore, 'readAll' | 'readStream' | 'subscribe'> {
  return {
    async *readStream() {},
    async *readAll() {
      for (const event of facts) yield event
    },
    async *subscribe({ signal }) {
      for (const event of facts) yield deliveredAs(event)
      await once(signal, 'abort')
    },
  }
}

/** Each worker publishes and waits for the acknowledgement, as the client does. */
async function bare(connection: NatsConnection, bodies: readonly Uint8Array[]): Promise<void> {
  const manager = await connection.jetstreamManager()
  await manager.streams.add({ name: 'EVENTS', subjects: ['events.>'] })
  const stream = connection.jetstream()
  let next = 0
  const worker = async () => {
    for (let body = bodies[next++]; body !== undefined; body = bodies[next++])
      await stream.publish('events.bench.message.MessageReceived', body)
  }
  await Promise.all(Array.from({ length: IN_FLIGHT }, worker))
}

/** Deletes the stream of the previous round. */
async function empty(connection: NatsConnection): Promise<void> {
  const manager = await connection.jetstreamManager()
  await manager.streams.delete('EVENTS').catch(() => undefined)
}
