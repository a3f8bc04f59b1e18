import { randomUUID } from 'node:crypto'
import { test } from 'tap'
import { eventually } from '../kit/eventually.ts'
import { addFreemium, openTenant } from '../kit/tenants.ts'
import { startWorld } from '../kit/world.ts'

type Shown = { data: { id: string; status: string } }

type Registered = { data: { id: string; status: string; phone_number: string } }

const world = await startWorld({ settings: { WHATSAPP_APP_SECRET: 'of another app' } })
test('the credentials of a connection', async (t) => {
  t.teardown(() => world.stop())
  const { connection, sim } = world
  const api = world.api()
  const { operator } = world.product()
  const path = `/connections/${connection.id}/credentials`
  const number = (more: object) =>
    sim('POST', '/numbers', {
      ...connection,
      display_phone_number: connection.phone_number_digits,
      ...more,
    })
  const send = () => api.post('/messages', { from: connection.id, to: '5531987654321', text: 'Oi' })
  const statusIs = (status: string) =>
    eventually(
      async () =>
        (await api.get<Shown>(`/connections/${connection.id}`)).body.data.status === status,
    )

  await t.test('an expired token is replaced, and sends go on', async (t) => {
    await number({ token: 'second-token' })
    t.equal((await send()).status, 422)
    await statusIs('error')
    const answer = await operator.patch<Shown>(path, { token: 'second-token' })
    t.match(answer, { status: 200, body: { data: { id: connection.id, type: 'official' } } })
    t.notMatch(JSON.stringify(answer.body), /second-token/)
    t.match(await send(), { status: 202, body: { data: { accepted: true } } })
    await statusIs('connected')
  })

  await t.test('a token that Meta refuses is refused, and the present one stays', async (t) => {
    const { status, body } = await operator.patch<object>(path, { token: 'EAAG-PLACEHOLDER' })
    t.equal(status, 422)
    t.match(body, { error: { code: 'validation', message: /^token is not accepted .* \(190\)$/ } })
    t.match(await send(), { status: 202, body: { data: { accepted: true } } })
  })

  await t.test(
    'posts signed with either app secret are accepted until the old one is dropped',
    async (t) => {
      let told = 0
      const hook = () =>
        world.postHook(
          JSON.stringify({
            object: 'whatsapp_business_account',
            entry: [{ id: connection.waba_id, time: ++told, changes: [] }],
          }),
        )
      t.equal(await hook(), 200)
      t.equal((await operator.patch(path, { app_secret: 'second-secret' })).status, 200)
      t.equal(await hook(), 200, 'the old one')
      t.equal((await operator.patch(path, { app_secret: 'second-secret' })).status, 200)
      t.equal(await hook(), 200, 'the old one, after the call was repeated')
      await number({ token: 'second-token', app_secret: 'second-secret' })
      t.equal(await hook(), 200, 'the new one')
      await number({ token: 'third', app_secret: 'second-secret' })
      t.equal((await operator.patch(path, { token: 'third', keep_previous: false })).status, 200)
      t.equal(await hook(), 200, 'only the new one')
      await number({ token: 'third' })
      t.equal(await hook(), 401, 'the old one is gone')
    },
  )

  await t.test('they outlive the read models', async (t) => {
    await world.restart(async () => undefined)
    t.match(
      await world.api().post('/messages', { from: connection.id, to: '5531987654321', text: 'Oi' }),
      {
        status: 202,
      },
    )
  })

  await t.test('invalid replacements are refused', async (t) => {
    const { operator } = world.product()
    const freemium = await addFreemium(world.product(), world.tenant.id)
    const credentials = (id: string) => `/connections/${id}/credentials`
    t.match(await operator.patch(credentials(freemium.id), { token: 'x' }), { status: 422 })
    t.match(await operator.patch(credentials(randomUUID()), { token: 'x' }), { status: 404 })
    t.match(await operator.patch(path, {}), {
      status: 422,
      body: { error: { message: /token, app_secret or both/ } },
    })
  })

  await t.test('a number that Meta refuses is not registered, and stays free', async (t) => {
    const [mine, theirs] = [await openTenant(world.product()), await openTenant(world.product())]
    const [phone_number_id, waba_id] = ['77001', '77002']
    const shown = { phone_number_id, waba_id, display_phone_number: '5511977770001' }
    await sim('POST', '/numbers', { ...shown, token: 'good' })
    const register = (account: string, token: string) =>
      world.product().operator.post<Registered>(`/accounts/${account}/connections`, {
        ...{ type: 'official', phone_number: '+5511977770001', phone_number_id, waba_id },
        ...{ token, app_secret: 'of-the-app' },
      })
    const refused = await register(mine.id, 'EAAG-PLACEHOLDER')
    const message = /^token is not accepted for phone_number_id 77001: .*\(190\)$/
    t.match(refused, { status: 422, body: { error: { code: 'validation', message } } })
    t.notMatch(JSON.stringify(refused.body), /PLACEHOLDER/)
    const unknown = { count: 1, call: phone_number_id, kind: 'error', code: 100 }
    await sim('POST', '/faults', unknown)
    const message100 = /the provider refuses this: .*\(100\)/
    t.match(await register(mine.id, 'good'), {
      status: 422,
      body: { error: { message: message100 } },
    })
    t.match(await register(theirs.id, 'good'), {
      status: 201,
      body: { data: { status: 'connected' } },
    })
  })

  await t.test('a number of which Meta says nothing waits until it does', async (t) => {
    const { id, api: owner } = await openTenant(world.product())
    await sim('POST', '/faults', { count: 1, call: '77003', kind: 'reset' })
    const { status, body } = await world
      .product()
      .operator.post<Registered>(`/accounts/${id}/connections`, {
        ...{ type: 'official', phone_number: '+5511977770003', phone_number_id: '77003' },
        ...{ waba_id: '77004', token: 'any', app_secret: 'of-the-app' },
      })
    t.match({ status, body }, { status: 201, body: { data: { status: 'pending' } } })
    await eventually(async () => {
      const shown = await owner.get<Shown>(`/connections/${body.data.id}`)
      return shown.body.data.status === 'connected'
    })
  })
})
