import { randomUUID } from 'node:crypto'
import { test } from 'tap'
import { eventually } from '../kit/eventually.ts'
import { addFreemium } from '../kit/tenants.ts'
import { startWorld } from '../kit/world.ts'

type Shown = { data: { id: string; status: string } }

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
})
