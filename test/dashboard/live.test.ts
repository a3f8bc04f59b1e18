import { randomUUID } from 'node:crypto'
import type { AddressInfo } from 'node:net'
import type { Fact } from '@recado/contract/dashboard/fact'
import { DAY_MS } from '@recado/domain/durations'
import { t as file, test } from 'tap'
import { type Browser, browser, signedIn } from '../kit/dashboard.ts'
import { follow, type StreamClient } from '../kit/event-stream.ts'
import { eventually } from '../kit/eventually.ts'
import { manyFacts } from '../kit/many-facts.ts'
import { addOfficial, openTenant, setConnectionStatus } from '../kit/tenants.ts'
import { startWorld } from '../kit/world.ts'

type Page = { data: Fact[]; searched_to: string | null }

const world = await startWorld()
file.teardown(() => world.stop())
const { queryApp, deps, operator } = world.product()
await queryApp.listen({ port: 0, host: '127.0.0.1' })
const url = `http://127.0.0.1:${(queryApp.server.address() as AddressInfo).port}/dashboard/v1/live`

/** The session of a new user, and the headers of its browser. */
async function newPage(role = 'viewer', accountId = world.tenant.id) {
  const page = await signedIn(world.product(), accountId, `${randomUUID()}@loja.example`, role)
  return { page, headers: { cookie: page.cookie(), 'sec-fetch-site': 'same-origin' } }
}

const watch = async (headers: Record<string, string>, more = '') => {
  const stream = await follow(`${url}${more}`, '', headers)
  if (stream.status === 200) await eventually(() => stream.frames.length > 0)
  return stream
}
const factsOf = ({ frames }: Pick<StreamClient, 'frames'>): Fact[] =>
  frames.flatMap(({ event, data }) => (event === 'fact' ? [JSON.parse(data ?? '')] : []))
const typesOf = (stream: Pick<StreamClient, 'frames'>) => factsOf(stream).map(({ type }) => type)

/** Searches facts backwards until there are so many, or to the start: one call searches for a limited time only. */
async function search(page: Browser, query: string, least: number, from?: string) {
  const data: Fact[] = []
  for (let before: string | null = from ?? ''; before !== null && data.length < least; ) {
    const more: string = before === '' ? '' : `&before=${before}`
    const body: Page = (await page.get<Page>(`/facts?${query}${more}`)).body
    data.push(...body.data)
    before = body.searched_to
  }
  return data
}

test('the live stream has the facts of the account as they are recorded, without secrets', async (t) => {
  const other = await openTenant(world.product())
  const [own, foreign] = [await newPage(), await newPage('owner', other.id)]
  const all = await watch(own.headers)
  t.match(all.headers.get('content-type'), /^text\/event-stream/)
  t.equal(all.headers.get('cache-control'), 'no-store')
  const stages = await watch(own.headers, '?category=funnel')
  const messages = await watch(
    own.headers,
    `?category=message&connection_id=${world.connection.id}`,
  )
  const issues = await watch(own.headers, '?actor=operator&type=ApiKeyIssued,ApiKeyRevoked')
  const silent = await watch(foreign.headers)
  const issue = (accountId: string) =>
    operator.post(`/accounts/${accountId}/api-keys`, { name: 'CRM', scopes: ['read'] })
  await issue(world.tenant.id)
  await world.api().post('/stages', { name: 'Later' })
  await world.userWrites('5531987654321', 'Oi, tudo bem?')
  await eventually(() => typesOf(all).includes('MessageReceived'))
  await eventually(() => typesOf(messages).includes('MessageReceived'))
  // A last fact for each other stream shows that nothing else came before it.
  await world.api().post('/stages', { name: 'Last' })
  await issue(world.tenant.id)
  await issue(other.id)
  await eventually(() => [stages, issues].every((stream) => factsOf(stream).length >= 2))
  await eventually(() => factsOf(silent).length >= 1)
  t.ok(
    ['ApiKeyIssued', 'StageAdded', 'ContactCreated'].every((type) => typesOf(all).includes(type)),
  )
  t.same(typesOf(stages), ['StageAdded', 'StageAdded'])
  t.same(typesOf(issues), ['ApiKeyIssued', 'ApiKeyIssued'])
  t.same(new Set(factsOf(messages).map(({ stream }) => stream.split('-')[0])), new Set(['message']))
  t.same(typesOf(silent), ['ApiKeyIssued'])
  const told = all.frames.map(({ data }) => data).join('\n')
  t.match(told, /Oi, tudo bem/)
  t.notMatch(told, /secret_ref|sha256|"payload"|wamid.*"referral"/)
  const issued = factsOf(all).find(({ type }) => type === 'ApiKeyIssued')
  t.match(issued, { data: { name: 'CRM' }, actor: { type: 'operator' } })
  for (const stream of [all, stages, messages, issues, silent]) stream.stop()
})

test('a client that is cut off while 1,000 facts are recorded gets each once, in order', async (t) => {
  const { headers } = await newPage()
  const first = await watch(headers, '?category=contact')
  await manyFacts(deps, world.tenant.id, 400)
  await eventually(() => factsOf(first).length >= 100)
  first.stop()
  await first.ended
  await manyFacts(deps, world.tenant.id, 500)
  const more = { ...headers, 'last-event-id': first.frames.at(-1)?.id ?? '' }
  const second = await watch(more, '?category=contact')
  await manyFacts(deps, world.tenant.id, 100)
  await eventually(() => factsOf(first).length + factsOf(second).length >= 1_000)
  second.stop()
  t.equal(second.frames.filter(({ event }) => event === 'gap').length, 0)
  const seen = [...factsOf(first), ...factsOf(second)].map(({ position }) => BigInt(position))
  t.equal(seen.length, 1_000)
  t.ok(seen.every((position, n) => n === 0 || position > (seen[n - 1] ?? 0n)))
})

test('only a signed-in user gets a live stream, and only a limited number of them', async (t) => {
  t.equal((await follow(url, world.tenant.key)).status, 401, 'a key is not accepted as a session')
  const { headers, page } = await newPage()
  t.equal((await watch(headers, '?category=nonsense')).status, 400)
  t.equal((await watch(headers, '?connection_id=nonsense')).status, 400)
  t.equal((await watch({ ...headers, 'last-event-id': 'x' })).status, 400)
  const streams = await Promise.all(Array.from({ length: 5 }, () => watch(headers)))
  const refused = await watch(headers)
  t.equal(refused.status, 429)
  t.equal(refused.headers.get('retry-after'), '15')
  await page.call({ method: 'DELETE', path: '/session' })
  await Promise.all(streams.map(({ ended }) => ended))
  t.equal((await watch(headers)).status, 401)
})

test('the live stream of a removed user ends', async () => {
  const { page } = await newPage('owner')
  const { headers, page: gone } = await newPage()
  const stream = await watch(headers)
  const { body } = await gone.get<{ data: { user: { id: string } } }>('/session')
  await page.call({ method: 'DELETE', path: `/users/${body.data.user.id}` })
  await stream.ended
})

test('facts are read backwards, by position and by stream; those of other accounts are not found', async (t) => {
  const { page } = await newPage()
  const other = await openTenant(world.product())
  const { page: foreign } = await newPage('viewer', other.id)
  const found = await search(page, 'limit=3&category=funnel,message', 3)
  const [newest, next] = found
  t.ok(found.length >= 3)
  t.ok(BigInt(newest?.position ?? 0) > BigInt(next?.position ?? 0))
  const before = await search(page, 'limit=1&category=funnel,message', 1, newest?.position)
  t.same(before, [next])
  const types = await search(page, 'type=StageAdded', 1)
  t.same(new Set(types.map(({ type }) => type)), new Set(['StageAdded']))
  t.same(await search(page, 'stream=nothing', 1), [])
  const either = await search(page, 'type=StageAdded,MessageReceived', 2)
  t.same(new Set(either.map(({ type }) => type)), new Set(['StageAdded', 'MessageReceived']))
  const [byKey] = await search(page, 'actor=api_key', 1)
  t.match(byKey, { type: 'StageAdded', actor: { type: 'api_key' } })
  const [byId] = await search(page, `actor=user,${byKey?.actor.id}&type=StageAdded`, 1)
  t.same(byId, byKey)
  t.same(await search(page, 'actor=user&type=StageAdded', 1), [])

  const one = await page.get<{ data: Fact }>(`/facts/${newest?.position}`)
  t.match(one.body.data, { event_id: newest?.event_id })
  const stream = await page.get<{ data: Fact[]; next_revision: number | null }>(
    `/streams/${newest?.stream}?limit=1`,
  )
  t.equal(stream.body.data[0]?.revision, 0)
  const streams = await search(page, `stream=${newest?.stream}`, 1)
  t.ok(streams.length > 0 && streams.every(({ stream }) => stream === newest?.stream))

  const nowhere = await foreign.get(`/facts/${BigInt(newest?.position ?? 0) + 1n}`)
  for (const path of [
    `/facts/${newest?.position}`,
    `/streams/${newest?.stream}`,
    '/streams/$all',
  ]) {
    const answer = await foreign.get(path)
    t.same([answer.status, answer.body], [404, nowhere.body], path)
  }
  t.same(await search(foreign, `stream=${newest?.stream}`, 1), [])
  for (const query of ['before=x', 'category=x', 'limit=0', `before=${10n ** 18n * 99n}`])
    t.equal((await page.get(`/facts?${query}`)).status, 400, query)
  t.equal((await browser(world.product()).get('/facts')).status, 401)
})

test('the system status shows the read model lag and what in the account needs attention', async (t) => {
  const { page } = await newPage()
  type Counted = 'dead_24h' | 'failed_24h' | 'numbers_down'
  type System = { data: Record<Counted, number> & { read_models: Record<string, unknown> } }
  const system = async () => (await page.get<System>('/system')).body.data
  await eventually(async () => (await system()).read_models.lag_ms === 0)
  const well = { parked: 0, webhooks_failing: 0, dead_24h: 0, failed_24h: 0, numbers_down: 0 }
  t.match(await system(), well)
  const { id } = world.connection
  await world.api().put('/webhooks', { connection_id: id, url: world.customer.url })
  world.customer.answers(500)
  await world.userWrites('5531987654321', 'Alguém aí?')
  await eventually(async () => (await system()).dead_24h > 0)
  t.match(await system(), { webhooks_failing: 1 })
  type Listed = { readonly pagination: { readonly total: number } }
  const listed = async (path: string) => (await page.get<Listed>(path)).body.pagination.total
  const [yesterday, tomorrow] = [-1, 1].map((days) =>
    new Date(Date.now() + days * DAY_MS).toISOString(),
  )
  const dead = '/webhooks/deliveries?status=dead&dead_since='
  // More deliveries may be given up between two reads.
  await eventually(async () => (await listed(`${dead}${yesterday}`)) === (await system()).dead_24h)
  t.equal(await listed(`${dead}${tomorrow}`), 0)
  const { page: foreign } = await newPage('viewer', (await openTenant(world.product())).id)
  await world.sim('POST', '/faults', { kind: 'error', code: 131026 })
  await world.api().post('/messages', { connection_id: id, to: '5531987654321', text: 'Não vai' })
  await eventually(async () => (await system()).failed_24h === 1)
  t.equal(await listed(`/messages?status=failed&failed_since=${yesterday}`), 1)
  t.equal(await listed(`/messages?status=failed&failed_since=${tomorrow}`), 0)
  const old = await addOfficial(world.product(), world.tenant.id)
  await eventually(async () => {
    // The first check of the new number may come late and find it connected.
    await setConnectionStatus(world.product(), world.tenant.id, old.id, 'disconnected')
    return (await system()).numbers_down === 1
  })
  await operator.post(`/connections/${old.id}/release`)
  await eventually(async () => (await system()).numbers_down === 0)
  t.match((await foreign.get('/system')).body, { data: well })
})
