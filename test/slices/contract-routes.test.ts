import { randomUUID } from 'node:crypto'
import { t as file, type Test, test } from 'tap'
import type { ApiClient, Reply } from '../kit/api-client.ts'
import { eventually } from '../kit/eventually.ts'
import { addOfficial, issueKey, openTenant } from '../kit/tenants.ts'
import { startWorld } from '../kit/world.ts'
import {
  callOf,
  type Document,
  type Ids,
  isKept,
  NO_KEY,
  NOT_FOUND,
  namesIn,
  problem,
  ROWS,
  type Row,
  UNKNOWN_KEY,
  UPGRADE,
  withoutBody,
} from './contract-routes.ts'

type Data<T> = { data: T }
type Page = { data: object[]; pagination: { limit: number; next_offset: number | null } }

/** Different limits, so that the answers show which one a plan has. */
const LIMITS = { basic: 1_000_001, official: 1_000_002, agency: 1_000_003 }
const world = await startWorld({
  behaviour: { statuses: [] },
  settings: {
    RATE_LIMIT_BASIC: `${LIMITS.basic}`,
    RATE_LIMIT_OFFICIAL: `${LIMITS.official}`,
    RATE_LIMIT_AGENCY: `${LIMITS.agency}`,
  },
})
file.teardown(() => world.stop())
const product = world.product()
const api = world.api()
const phone = '5531987654321'

const nameOf = ({ method, path }: Row) => `${method} ${path}`

await world.userWrites(phone, 'Oi')
const inbound = await eventually(async () => {
  const { body } = await api.get<Data<Record<string, string | number>[]>>('/messages')
  return body.data[0]
})
await eventually(async () => {
  const { body } = await api.get<Page>('/templates?status=approved')
  return body.data.length > 0
})
const mine: Ids = {
  connections: world.connection.id,
  contacts: String(inbound.contact_id),
  stages: 'none',
  conversations: String(inbound.conversation_id),
  messages: String(inbound.id),
  media: 'none',
}

test('the OpenAPI document has every route of the contract, with its scope and availability', async (t) => {
  const { body } = await product.api(null).get<Document>('/openapi.json')
  for (const row of ROWS) {
    const operation = body.paths[row.path]?.[row.method.toLowerCase()]
    t.same(operation?.security, [{ apiKey: [row.scope] }], nameOf(row))
    // One route sends all types; only those other than text need an official connection.
    const tag =
      row.availability === 'O' && row.path !== '/messages' ? 'Official only' : 'Official + Basic'
    t.same(operation?.tags, [tag], nameOf(row))
  }
})

test('without a working key every route answers 401', async (t) => {
  const revoked = await issueKey(product, world.tenant.id, ['read', 'write'])
  t.equal((await product.operator.delete(`/api-keys/${revoked.id}`)).status, 200)
  for (const row of ROWS) {
    const call = callOf(row, mine)
    const answers = [
      [null, NO_KEY],
      ['rcd_live_made_up', UNKNOWN_KEY],
      [revoked.key, UNKNOWN_KEY],
    ] as const
    for (const [key, body] of answers)
      t.strictSame(brief(await product.api(key).call(call)), { status: 401, body }, nameOf(row))
  }
})

test('405 names the methods of the path itself, and an empty id is no path', async (t) => {
  const refused: readonly (readonly [Row['method'], string, string])[] = [
    ['PUT', '/messages/text', 'POST'],
    ['GET', '/messages/text', 'POST'],
    ['PATCH', '/conversations/resolve', 'GET, HEAD'],
    ['POST', '/conversations/resolve', 'GET, HEAD'],
    ['POST', '/connections', 'GET, HEAD'],
    ['PUT', '/stages/1', 'DELETE, PATCH'],
    ['PUT', '/contacts/1', 'DELETE, GET, HEAD, PATCH'],
  ]
  for (const [method, path, allow] of refused) {
    const { status, headers } = await api.call({ method, path })
    t.same([status, headers.allow], [405, allow], `${method} ${path}`)
  }
  for (const path of ['/media/', '/contacts/', '/conversations//messages'])
    t.match((await api.get<object>(path)).body, {
      error: { code: 'not_found', message: /no such route/ },
    })
})

test('without its scope every route answers 403 forbidden', async (t) => {
  for (const [scope, missing] of [
    ['read', 'write'],
    ['write', 'read'],
  ] as const) {
    const { key } = await issueKey(product, world.tenant.id, [scope])
    const body = problem('forbidden', `this needs a key with the scope ${missing}`)
    for (const row of ROWS.filter((one) => one.scope === missing))
      t.strictSame(
        brief(await product.api(key).call(callOf(row, mine))),
        { status: 403, body },
        nameOf(row),
      )
  }
})

test('every route serves exactly the plans of the contract, and each plan has its rate limit', async (t) => {
  // The scopes of one kind suffice, so a route is also served without the other scope.
  const clients = {
    read: product.api((await issueKey(product, world.tenant.id, ['read'])).key),
    write: product.api((await issueKey(product, world.tenant.id, ['write'])).key),
  }
  for (const [n, plan] of (['basic', 'official', 'agency'] as const).entries()) {
    const path = `/accounts/${world.tenant.id}`
    t.equal((await product.operator.patch(path, { plan })).status, 200)
    for (const row of ROWS) {
      const answer = await made(row, clients[row.scope])
      const name = `${nameOf(row)} with the plan ${plan}`
      if (plan === 'basic' && row.availability === 'O')
        t.strictSame(brief(answer), { status: 403, body: UPGRADE }, name)
      else
        t.equal(
          answer.status,
          row.success[n === 0 ? 0 : 1],
          `${name}: ${JSON.stringify(answer.body)}`,
        )
      t.equal(answer.headers['ratelimit-policy'], `"default";q=${LIMITS[plan]};w=60`, name)
    }
  }
})

test('a body is required in the document exactly where its route refuses to go without', async (t) => {
  const { body } = await product.api(null).get<Document>('/openapi.json')
  const calls = withoutBody(body, mine)
  t.equal(calls.length, 18)
  // So that there is a merge to undo.
  const { id: other_id } = (await api.post<Data<{ id: string }>>('/contacts', { phone: '551198' }))
    .body.data
  t.equal((await api.post(`/contacts/${mine.contacts}/merge`, { other_id })).status, 200)
  for (const { required, ...call } of calls) {
    const { status } = await api.call(call)
    t.equal([400, 415, 422].includes(status), required, `${call.method} ${call.path}: ${status}`)
  }
})

test('an id of another account, or of nothing, is not found on any route', async (t) => {
  for (const row of ROWS.filter(isKept)) await made(row, api)
  const theirs = await another()
  const nobodys: Ids = {
    ...{ connections: randomUUID(), contacts: randomUUID(), stages: randomUUID() },
    ...{ conversations: randomUUID(), messages: '9007199254740991', media: '900000000000999' },
  }
  for (const row of ROWS)
    for (const name of namesIn(row, mine))
      for (const id of [theirs[name], nobodys[name]]) {
        const answer = await api.call(callOf(row, { ...mine, [name]: id }))
        t.strictSame(brief(answer), { status: 404, body: NOT_FOUND }, `${nameOf(row)} with ${id}`)
      }
  for (const row of ROWS.filter(({ path }) => path.includes('{id}')))
    for (const id of ['x', '1.5', '-1', 'a%20b']) {
      const answer = await api.call(callOf({ ...row, path: row.path.replace('{id}', id) }, mine))
      t.strictSame(brief(answer), { status: 404, body: NOT_FOUND }, `${nameOf(row)} with ${id}`)
    }
})

test('every list has the default and the largest page of the contract', async (t) => {
  const history = `/conversations/${mine.conversations}/messages`
  const lists = ['/connections', '/contacts', '/sales', '/conversations', '/messages']
  const others = ['/templates', '/webhooks/deliveries', '/webhook-events']
  const pages = [
    ...[...lists, ...others].map((path) => [path, 50, 200] as const),
    [history, 100, 500] as const,
  ]
  for (const [path, fallback, most] of pages)
    for (const [query, limit] of [
      ['', fallback],
      [`?limit=${most}`, most],
      [`?limit=${most + 1}`, most],
      ['?limit=1', 1],
    ] as const) {
      const { status, body } = await api.get<Page>(`${path}${query}`)
      t.match({ status, limit: body.pagination?.limit }, { status: 200, limit }, `${path}${query}`)
    }
  for (let n = 0; n < 201; n += 10) await Promise.all(tenContacts(t, n))
  for (const [query, length] of [
    ['', 50],
    ['?limit=1000', 200],
  ] as const) {
    const { body } = await api.get<Page>(`/contacts${query}`)
    t.same([body.data.length, body.pagination.next_offset], [length, length])
  }
})

function tenContacts(t: Test, from: number): Promise<unknown>[] {
  return Array.from({ length: 10 }, async (_, n) => {
    const contact = { phone: `55119${80_000_000 + from + n}` }
    t.equal((await api.post('/contacts', contact)).status, 201)
  })
}

function brief({ status, body }: Reply<unknown>) {
  return { status, body }
}

/** Calls a route with the ids of the first account, and keeps the id of what it makes. */
async function made(row: Row, client: ApiClient) {
  const answer = await client.call<Data<{ id: string }>>(callOf(row, mine))
  if (isKept(row) && answer.status === 201)
    mine[row.path === '/media' ? 'media' : 'stages'] = answer.body.data.id
  return answer
}

/** Another account with one of everything. */
async function another(): Promise<Ids> {
  const other = await openTenant(product)
  const connection = await addOfficial(product, other.id)
  const number = { ...connection, display_phone_number: connection.phone_number_digits }
  await world.sim('POST', '/numbers', number)
  const [stage, media] = await Promise.all(
    ROWS.filter(isKept).map((row) =>
      other.api.call<Data<{ id: string }>>(callOf(row, { ...mine, connections: connection.id })),
    ),
  )
  const target = { connection_id: connection.id, recipient: { phone } }
  await other.api.post('/messages', { ...target, text: 'Oi' })
  const { body } = await other.api.get<Data<Record<string, string | number>[]>>('/messages')
  const [message] = body.data
  return {
    connections: connection.id,
    contacts: String(message?.contact_id),
    stages: String(stage?.body.data.id),
    conversations: String(message?.conversation_id),
    messages: String(message?.id),
    media: String(media?.body.data.id),
  }
}
