import { createHash, randomUUID } from 'node:crypto'
import { type CommandContext, newEvents } from '@recado/application/commands/command-context'
import { execute } from '@recado/application/commands/execute'
import { connectionNumberId } from '@recado/application/ids'
import { buildApp, serveOperatorInside } from '@recado/command-api/app'
import { openRawBytes } from '@recado/command-api/hooks/raw-bytes'
import { claimNumber } from '@recado/domain/connection-number/claim-number'
import { connectionNumber } from '@recado/domain/connection-number/connection-number'
import { buildInternalServer } from '@recado/infra/http/health'
import type { FastifyInstance } from 'fastify'
import { test } from 'tap'
import { textReceived } from '../examples/conversation-facts.ts'
import { apiClient, inMemory } from '../kit/api-client.ts'
import { eventually } from '../kit/eventually.ts'
import { APP_SECRET, OPERATOR_TOKEN } from '../kit/product-servers.ts'
import { sharedProduct } from '../kit/shared-product.ts'
import { signedByMeta } from '../kit/signed.ts'
import { addFreemium, addOfficial, issueKey, openTenant } from '../kit/tenants.ts'

type Issued = { data: { id: string; key: string; last_four: string; scopes: string[] } }

const product = await sharedProduct()
const { operator, deps } = product

/** All facts of the log as one text. */
async function wholeLog(): Promise<string> {
  const facts: unknown[] = []
  for await (const { data, metadata } of deps.store.readAll({ from: 'start' }))
    facts.push({ data, metadata })
  return JSON.stringify(facts)
}

const contextFor = (account_id: string): CommandContext => ({
  account_id,
  actor: { type: 'operator', id: 'operator' },
  correlation_id: account_id,
  causation_id: account_id,
  request_id: null,
  now: deps.now,
  newId: deps.newId,
})

const official = (n: number) => ({
  type: 'official',
  phone_number: `+55 11 98765-${String(n).padStart(4, '0')}`,
  phone_number_id: `777${n}`,
  waba_id: '888',
  token: `EAAG-token-${n}`,
  app_secret: `app-secret-${n}`,
})

test('an account opens on its plan, and its key works at once', async (t) => {
  const opened = await operator.post<{ data: { id: string } }>('/accounts', {
    name: ' Padaria ',
    plan: 'basic',
  })
  t.equal(opened.status, 201)
  t.match(opened.body.data, {
    name: 'Padaria',
    plan: 'basic',
    sales_secret: /^sales_.{32}$/,
    opened_at: /Z$/,
  })
  const { key } = await issueKey(product, opened.body.data.id, ['read'])
  t.equal((await product.api(key).get('/stages')).status, 200)
})

test('a key is shown once, stored as a hash, and sealed in the vault', async (t) => {
  const { id } = await openTenant(product)
  const path = `/accounts/${id}/api-keys`
  const body = { name: 'CRM', scopes: ['read', 'read', 'write'] }
  const { data } = (await operator.post<Issued>(path, body)).body
  t.match(data.key, /^rcd_live_[\w-]{32}$/)
  t.equal(data.last_four, data.key.slice(-4))
  t.same(data.scopes, ['read', 'write'])
  const log = await wholeLog()
  t.notOk(log.includes(data.key))
  t.ok(log.includes(createHash('sha256').update(data.key).digest('hex')))
  const issued = await deps.store.readLast(`apiKey-${data.id}`)
  const { secret_ref = '' } = (issued?.data ?? {}) as { secret_ref?: string }
  t.equal(await deps.vault.get({ account_id: id, reference: secret_ref }), data.key)
})

test('a revoked key stops working at once and stays revoked', async (t) => {
  const tenant = await openTenant(product)
  const revoked = await operator.delete(`/api-keys/${tenant.key_id}`)
  t.match(revoked, { status: 200, body: { data: { id: tenant.key_id, revoked: true } } })
  t.match(await tenant.api.get('/stages'), {
    status: 401,
    body: { error: { code: 'unauthorized' } },
  })
  t.equal((await operator.delete(`/api-keys/${tenant.key_id}`)).status, 200)
  t.match(await operator.delete(`/api-keys/${randomUUID()}`), {
    status: 404,
    body: { error: { code: 'not_found' } },
  })
})

test('a change of plan takes effect at once', async (t) => {
  const { id } = await openTenant(product, 'basic')
  const changed = await operator.patch(`/accounts/${id}`, { plan: 'agency' })
  t.match(changed, { status: 200, body: { data: { id, plan: 'agency' } } })
  t.equal(deps.registry.account(id)?.plan, 'agency')
  t.equal((await operator.patch(`/accounts/${id}`, { plan: 'agency' })).status, 200)
  t.equal((await operator.patch(`/accounts/${id}`, { plan: 'gold' })).status, 422)
})

test('credentials are stored only in the vault', async (t) => {
  const { id } = await openTenant(product)
  const { id: connectionId, token, app_secret } = await addOfficial(product, id)
  const log = await wholeLog()
  t.notOk(log.includes(token) || log.includes(app_secret))
  const secret_refs = deps.registry.connection(connectionId)?.secret_refs ?? {}
  t.equal(await deps.vault.get({ account_id: id, reference: String(secret_refs.token) }), token)
  t.equal(
    await deps.vault.get({ account_id: id, reference: String(secret_refs.app_secret) }),
    app_secret,
  )
})

test('a number serves one connection of one account', async (t) => {
  const [mine, theirs] = [await openTenant(product), await openTenant(product)]
  const register = (account: string) =>
    operator.post(`/accounts/${account}/connections`, official(1))
  t.equal((await register(mine.id)).status, 201)
  for (const account of [mine.id, theirs.id]) {
    t.match(await register(account), {
      status: 422,
      body: { error: { code: 'validation', message: /phone_number_id 7771 already serves/ } },
    })
  }
})

test('when two accounts register a number at once, one gets it', async (t) => {
  const tenants = await Promise.all([openTenant(product), openTenant(product)])
  const answers = await Promise.all(
    tenants.map(({ id }) => operator.post(`/accounts/${id}/connections`, official(2))),
  )
  t.same(answers.map(({ status }) => status).sort(), [201, 422])
})

test('the next call completes a registration that stopped after its claim', async (t) => {
  const { id: account_id } = await openTenant(product)
  const claimed = randomUUID()
  const [provider, number] = ['official_cloud_api', '7773'] as const
  await execute(deps, {
    aggregate: connectionNumber,
    id: connectionNumberId({ provider, number }),
    decide: claimNumber,
    command: {
      provider,
      number,
      account_id,
      connection_id: claimed,
      at: deps.now().toISOString(),
    },
    context: contextFor(account_id),
  })
  const path = `/accounts/${account_id}/connections`
  const completed = await operator.post<{ data: { id: string } }>(path, official(3))
  t.equal(completed.status, 201)
  t.equal(completed.body.data.id, claimed)
})

test('a connection needs everything that its type requires', async (t) => {
  const { id } = await openTenant(product)
  const { app_secret: _, ...withoutSecret } = official(4)
  const bodies = [
    {},
    { type: 'unofficial' },
    withoutSecret,
    { ...official(4), phone_number: 'none' },
    { ...official(4), phone_number_id: '../4' },
    { type: 'freemium' },
  ]
  for (const body of bodies) {
    const answer = await operator.post(`/accounts/${id}/connections`, body)
    t.match(answer, { status: 422, body: { error: { code: 'validation' } } }, JSON.stringify(body))
  }
  t.same(deps.registry.connectionsOf(id), [])
})

test('connections with the same app secret have the same hook, which reveals nothing of the secret', async (t) => {
  const { id } = await openTenant(product)
  const path = `/accounts/${id}/connections`
  type Shown = { id: string; hook_url: string }
  const pathOf = ({ hook_url }: Shown) => new URL(hook_url).pathname
  const register = async (n: number, app_secret: string) =>
    (await operator.post<{ data: Shown }>(path, { ...official(n), app_secret })).body.data
  const one = await register(11, 'shared')
  const two = await register(12, 'shared')
  const other = await register(13, 'its own')
  t.match(pathOf(one), /^\/hooks\/whatsapp\/[0-9a-f-]{36}$/)
  t.equal(one.hook_url, two.hook_url)
  t.not(one.hook_url, other.hook_url)
  const freemium = await addFreemium(product, id)
  t.equal(freemium.hook, `/hooks/waha/${freemium.id}`)
  const listed = await operator.get<{ data: Shown[] }>(path)
  t.same(listed.body.data.map(pathOf), [...[one, two, other].map(pathOf), freemium.hook])
  t.notMatch(JSON.stringify(listed.body), /shared|its own|EAAG|secret_ref/)
  const credentials = `/connections/${one.id}/credentials`
  const changed = await operator.patch<{ data: Shown }>(credentials, { app_secret: 'its own' })
  t.equal(changed.body.data.hook_url, other.hook_url)
  t.same(
    deps.registry.connection(one.id)?.hooks.map((hook) => `/hooks/whatsapp/${hook}`),
    [other, two].map(pathOf),
    'the previous address still works',
  )
  t.equal((await operator.get(`/accounts/${randomUUID()}/connections`)).status, 404)
})

test('an unknown account has no keys, connections or plan', async (t) => {
  const path = `/accounts/${randomUUID()}`
  const answers = [
    await operator.patch(path, { plan: 'basic' }),
    await operator.post(`${path}/api-keys`, { name: 'x', scopes: ['read'] }),
    await operator.post(`${path}/connections`, official(5)),
  ]
  for (const answer of answers)
    t.match(answer, { status: 404, body: { error: { code: 'not_found' } } })
})

test('the operator sees a post of a provider that exceeds a bound', async (t) => {
  const changes = Array.from({ length: 1_001 }, () => ({ field: 'messages', value: {} }))
  const payload = JSON.stringify({ entry: [{ id: '888', changes }] })
  const post = signedByMeta(APP_SECRET, payload)
  const posted = { method: 'POST', url: '/hooks/whatsapp', ...post } as const
  t.equal((await product.commandApp.inject(posted)).statusCode, 200)
  await eventually(async () => {
    const { body } = await operator.get<{ data: unknown[]; total: number }>('/set-aside-posts')
    return body.total === 1
  })
  t.match((await operator.get('/set-aside-posts')).body, {
    data: [{ reason: 'too_many_changes', source: 'official', bytes: payload.length }],
  })
})

test("only the operator's token gives access, never an API key", async (t) => {
  const { key } = await openTenant(product)
  const apps = { command: product.commandApp, query: product.queryApp }
  for (const bearer of [null, key, 'operator-token-of-somebody']) {
    const client = apiClient(inMemory(apps), '/operator/v1', bearer)
    t.match(await client.post('/accounts', { name: 'x', plan: 'basic' }), {
      status: 401,
      body: { error: { code: 'unauthorized' } },
    })
  }
})

test('guesses of the operator token wait, and the operator does not', async (t) => {
  const from = async (remoteAddress: string, token: string) => {
    const headers = { authorization: `Bearer ${token}` }
    const url = '/operator/v1/parked'
    const { statusCode } = await product.commandApp.inject({ url, headers, remoteAddress })
    return statusCode
  }
  const guesses: number[] = []
  for (let n = 0; n < 12; n++) guesses.push(await from('10.7.7.7', `no token at all ${n}`))
  t.equal(guesses[0], 401)
  t.equal(guesses.at(-1), 429)
  t.equal(await from('10.7.7.7', OPERATOR_TOKEN), 429, 'it is not judged while it waits')
  t.equal(await from('10.7.7.8', OPERATOR_TOKEN), 200)
  for (let n = 0; n < 12; n++) t.equal(await from('10.7.7.8', 'not the token at all'), 401)
  t.equal(await from('10.7.7.8', OPERATOR_TOKEN), 200, 'who was let in is judged by the token')
})

test('the routes of the operator can leave the public address for the internal one', async (t) => {
  const config = { ...deps.config, OPERATOR_ROUTES: 'internal' as const }
  const inside = { ...deps, config, checks: {} }
  const [app, internal] = [await buildApp(inside), await buildInternalServer(inside)]
  serveOperatorInside(internal, inside)
  t.teardown(() => Promise.all([app.close(), internal.close()]))
  const asked = (on: FastifyInstance, token = OPERATOR_TOKEN) => {
    const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json' }
    const payload = { name: 'Inside', plan: 'basic' }
    return on.inject({ method: 'POST', url: '/operator/v1/accounts', headers, payload })
  }
  t.equal((await asked(app)).statusCode, 404)
  t.equal((await asked(internal)).statusCode, 201)
  t.equal((await asked(internal, 'another token entirely')).statusCode, 401)
})

test('the operator and the metrics show what is parked', async (t) => {
  t.match(await operator.get('/parked'), { status: 200, body: { data: [], total: 0 } })
  const { id: account_id } = await openTenant(product)
  const stream = `message-${randomUUID()}`
  const poison = newEvents([textReceived('no uuid', 'wamid.1')], contextFor(account_id))
  await deps.store.append(stream, 'no_stream', poison)
  const fact = { kind: 'fact', stream, type: 'MessageReceived', intent: null, error: /uuid/ }
  const parked = () => operator.get<{ data: unknown[]; total: number }>('/parked')
  await eventually(async () => (await parked()).body.total === 1)
  t.match((await parked()).body, { data: [fact] })
  const told = () => deps.metrics.registry.metrics()
  await eventually(async () => /^recado_parked_events 1$/m.test(await told()))
})

type Brought = {
  data: { account_id: string | null; account_name: string | null; owner: string; bytes: number }[]
  day: string
  quota: number | null
}

test('the raw bytes that each account has brought today are shown, also without a quota', async (t) => {
  const tenant = await openTenant(product)
  const { id, hook, app_secret } = await addOfficial(product, tenant.id, {
    app_secret: randomUUID(),
  })
  const body = JSON.stringify({ entry: [], of: id, more: 'x'.repeat(100_000) })
  const post = { method: 'POST', url: hook, ...signedByMeta(app_secret, body) } as const
  // Meta repeats a POST that a slow machine did not record in time.
  await eventually(async () => (await product.commandApp.inject(post)).statusCode === 200)
  const { body: today } = await operator.get<Brought>('/raw-bytes')
  t.equal(today.quota, null)
  t.match(
    today.data.find(({ owner }) => owner === tenant.id),
    { account_id: tenant.id, account_name: String, bytes: body.length, is_refused: false },
  )
  const { body: before } = await operator.get<Brought>('/raw-bytes?day=2026-01-01')
  t.match(before, { data: [], day: '2026-01-01' })
  t.equal((await operator.get('/raw-bytes?day=yesterday')).status, 400)
})

test('processes share what they have counted of raw bytes, and days that nobody asks for are forgotten', async (t) => {
  const [one, two] = [openRawBytes(deps.pool), openRawBytes(deps.pool)]
  const day = deps.now().toISOString().slice(0, 10)
  const owner = `hook ${randomUUID()}`
  await one.add([{ day: '2025-01-01', owner, bytes: 7 }])
  await one.add([{ day, owner, bytes: 3e9 }])
  t.match(await two.add([{ day, owner, bytes: 4 }]), [{ day, owner, bytes: 3e9 + 4 }])
  t.match(await two.add([{ day, owner, bytes: -4 }]), [{ bytes: 3e9 }], 'what was given back')
  const { rows } = await deps.pool.query(
    'select day::text from control.raw_bytes where owner = $1',
    [owner],
  )
  t.same(rows, [{ day }])
})
