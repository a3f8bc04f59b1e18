import { randomUUID } from 'node:crypto'
import { SecretMissing } from '@recado/infra/vault/vault'
import { test } from 'tap'
import { eventually } from '../kit/eventually.ts'
import { openTenant, type Tenant } from '../kit/tenants.ts'
import { startWahaWorld } from '../kit/waha-world.ts'
import { startWorld } from '../kit/world.ts'

type Shown = { data: { id: string; status: string; hook_url: string | null } }
type Page = { data: { text: string; connection_id: string }[] }
type Refused = { error: { code: string; message: string } }

const ANA = '5531987654321'

test('a released number serves the account that registers it next', async (t) => {
  const world = await startWorld()
  t.teardown(() => world.stop())
  const { connection, customer, tenant } = world
  const { operator } = world.product()
  const api = world.api()
  const path = `/connections/${connection.id}/release`
  const { phone_number_id, waba_id, app_secret, token } = connection
  const phone_number = `+${connection.phone_number_digits}`
  const number = { type: 'official', phone_number, phone_number_id, waba_id, app_secret, token }
  const next = await openTenant(world.product())
  const register = (account: Tenant) =>
    operator.post<Shown & Refused>(`/accounts/${account.id}/connections`, number)
  const texts = async (of: Pick<Tenant, 'api'>) =>
    (await of.api.get<Page>('/messages?direction=inbound')).body.data.map(({ text }) => text)
  const send = (of: Pick<Tenant, 'api'>, from: string) =>
    of.api.post<Refused>('/messages', { from, to: ANA, text: 'Oi' })

  await api.put('/webhooks', { connection_id: connection.id, url: customer.url })
  await world.userWrites(ANA, 'before')
  await eventually(async () => (await texts({ api })).length === 1)

  await t.test('not before it is released', async (t) => {
    const refused = await register(next)
    t.match(refused, { status: 422, body: { error: { message: /release it there first/ } } })
  })

  await t.test('the operator can release it repeatedly', async (t) => {
    const answer = await operator.post<Shown>(path)
    t.match(answer, {
      status: 200,
      body: { data: { id: connection.id, status: 'disconnected', hook_url: null } },
    })
    t.match(await operator.post(path), { status: 200, body: answer.body })
    const told = await eventually(() =>
      customer.arrivals.find(({ body }) => body.type === 'whatsapp.connection.updated'),
    )
    t.match(told.body.data, { reason: 'released', connection: { status: 'disconnected' } })
  })

  await t.test(
    'the token is deleted, and the app secret that verifies its posts stays',
    async (t) => {
      const { registry, vault } = world.product().deps
      const { account_id = '', secret_refs = {} } = registry.connection(connection.id) ?? {}
      await t.rejects(vault.get({ account_id, reference: secret_refs.token ?? '' }), SecretMissing)
      t.equal(await vault.get({ account_id, reference: secret_refs.app_secret ?? '' }), app_secret)
    },
  )

  await t.test('nothing is sent, read or changed through it any more', async (t) => {
    const released = { status: 422, body: { error: { message: /was released/ } } }
    t.match(await send({ api }, connection.id), released)
    t.match(await send({ api }, phone_number), released)
    t.match(await api.get(`/connections/${connection.id}/health`), released)
    const credentials = `/connections/${connection.id}/credentials`
    t.match(await operator.patch(credentials, { token: 'x' }), released)
    const { id: connection_id } = connection
    t.match(await api.post('/contacts', { connection_id, phone: ANA }), released)
    t.match(await api.put('/webhooks', { connection_id, url: customer.url }), released)
    t.match(await operator.post(`/connections/${randomUUID()}/release`), { status: 404 })
  })

  await t.test('the next account gets it, and sees nothing from before', async (t) => {
    const registered = await register(next)
    t.equal(registered.status, 201)
    const { id } = registered.body.data
    await world.userWrites(ANA, 'after')
    await eventually(async () => (await texts(next)).length === 1)
    t.same(await texts(next), ['after'])
    t.same(await texts({ api }), ['before'], 'and the previous account keeps its own')
    t.match(await send(next, phone_number), { status: 202 })
    t.match(await operator.post(path), { status: 200 }, 'a repeated release does not take it away')
    t.match(await send(next, id), { status: 202 })
  })

  await t.test('the release outlives the read models and the processes', async (t) => {
    await world.restart(async () => undefined)
    const after = { api: world.product().api(next.key) }
    t.match(await send({ api: world.api() }, connection.id), { status: 422 })
    await world.userWrites(ANA, 'restarted')
    await eventually(async () => (await texts(after)).length === 2)
    t.equal((await texts({ api: world.product().api(tenant.key) })).length, 1)
  })
})

test('a paired number is logged out before another account gets its session', async (t) => {
  const world = await startWahaWorld()
  t.teardown(() => world.stop())
  const { product, sim } = world
  const id = await world.register('conn_a')
  await world.shows(id, 'connected')
  const release = () => product.operator.post<Shown & Refused>(`/connections/${id}/release`)
  const next = await openTenant(product, 'basic')
  const register = () =>
    product.operator.post<Shown>(`/accounts/${next.id}/connections`, {
      ...{ type: 'freemium', session: 'conn_a' },
    })
  const phone = async () =>
    (await sim<{ name: string; phone: string | null }[]>('GET', '/sessions'))[0]?.phone

  await t.test('while the gateway fails to log out, the number keeps its account', async (t) => {
    await sim('POST', '/faults', { kind: 'http', status: 503, call: '/logout' })
    t.match(await release(), { status: 502 })
    t.equal((await register()).status, 422)
    await world.shows(id, 'disconnected')
  })

  await t.test('the same call completes the release', async (t) => {
    t.ok(await phone())
    t.match(await release(), { status: 200, body: { data: { hook_url: null } } })
    t.notOk(await phone())
    const registered = await register()
    t.equal(registered.status, 201)
    const status = async () =>
      (await next.api.get<Shown>(`/connections/${registered.body.data.id}`)).body.data.status
    await eventually(async () => (await status()) === 'connected')
    t.equal((await release()).status, 200)
    t.ok(await phone(), 'a repeated release does not log out the phone of the next account')
  })
})
