import type { AddressInfo } from 'node:net'
import type { ConnectionStatus } from '@recado/domain/connection/events'
import { buildApp } from '@recado/query-api/app'
import { openFrontDoor } from '@recado/standalone/api/front-door'
import { t as file, test } from 'tap'
import { follow, type StreamClient } from '../kit/event-stream.ts'
import { eventually } from '../kit/eventually.ts'
import { startNginx } from '../kit/nginx.ts'
import { addOfficial, openTenant, setConnectionStatus } from '../kit/tenants.ts'
import { startWorld } from '../kit/world.ts'

const world = await startWorld()
file.teardown(() => world.stop())
const { queryApp, commandApp, deps, operator } = world.product()
await queryApp.listen({ port: 0, host: '127.0.0.1' })
const origin = `http://127.0.0.1:${(queryApp.server.address() as AddressInfo).port}`
const url = `${origin}/api/v1/events`
const { key } = world.tenant

const textsOf = ({ frames }: Pick<StreamClient, 'frames'>) =>
  frames.flatMap(({ data }) => (data === null ? [] : (JSON.parse(data).data.message?.text ?? [])))

test('a stream begins with the next event, and carries the cursor it began with', async (t) => {
  await world.userWrites('5531987654321', 'before')
  await eventually(async () => (await pageOf()).data.length === 1)
  const stream = await follow(url, key)
  t.match(stream.status, 200)
  t.match(stream.headers.get('content-type'), /^text\/event-stream/)
  t.equal(stream.headers.get('x-accel-buffering'), 'no')
  await eventually(() => stream.frames.length > 0)
  await world.userWrites('5531987654321', 'after')
  await eventually(() => textsOf(stream).length === 1)
  stream.stop()
  t.same(textsOf(stream), ['after'])
  const { data } = await pageOf(`?after=${stream.frames[0]?.id}`)
  t.same(
    stream.frames.flatMap(({ data }) => (data === null ? [] : [JSON.parse(data)])),
    data,
  )
})

test('reconnecting with the last id loses and doubles no event, however often the stream is cut off', async (t) => {
  const texts = Array.from({ length: 60 }, (_, i) => `text ${i}`)
  const { next_cursor } = await pageOf('?limit=200')
  const writing = (async () => {
    for (const text of texts) await world.userWrites('5531987654321', text)
  })()
  const seen: string[] = []
  let last = next_cursor
  for (let cuts = 0; seen.length < texts.length; cuts += 1) {
    const stream = await follow(`${url}?events=whatsapp.message.received`, key, {
      'last-event-id': last,
    })
    await eventually(
      () =>
        textsOf(stream).length > cuts % 5 || textsOf(stream).length + seen.length === texts.length,
    )
    stream.stop()
    await stream.ended
    seen.push(...textsOf(stream))
    last = stream.frames.at(-1)?.id ?? last
  }
  await writing
  t.same([...seen].sort(), texts.sort())
  const { data } = await pageOf(`?after=${next_cursor}&limit=200&events=whatsapp.message.received`)
  t.same(
    seen,
    data.map((event) => event.data.message.text),
  )
})

test('a stream continues although notifications are lost', async (t) => {
  const deaf = { ...deps, readModels: { ...deps.readModels, onMoved: () => () => undefined } }
  const app = await buildApp(deaf)
  t.teardown(() => app.close())
  const stream = await follow(
    `${await app.listen({ port: 0, host: '127.0.0.1' })}/api/v1/events`,
    key,
  )
  await eventually(() => stream.frames.length > 0)
  await world.userWrites('5531987654321', 'unheard')
  await eventually(() => textsOf(stream).includes('unheard'))
  stream.stop()
})

test('the gateway passes events on while the stream is open', async () => {
  const gateway = await startNginx({ command: commandApp, query: queryApp })
  const stream = await follow(`${gateway.url}/api/v1/events`, key)
  await eventually(() => stream.frames.length > 0)
  await world.userWrites('5531987654321', 'through the gateway')
  await eventually(() => textsOf(stream).includes('through the gateway'))
  stream.stop()
  await stream.ended
  await gateway.stop()
})

test('a stream has only the events of its account and connection', async (t) => {
  const product = world.product()
  const other = await openTenant(product)
  const theirs = await addOfficial(product, other.id)
  const second = await addOfficial(product, world.tenant.id)
  const foreign = await follow(url, other.key)
  const narrowed = await follow(`${url}?connection_id=${second.id}`, key)
  const own = await follow(`${url}?connection_id=${world.connection.phone_number_digits}`, key)
  const all = await follow(url, key)
  const streams = [foreign, narrowed, own, all]
  await eventually(() => streams.every(({ frames }) => frames.length > 0))
  const change = (accountId: string, id: string, status: ConnectionStatus) =>
    setConnectionStatus(product, accountId, id, status)
  await change(world.tenant.id, second.id, 'connecting')
  await world.userWrites('5531987654321', 'mine')
  await eventually(() => textsOf(all).includes('mine'))
  // What each stream receives at the end shows that the others did not come before it. No accepted call ends this status.
  await change(other.id, theirs.id, 'disconnected')
  await change(world.tenant.id, second.id, 'disconnected')
  await change(world.tenant.id, world.connection.id, 'disconnected')
  const isToldEnd = ({ frames }: StreamClient) =>
    frames.some(({ data }) => data?.includes('"status":"disconnected"'))
  await eventually(() => streams.every(isToldEnd))
  const connectionsOf = ({ frames }: StreamClient) =>
    frames.flatMap(({ data }) => (data === null ? [] : [JSON.parse(data).connection_id]))
  // The first status of a new connection may still come.
  t.same(new Set(connectionsOf(foreign)), new Set([theirs.id]))
  t.same(new Set(connectionsOf(narrowed)), new Set([second.id]))
  t.same(new Set(connectionsOf(own)), new Set([world.connection.id]))
  t.same(textsOf(own), ['mine'])
  t.same(new Set(connectionsOf(all)), new Set([second.id, world.connection.id]))
  for (const stream of streams) stream.stop()
  await change(world.tenant.id, world.connection.id, 'connected')
})

test('a key has a limit of streams, and revoking it ends them', async (t) => {
  const tenant = await openTenant(world.product())
  const streams = await Promise.all(Array.from({ length: 10 }, () => follow(url, tenant.key)))
  t.ok(streams.every(({ status }) => status === 200))
  const refused = await follow(url, tenant.key)
  t.match(refused.status, 429)
  t.equal(refused.headers.get('retry-after'), '15')
  streams[0]?.stop()
  const again = await eventually(async () => {
    const stream = await follow(url, tenant.key)
    return stream.status === 200 && stream
  })
  await operator.delete(`/api-keys/${tenant.key_id}`)
  await Promise.all([...streams.slice(1), again].map(({ ended }) => ended))
})

test('an invalid cursor is refused before the stream begins', async (t) => {
  for (const [path, headers] of [
    ['?after=x', {}],
    ['', { 'last-event-id': 'x' }],
    ['?events=nonsense', {}],
  ] as const)
    t.equal((await follow(`${url}${path}`, key, headers)).status, 400, path)
})

test('a server that closes ends its streams', async () => {
  const app = await buildApp(deps)
  const stream = await follow(
    `${await app.listen({ port: 0, host: '127.0.0.1' })}/api/v1/events`,
    key,
  )
  await eventually(() => stream.frames.length > 0)
  await app.close()
  await stream.ended
})

test('endStreams ends the streams before the listener closes', async () => {
  const query = await buildApp(deps)
  const door = await openFrontDoor({ command: commandApp, query, bounds: deps.bounds })
  await door.listen({ host: '127.0.0.1', port: 0 })
  const { port } = door.server.address() as AddressInfo
  const stream = await follow(`http://127.0.0.1:${port}/api/v1/events`, key)
  await eventually(() => stream.frames.length > 0)
  query.endStreams()
  await door.close()
  await stream.ended
  await query.close()
})

type Page = { data: { data: { message: { text: string } } }[]; next_cursor: string }

async function pageOf(query = ''): Promise<Page> {
  return (await world.api().get<Page>(`/events${query}`)).body
}
