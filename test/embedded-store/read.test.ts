import {
  BACKWARDS,
  binaryEvent,
  END,
  type EventStoreDBClient,
  jsonEvent,
  type Position,
  START,
} from '@eventstore/db-client'
import { test } from 'tap'
import { all, events, idsIn, newStream, storeUnderTest } from './store-under-test.ts'

test('an event is read back as written', async (t) => {
  const { client } = await storeUnderTest()
  const stream = newStream('olá')
  const before = Date.now()
  const json = jsonEvent({
    type: 'Received',
    data: { text: 'olá \u0000 “mundo”', n: 1 },
    metadata: { $correlationId: 'x' },
  })
  const binary = binaryEvent({
    type: 'Bytes',
    data: Buffer.from([0, 255, 7]),
    metadata: Buffer.from([1, 2]),
  })
  const { position } = await client.appendToStream(stream, [json, binary])
  const [first, second] = (await all(client.readStream(stream))).map(({ event }) => event)

  t.match(first, { id: json.id, type: 'Received', isJson: true, revision: 0n, streamId: stream })
  t.same([first?.data, first?.metadata], [json.data, json.metadata])
  t.ok((first?.created.getTime() ?? 0) > before - 60_000, 'the clock of the store')
  t.match(second, { id: binary.id, isJson: false, revision: 1n })
  t.same(Buffer.from(second?.data as Uint8Array), Buffer.from([0, 255, 7]))
  t.equal(second?.position?.commit, position?.commit, 'an append returns its last position')
})

test('a stream is read from any revision, in both directions', async (t) => {
  const { client } = await storeUnderTest()
  const stream = newStream()
  await client.appendToStream(stream, events(250))
  const read = async (options: Parameters<EventStoreDBClient['readStream']>[1]) =>
    (await all(client.readStream(stream, options))).map(({ event }) => Number(event?.revision))

  t.same(await read({}), range(0, 249), 'whole')
  t.same(await read({ maxCount: 2 }), [0, 1])
  t.same(await read({ maxCount: 120, fromRevision: 100n }), range(100, 219), 'revision inclusive')
  t.same(await read({ fromRevision: 300n }), [], 'above the head')
  t.same(await read({ direction: BACKWARDS, fromRevision: END }), range(0, 249).reverse())
  t.same(await read({ direction: BACKWARDS, fromRevision: END, maxCount: 1 }), [249])
  t.same(await read({ direction: BACKWARDS, fromRevision: 3n }), [3, 2, 1, 0], 'inclusive')
  t.same(await read({ direction: BACKWARDS, fromRevision: 900n, maxCount: 2 }), [249, 248])
  t.same(await read({ direction: BACKWARDS, fromRevision: START }), [0])
})

test('$all has every event once, in the order of positions', async (t) => {
  const { client } = await storeUnderTest()
  const ours: string[] = []
  for (let n = 0; n < 5; n += 1) {
    const batch = events(300)
    await client.appendToStream(newStream(), batch)
    ours.push(...batch.map(({ id }) => id))
  }
  const forwards = await all(client.readAll())
  const positions = forwards.map(({ event }) => event?.position?.commit ?? 0n)
  const ids = forwards.flatMap(({ event }) => event?.id ?? [])

  t.ok((positions[0] ?? 0n) > 0n, 'positions begin above 0')
  t.ok(
    positions.every((position, n) => n === 0 || position > (positions[n - 1] ?? 0n)),
    'and grow',
  )
  t.same(
    ids.filter((id) => ours.includes(id)),
    ours,
  )
  const backwards = await all(client.readAll({ direction: BACKWARDS, fromPosition: END }))
  t.same(backwards.flatMap(({ event }) => event?.id ?? []).reverse(), ids)
})

test('$all is never empty', async (t) => {
  const { client } = await storeUnderTest()
  t.equal((await all(client.readAll({ maxCount: 1 }))).length, 1)
})

test('$all is read forwards including the position and backwards excluding it', async (t) => {
  const { client } = await storeUnderTest()
  const stream = newStream()
  await client.appendToStream(stream, events(3))
  const written = (await all(client.readStream(stream))).map(({ event }) => event)
  const fromPosition = written[1]?.position as Position
  const after = await all(client.readAll({ fromPosition, maxCount: 2 }))
  t.same(
    after.map(({ event }) => event?.id),
    [written[1]?.id, written[2]?.id],
  )
  const before = await all(client.readAll({ fromPosition, direction: BACKWARDS, maxCount: 1 }))
  t.same(
    before.map(({ event }) => event?.id),
    [written[0]?.id],
  )
  t.same(await all(client.readAll({ fromPosition: END, maxCount: 10 })), [])
})

test('a read of large events is split into pages', async (t) => {
  const { client } = await storeUnderTest()
  const stream = newStream()
  const sent: string[] = []
  for (let n = 0; n < 12; n += 1) {
    const event = binaryEvent({ type: 'Blob', data: Buffer.alloc(900_000, n) })
    sent.push(event.id)
    await client.appendToStream(stream, [event])
  }
  t.same(await idsIn(client, stream), sent)
  const tail = await all(client.readAll({ direction: BACKWARDS, fromPosition: END, maxCount: 12 }))
  t.same(tail.map(({ event }) => event?.id).reverse(), sent)
})

test('a reader that stops early does not disturb the next one', async (t) => {
  const { client } = await storeUnderTest()
  const stream = newStream()
  await client.appendToStream(stream, events(1000))
  for await (const { event } of client.readStream(stream)) if (event?.revision === 5n) break
  t.equal((await idsIn(client, stream)).length, 1000)
})

test('links are resolved on request', async (t) => {
  const { client } = await storeUnderTest()
  const [stream, links] = [newStream(), newStream('links')]
  const [target] = events(1)
  await client.appendToStream(stream, target as typeof target & object)
  const link = (text: string) => binaryEvent({ type: '$>', data: Buffer.from(text) })
  await client.appendToStream(links, [link(`0@${stream}`), link('0@nowhere')])

  const [found, gone] = await all(client.readStream(links, { resolveLinkTos: true }))
  t.match(found, { event: { id: target?.id, streamId: stream }, link: { streamId: links } })
  t.equal(found?.commitPosition, found?.link?.position?.commit, 'the position is that of the link')
  t.match(gone, { event: undefined, link: { revision: 1n } })
  const [raw] = await all(client.readStream(links))
  t.match(raw, { event: { type: '$>' }, link: undefined })
})

function range(from: number, to: number): number[] {
  return Array.from({ length: to - from + 1 }, (_, n) => from + n)
}
