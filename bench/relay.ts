import { once } from 'node:events'
import { setTimeout as delay } from 'node:timers/promises'
import type { EventStore, RecordedEvent } from '@recado/infra/event-store/event-store'
import { connectNats } from '@recado/infra/nats/connect'
import { openPool } from '@recado/infra/postgres/pool'
import { factMessage } from '@recado/projectors/relay/fact-message'
import { relay } from '@recado/projectors/relay/run-relay'
import { connect, type NatsConnection } from 'nats'
import type { Bench, BenchRun } from './bench.ts'
import { textReceived } from './facts.ts'
import { interleaved } from './measure.ts'
import { type Row, ratioAtLeast } from './report.ts'

/** As many unacknowledged messages as the relay allows. */
const IN_FLIGHT = 512
const MAX_BYTES = 1024 * 1024

/** Facts from memory published by the relay, against publishing the same bytes directly with the same concurrency. */
export const relayBench: Bench = {
  name: 'relay',
  async run(run) {
    const { lab, progress, rounds, ms } = run
    const { settings } = await lab.stack()
    const facts = Array.from({ length: ms * 20 }, (_, n) => recorded(n))
    const bodies = facts.map((fact) => factMessage(fact, 'full', MAX_BYTES).body)
    progress(`${facts.length.toLocaleString('en')} facts`)
    const connection = await connect({ servers: settings.NATS_URL })
    lab.after(() => connection.close())
    const { length } = facts
    const ours = await relayed(run, settings, facts)
    // The first round compiles the code.
    await emptied(connection, ours)
    await emptied(connection, () => bare(connection, bodies))
    const medians = await interleaved(rounds, {
      ours: () => emptied(connection, () => perSecond(length, ours)),
      raw: () => emptied(connection, () => perSecond(length, () => bare(connection, bodies))),
    })
    const row: Row = {
      name: `relay: facts, ${IN_FLIGHT} on the way`,
      unit: '/s',
      ours: medians.ours.rate ?? 0,
      raw: medians.raw.rate ?? 0,
      against: 'the same bytes published to JetStream from memory',
      goal: ratioAtLeast(0.6),
    }
    return [row]
  },
}

/** @returns a function that lets the relay publish all facts once */
async function relayed(
  { lab }: BenchRun,
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
    await relay({ ...options, now: () => new Date(), onProgress }, ending.signal)
  }
}

function recorded(n: number): RecordedEvent {
  const fact = textReceived()
  const stream = `message-${fact.data.message_id}`
  const created = fact.metadata.recorded_at
  return { ...fact, stream, revision: 0n, position: BigInt(n), created }
}

/** A log in memory, so that only the relay is measured. */
function inMemory(facts: readonly RecordedEvent[]): Pick<EventStore, 'readAll' | 'subscribe'> {
  return {
    async *readAll() {
      for (const event of facts) yield event
    },
    async *subscribe({ signal }) {
      for (const event of facts) yield { kind: 'event', event }
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

/** Deletes the stream of the previous round, then runs `work`. */
async function emptied<T>(connection: NatsConnection, work: () => Promise<T>): Promise<T> {
  const manager = await connection.jetstreamManager()
  await manager.streams.delete('EVENTS').catch(() => undefined)
  return work()
}

async function perSecond(count: number, work: () => Promise<void>) {
  const start = performance.now()
  await work()
  return { rate: (count * 1_000) / (performance.now() - start) }
}
