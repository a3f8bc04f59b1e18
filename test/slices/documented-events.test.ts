import { readFile } from 'node:fs/promises'
import { OPT_IN_EVENTS, STRUCTURED_EVENTS } from '@recado/contract/whatsapp-event-names'
import { test } from 'tap'
import { EVERY_FACT } from '../examples/every-fact.ts'
import { CHANNELS } from '../kit/channels.ts'
import { eventually } from '../kit/eventually.ts'
import { metaSays } from '../kit/meta-says.ts'
import { startWorld } from '../kit/world.ts'

type Listed = { name: string; kind: string; description: string; path: string }
type Schema = { $id: string; title: string; description: string }

const world = await startWorld()
const strange = () => world.product().api(null)

test('every documented webhook event is posted, and published on its channel', async (t) => {
  const { connection, customer, sim } = world
  const api = world.api()
  await api.put('/webhooks', {
    connection_id: connection.id,
    url: customer.url,
    events: [...STRUCTURED_EVENTS, 'account_review_update'],
  })
  const send = (phone: string) =>
    api.post('/messages', { connection_id: connection.id, recipient: { phone }, text: 'Oi' })
  await world.userWrites('5531987654321', 'Oi')
  await send('5531987654321')
  await sim('POST', '/faults', { kind: 'failed_status', code: 131026, to: '5531987654322' })
  await send('5531987654322')
  await metaSays(world, { field: 'account_review_update', decision: 'APPROVED' })

  const posted = () => new Set(customer.arrivals.map(({ headers }) => headers['x-service-event']))
  const all = [...STRUCTURED_EVENTS, 'account_review_update']
  await eventually(() => all.every((event) => posted().has(event)))
  t.same([...posted()].sort(), all.sort())
  const channels = CHANNELS.filter((channel) => channel.startsWith('whatsapp.'))
  t.same(channels.toSorted(), [...STRUCTURED_EVENTS, 'whatsapp.raw'].sort())
  const { published } = world.product()
  await eventually(() => channels.every((channel) => published.has(channel)))
})

test('the list of schemas is public', async (t) => {
  const { status, body } = await strange().get<{ data: Listed[] }>('/schemas')
  t.equal(status, 200)
  const named = (kind: string) =>
    body.data.filter((its) => its.kind === kind).map((its) => its.name)
  t.same(named('fact').sort(), Object.keys(EVERY_FACT).sort())
  t.same(named('webhook').sort(), [...STRUCTURED_EVENTS, ...OPT_IN_EVENTS].sort())
})

test('each schema is served as it is committed', async (t) => {
  const file = new URL('../../docs/schemas.json', import.meta.url)
  const { facts, webhooks } = JSON.parse(await readFile(file, 'utf8'))
  const { body } = await strange().get<{ data: Listed[] }>('/schemas')
  for (const { name, path, description } of body.data) {
    const answer = await strange().get<string>(path)
    t.equal(answer.status, 200, name)
    t.match(answer.headers, { 'content-type': /^application\/schema\+json/ })
    const schema: Schema = JSON.parse(answer.body)
    t.same(schema, { ...facts, ...webhooks }[name])
    t.match(schema, { $id: `/api/v1${path}`, title: name, description })
  }
})

test('a client that has a schema already is answered 304', async (t) => {
  const path = '/schemas/MessageReceived'
  const { etag } = (await strange().get(path)).headers
  t.match(etag, /^"[\w-]{43}"$/)
  const asked = (tags: string) =>
    strange().call({ method: 'GET', path, headers: { 'if-none-match': tags } })
  for (const tags of [String(etag), `W/${etag}`, `"other", ${etag}`]) {
    const answer = await asked(tags)
    t.match(answer, { status: 304, headers: { etag } }, tags)
  }
  for (const tags of ['"other"', '', '*x', 'W/"other"'])
    t.equal((await asked(tags)).status, 200, tags)
})

test('an unknown schema is not found', async (t) => {
  for (const name of ['MessageEaten', 'messagereceived', '__proto__', 'constructor', '%2e%2e'])
    t.match(
      await strange().get(`/schemas/${name}`),
      { status: 404, body: { error: { code: 'not_found' } } },
      name,
    )
  t.equal(
    (await strange().get(`/schemas/${'a'.repeat(101)}`)).status,
    404,
    'a name that is too long',
  )
})

test('the product has published nothing undocumented by the time it stops', async () =>
  world.stop())
