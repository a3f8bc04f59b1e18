import { randomUUID } from 'node:crypto'
import type { EventData } from '@eventstore/db-client'
import { processTime } from '@recado/infra/concurrency/running-time'
import { MAX_BYTES_UNDER_WAY } from '@recado/infra/event-store/append-turns'
import { type Dialled, dialler } from '@recado/infra/event-store/dial'
import type { NewEvent } from '@recado/infra/event-store/event-store'
import { storeOver } from '@recado/infra/event-store/eventstoredb'
import { test } from 'tap'
import { newStream, noted } from '../infra/event-store/log-under-test.ts'
import { startStore } from '../kit/event-store.ts'

const LARGE = 800 * 1024
/** A large append may wait for long here: what is counted is what stands before the small ones. */
const PATIENT = { appendDeadlineMs: 60_000 }
/** More bytes than a log writes at once. */
const GREEDY = 30
const HONEST = 30

test('the large appends of one account do not stand before the small ones of another', async (t) => {
  const log = await countedLog()
  t.teardown(() => log.close())
  const honest = randomUUID()
  const before = await small(log, honest)
  const greedy = randomUUID()
  const large = Array.from({ length: GREEDY }, () =>
    log.store.append(newStream(), 'no_stream', [of(greedy, 'x'.repeat(LARGE))]),
  )
  const during = await small(log, honest)
  t.comment(`latency with the attack: ${(during.ms / before.ms).toFixed(1)} times that without`)
  t.comment(`at most ${during.ahead} bytes stood before it, of ${GREEDY * LARGE}`)
  t.ok(during.ahead <= MAX_BYTES_UNDER_WAY, `${during.ahead} bytes stood before an honest append`)
  t.ok(log.most() <= MAX_BYTES_UNDER_WAY, `${log.most()} bytes were under way`)
  t.equal((await Promise.all(large)).length, GREEDY, 'and all the large ones are written')
})

type Log = Awaited<ReturnType<typeof countedLog>>

/** Appends of one account, one after another. */
async function small({ store, underWay }: Log, account: string) {
  const took: number[] = []
  let ahead = 0
  for (let n = 0; n < HONEST; n++) {
    const began = performance.now()
    const event = of(account, 'small')
    underWay.watch(event.id, (bytes) => {
      ahead = Math.max(ahead, bytes)
    })
    await store.append(newStream(), 'no_stream', [event])
    took.push(performance.now() - began)
  }
  return { ahead, ms: took.sort((a, b) => a - b)[HONEST / 2] ?? 0 }
}

function of(account_id: string, text: string): NewEvent {
  const event = noted()
  return { ...event, data: { text }, metadata: { ...event.metadata, account_id } } as NewEvent
}

/** A real log, and the bytes that its client has sent and that have no answer yet. */
async function countedLog() {
  const server = await startStore('turns')
  const time = processTime()
  const dial = dialler(server.url, time)
  const watched = new Map<string, (ahead: number) => void>()
  let bytes = 0
  let most = 0
  const counted = (dialled: Dialled): Dialled => {
    const { client } = dialled
    const append = client.appendToStream.bind(client)
    const appendToStream: typeof append = async (stream, events, options) => {
      const all = [events].flat() as EventData[]
      for (const { id } of all) watched.get(id ?? '')?.(bytes)
      const size = all.reduce((sum, { data }) => sum + (data as Uint8Array).length, 0)
      bytes += size
      most = Math.max(most, bytes)
      return append(stream, events, options).finally(() => {
        bytes -= size
      })
    }
    return { ...dialled, client: Object.assign(Object.create(client), { appendToStream }) }
  }
  const { store } = storeOver(() => counted(dial()), PATIENT, time)
  return {
    store,
    underWay: { watch: (id: string, tell: (ahead: number) => void) => void watched.set(id, tell) },
    most: () => most,
    async close() {
      await store.close()
      await server.stop()
    },
  }
}
