import { createSelfAudits } from '@recado/application/seal/self-audits'
import { buildApp as buildCommandApp } from '@recado/command-api/app'
import { commandRoutes } from '@recado/command-api/routes'
import type { ApiRoute } from '@recado/infra/http/api-route'
import { BY_INDEX, connectionSettings, PLAN_ONCE } from '@recado/infra/postgres/pool'
import { createReadModels } from '@recado/projectors/engine/read-model-schema'
import { buildApp as buildQueryApp } from '@recado/query-api/app'
import { cursorAt } from '@recado/query-api/events/cursor'
import { openFollower } from '@recado/query-api/events/follower'
import { queryRoutes } from '@recado/query-api/routes'
import type { FastifyInstance } from 'fastify'
import pg from 'pg'
import { t as file, test } from 'tap'
import type { z } from 'zod'
import { signedIn } from '../kit/dashboard.ts'
import { eventually } from '../kit/eventually.ts'
import { metaSays, textFrom } from '../kit/meta-says.ts'
import { type Plan, troublesIn } from '../kit/plans.ts'
import { projections } from '../kit/projections.ts'
import { recordingPool } from '../kit/recording-pool.ts'
import { uploadForm } from '../kit/upload-form.ts'
import { startWorld } from '../kit/world.ts'

const world = await startWorld()
file.teardown(() => world.stop())
const { deps, config } = world.product()
const phone = '5531987654321'
await world.api().put('/webhooks', { connection_id: world.connection.id, url: world.customer.url })
const wamid = await world.userWrites(phone, 'Oi')
const [talk, message] = await eventually(async () => {
  const { body } = await world.api().get<{ data: Record<string, string>[] }>('/messages')
  const [record] = body.data
  if (record === undefined) throw new Error('nothing came yet')
  return [String(record.conversation_id), record] as const
})
// So large that the list leaves its payload out and reads it separately.
await metaSays(world, { messages: [textFrom({ phone }, { padding: 'x'.repeat(200_000) })] })
await eventually(async () => {
  const { body } = await world.api().get('/webhook-events')
  return JSON.stringify(body).includes('padding')
})
const [stage] = (await world.api().get<{ data: { id: string }[] }>('/stages')).body.data

/** A value for each query parameter; a new parameter needs one here. */
const GIVEN: Readonly<Record<string, string>> = {
  position: '1',
  ...{ limit: '7', offset: '3', phone, wa_id: phone, provider_message_id: wamid },
  ...{ connection_id: world.connection.id, conversation_id: talk },
  ...{ contact_id: String(message.contact_id), stage_id: String(stage?.id) },
  ...{ username: 'ana', business_scoped_user_id: 'BR.1', parent_business_scoped_user_id: 'BR.2' },
  ...{ direction: 'inbound', source: 'official', event: 'messages' },
  ...{ since: '2026-01-01T00:00:00Z', failed_since: '2026-01-01T00:00:00Z' },
  dead_since: '2026-01-01T00:00:00Z',
  ...{ after: cursorAt(0), include: 'redeliveries', events: 'whatsapp.message.sent,messages' },
  until: '2030-01-01T00:00:00Z',
  message_id: String(message.message_id),
}

/** A status for each list that can be filtered by one, by path. */
const STATUSES: Readonly<Record<string, string>> = {
  '/sales': 'paid',
  '/conversations': 'open',
  '/messages': 'read',
  '/templates': 'approved',
  '/webhooks/deliveries': 'delivered',
}

const [delivery] = await eventually(async () => {
  const { body } = await world.api().get<{ data: { id: string }[] }>('/webhooks/deliveries')
  return body.data.length > 0 && body.data
})

const form = { method: 'POST', path: '/media', ...uploadForm(world.connection.id) } as const
const uploaded = await world.api().call<{ data: { id: string } }>(form)
const medium = uploaded.body.data.id
await eventually(async () => {
  const { body } = await world.api().get<{ data: object[] }>('/templates?status=approved')
  return body.data.length > 0
})

const IDS: Readonly<Record<string, string>> = {
  '/accounts': world.tenant.id,
  '/connections': world.connection.id,
  '/conversations': talk,
  '/contacts': String(message.contact_id),
  '/messages': String(message.id),
  '/stages': String(stage?.id),
  '/media': medium,
  '/webhooks': String(delivery?.id),
}

const parameters = ['Ana', '#991'].map((text) => ({ type: 'text', text }))
const components = [{ type: 'body', parameters }]
const TEMPLATE = { name: 'order_ready', language: 'pt_BR', components }
const buttons = [{ type: 'reply', reply: { id: 'yes', title: 'Sim' } }]
const INTERACTIVE = { type: 'button', body: { text: 'Confirma?' }, action: { buttons } }

/** Another contact of the same person. */
const twin = await world
  .api()
  .post<{ data: { id: string } }>('/contacts', { phone: '5531911112222' })

/** Bodies for writes; each is sent to each route. */
const BODIES: readonly object[] = [
  {},
  { name: 'Ana', stage_id: stage?.id, color: '#000000', phone, text: 'Oi', status: 'open' },
  { connection_id: world.connection.id, phone, username: 'ana', name: 'Ana' },
  { connection_id: world.connection.id, url: world.customer.url },
  { connection_id: world.connection.id, event: 'whatsapp.message.received' },
  { connection_id: world.connection.id, since: new Date().toISOString() },
  { other_id: twin.body.data.id },
  ...[
    { conversation_id: talk },
    { connection_id: world.connection.id, recipient: { phone } },
    { connection_id: world.connection.id, recipient: { contact_id: message.contact_id } },
    { connection_id: world.connection.id, recipient: { username: 'ana' }, phone },
    { connection_id: world.connection.id, to: phone },
  ].flatMap((to) => [
    { ...to, type: 'text', text: 'Oi' },
    { ...to, type: 'document', media: { id: medium } },
    { ...to, type: 'document', media: { id: '900000000000009' } },
    { ...to, type: 'template', template: TEMPLATE },
    { ...to, type: 'template', template: { name: 'ola', language: 'pt_BR' } },
    { ...to, type: 'interactive', interactive: INTERACTIVE },
  ]),
]

/** Routes of writes that none of the bodies fits. */
const NEVER_SERVED: ReadonlySet<string> = new Set(['/media'])

const reads = recordingPool(deps.pool)
const writes = recordingPool(deps.pool)

test('every route of both APIs runs with each of its parameters', async (t) => {
  const queryApp = await buildQueryApp({ ...deps, pool: reads.pool })
  const commandApp = await buildCommandApp({ ...deps, pool: writes.pool })
  t.teardown(() => Promise.all([queryApp.close(), commandApp.close()]))
  for (const route of queryRoutes)
    for (const url of addresses(route)) {
      const answer = await ask(queryApp, route, `/api/v1${url}`)
      t.ok([200, 404, 422, 502].includes(answer), `GET ${url} answers ${answer}`)
    }
  await openFollowerOnce(reads.pool)
  const page = await signedIn(
    { ...world.product(), queryApp },
    world.tenant.id,
    'plans@loja.example',
  )
  for (const path of ['/api-keys', '/users', '/raw-events', '/system', '/endpoint-queues'])
    t.equal((await page.get(path)).status, 200, path)
  for (const route of lastDeletes(commandRoutes.api)) {
    const answers: number[] = []
    for (const body of route.method === 'DELETE' ? [undefined] : BODIES)
      for (const url of addresses(route))
        answers.push(await ask(commandApp, route, `/api/v1${url}`, body))
    const name = `${route.method} ${route.url} answers ${[...new Set(answers)]}`
    t.ok(
      answers.every((status) => status < 500 || status === 502),
      name,
    )
    t.ok(answers.some((status) => status < 300) || NEVER_SERVED.has(route.url), name)
  }
  for (const route of commandRoutes.operator)
    if (route.method === 'GET') {
      // Nobody has erased the account.
      const wanted = route.url === '/accounts/:id/erasure' ? 404 : 200
      const address = `/operator/v1${addresses(route)[0]}`
      t.equal(await ask(commandApp, route, address), wanted, route.url)
    }
  t.ok(
    reads.texts().some((text) => text.includes('substr(')),
    'also one for large items',
  )
  t.ok(reads.texts().length > 60, `${reads.texts().length} statements of reads`)
  t.ok(writes.texts().length > 10, `${writes.texts().length} statements of writes`)
})

test('the plan of every statement uses its keys, in empty and in very long tables', async (t) => {
  const asReads = await planner(PLAN_ONCE)
  const asWrites = await planner(BY_INDEX)
  t.teardown(() => Promise.all([asReads.end(), asWrites.end()]))
  await createReadModels(asReads, SCHEMA, projections)
  // The product of the tests audits nothing by itself.
  await createSelfAudits(asReads)
  for (const rows of [0, 400_000]) {
    await growBlocks(asReads, rows)
    await growEvents(asReads, rows)
    for (const text of reads.texts())
      t.same(await troubles(asReads, text), [], `a read at ${rows}: ${text}`)
    for (const text of writes.texts())
      t.same(await troubles(asWrites, text), [], `a write at ${rows}: ${text}`)
  }
})

/** All addresses of a route: without a query, with each parameter, and with each pair. */
function addresses({ url, query }: Pick<ApiRoute<never>, 'url' | 'query'>): string[] {
  const base = `/${url.split('/')[1]}`
  const path = url.replace(':id', IDS[base] ?? 'none')
  const names = Object.keys((query as z.ZodObject).shape)
  const value = (name: string) => (name === 'status' ? STATUSES[url] : GIVEN[name])
  const part = (name: string) => `${name}=${encodeURIComponent(value(name) ?? `no ${name}`)}`
  const pairs = names.flatMap((one, i) => names.slice(i).map((two) => [...new Set([one, two])]))
  return [path, ...pairs.map((pair) => `${path}?${pair.map(part).join('&')}`)]
}

/** The routes with those last that delete what others need. */
function lastDeletes<R extends Pick<ApiRoute<never>, 'method'>>(routes: readonly R[]): R[] {
  const isDelete = ({ method }: R) => method === 'DELETE'
  return [...routes.filter((route) => !isDelete(route)), ...routes.filter(isDelete)]
}

async function ask(
  app: FastifyInstance,
  { method, access }: Pick<ApiRoute<never>, 'method' | 'access'>,
  url: string,
  payload?: object,
): Promise<number> {
  const token = access === 'operator' ? config.OPERATOR_TOKEN : world.tenant.key
  const headers = { authorization: `Bearer ${token}` }
  const body = payload === undefined ? {} : { payload }
  return (await app.inject({ method, url, headers, ...body })).statusCode
}

const SCHEMA = 'planned'

async function planner(session: Readonly<Record<string, string>>): Promise<pg.Client> {
  const client = new pg.Client(connectionSettings(config.DATABASE_URL, SCHEMA, session))
  await client.connect()
  return client
}

/** Runs the statements with which streams of events wait. */
async function openFollowerOnce(pool: pg.Pool): Promise<void> {
  const follower = openFollower({ ...deps, pool })
  const eventKeys = ['whatsapp.message.received']
  const following = { accountId: world.tenant.id, keyId: world.tenant.key_id, eventKeys }
  const place = follower.open({ ...following, isAllowed: () => true })
  await place?.more(-1, 15_000)
  follower.close()
}

/** Fills list_blocks as for lists of a million places, with about `rows` blocks in total. */
async function growBlocks(client: pg.Client, rows: number): Promise<void> {
  const blocks = 16_000
  await client.query(
    `insert into list_blocks (lvl, list, b, n)
     select lvl, 'contacts.account:' || list, b, size from generate_series(1, $1::int / $2::int) list,
       (values (6, 1, 64), (12, 64, 4096), (18, 4096, 262144)) levels (lvl, every, size),
       generate_series(0, ($2::int - 1) / every) b`,
    [rows, blocks],
  )
  if (rows > 0) await client.query('analyze list_blocks')
}

/** Inserts events of one account, alternating between two names. */
async function growEvents(client: pg.Client, rows: number): Promise<void> {
  await client.query(
    `insert into outbound_events (id, account_id, connection_id, event, event_key, log_id, position, recorded_at, quiet, event_at, is_native, body)
     select gen_random_uuid(), $1, $2, 'e', 'e' || i % 2, i, i, now(), false, now(), false, '{}' from generate_series(1, $3::int) i`,
    [world.tenant.id, world.connection.id, rows],
  )
  if (rows > 0) await client.query('analyze outbound_events')
}

async function troubles(client: pg.Client, text: string): Promise<string[]> {
  if (!/^\s*(select|with|insert|update|delete)\b/i.test(text)) return []
  const { rows } = await client.query(`explain (generic_plan, format json) ${text}`)
  return troublesIn(rows[0]['QUERY PLAN'][0].Plan as Plan)
}
