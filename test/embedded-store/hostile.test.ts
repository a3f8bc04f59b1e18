import { randomUUID } from 'node:crypto'
import { setTimeout as delay } from 'node:timers/promises'
import { type EventStoreDBClient, jsonEvent, streamNameFilter } from '@eventstore/db-client'
import { test } from 'tap'
import { startStore } from '../kit/event-store.ts'
import { eventually } from '../kit/eventually.ts'
import { followAll, followStream } from './follow.ts'
import { deliverInOrder } from './same-order.ts'
import { appendBy, clientOf, events, idsIn, newStream } from './store-under-test.ts'

const APPENDS = 800

test('a hostile store loses responses and repeats events, but never loses or duplicates facts', async (t) => {
  const store = await startStore('hostile', { mode: 'hostile' })
  t.teardown(() => store.stop())
  const client = clientOf(t, store.url)
  const filter = streamNameFilter({ prefixes: ['thing-'], checkpointInterval: 1 })
  const { ids: seen } = followAll(t, client, 'start', () => filter)

  const ids = Array.from({ length: APPENDS }, () => randomUUID())
  const attempts = await Promise.all(ids.map((id) => appendUntilAnswered(client, id)))
  t.ok(
    attempts.some((count) => count > 1),
    'a response was lost, and the retry recognised',
  )
  await eventually(() => new Set(seen).size === APPENDS)
  t.same(new Set(seen), new Set(ids))
  await eventually(async () => {
    await appendUntilAnswered(client, randomUUID())
    return new Set(seen).size < seen.length
  })
})

test('a hostile store does not recognise a repeated append with the expectation any', async (t) => {
  const store = await startStore('forgetful', { mode: 'hostile' })
  t.teardown(() => store.stop())
  const client = clientOf(t, store.url)
  const append = appendBy(client, 'plain append')
  const stream = newStream()
  const same = events(1)
  await eventually(async () => {
    await append(stream, same, 'any')
    return (await idsIn(client, stream)).length > 1
  })
  t.ok(new Set(await idsIn(client, stream)).size === 1, 'the same id is stored twice')
})

test('a store that ends subscriptions as too slow loses nothing for clients that resume them', async (t) => {
  const store = await startStore('impatient', { mode: 'impatient', version: '23.10.8' })
  t.teardown(() => store.stop())
  const client = clientOf(t, store.url)
  const stream = newStream()
  const followed = followStream(t, client, stream)
  await eventually(() => followed.isConfirmed)
  const written = events(300)
  for (let n = 0; n < 300; n += 20) await client.appendToStream(stream, written.slice(n, n + 20))
  await eventually(() => followed.ids.length >= 300)
  t.same(
    followed.ids,
    written.map(({ id }) => id),
  )
  const all = await deliverInOrder(t, client)
  for (const seen of [followed, ...all]) t.equal(seen.error, undefined)
  t.ok(followed.ends > 0 && all.some(({ ends }) => ends > 0), 'and it has ended some')
})

/** @returns the number of attempts; each has the same id and revision */
async function appendUntilAnswered(client: EventStoreDBClient, id: string): Promise<number> {
  const event = jsonEvent({ id, type: 'Noted', data: {} })
  for (let attempt = 1; ; attempt += 1) {
    const appended = client.appendToStream(`thing-${id}`, event, { expectedRevision: 'no_stream' })
    const answered = await Promise.race([appended.then(() => true), delay(1500, false)])
    if (answered) return attempt
  }
}
