import { randomUUID } from 'node:crypto'
import { test } from 'tap'
import { eventually } from '../kit/eventually.ts'
import { callsOf } from '../kit/provider-calls.ts'
import { addFreemium, addOfficial, issueKey, openTenant } from '../kit/tenants.ts'
import { startWorld } from '../kit/world.ts'

type Profile = { data: Record<string, unknown> }
type Problem = { error: { code: string; message: string } }

const world = await startWorld()
test('the business profile', async (t) => {
  t.teardown(() => world.stop())
  const { sim, connection } = world
  const path = `/connections/${connection.id}/profile`
  const api = world.api()
  const number = () => ({ ...connection, display_phone_number: connection.phone_number_digits })
  const asked = async () => {
    const requests = await callsOf(world)
    // Templates are listed in the background.
    const own = requests.filter(({ url }) => !url.includes('/message_templates'))
    return own.map(({ method, url, body }) => [method, url.replace(/^\/v\d+\.0/, ''), body])
  }
  const changes = async () => {
    const found: object[] = []
    const stream = `connection-${connection.id}`
    for await (const { type, data } of world.product().deps.store.readStream(stream))
      if (type === 'BusinessProfileChanged') found.push((data as { changed: object }).changed)
    return found
  }
  const fields = 'about,address,description,email,profile_picture_url,websites,vertical'
  const there = `/${connection.phone_number_id}/whatsapp_business_profile`

  await t.test('is read from the provider', async (t) => {
    const { status, body } = await api.get<Profile>(path)
    t.equal(status, 200)
    t.strictSame(body, {
      data: {
        connection_id: connection.id,
        about: 'Hello',
        address: null,
        description: null,
        email: null,
        vertical: 'RETAIL',
        websites: [],
        profile_picture_url: null,
      },
    })
  })

  await t.test('a change updates the sent fields only', async (t) => {
    await sim('DELETE', '/requests')
    const change = { address: 'Rua A, 1', websites: ['https://estrela.example/'] }
    const answer = await api.patch<Profile>(path, { ...change, profile_picture_url: 'x', id: 1 })
    t.equal(answer.status, 200)
    t.match(answer.headers, { 'x-event-position': /^\d+$/ })
    t.match(answer.body.data, { connection_id: connection.id, about: 'Hello', ...change })
    t.strictSame(await asked(), [
      ['POST', there, JSON.stringify({ messaging_product: 'whatsapp', ...change })],
      ['GET', `${there}?fields=${fields}`, ''],
    ])
    t.strictSame((await api.get<Profile>(path)).body, answer.body)
    t.strictSame(await changes(), [change])
  })

  await t.test('accepts values at their limits', async (t) => {
    const change = {
      about: '🥐'.repeat(139),
      address: 'a'.repeat(256),
      description: 'd'.repeat(512),
      email: 'oi@estrela.example',
      vertical: 'PROF_SERVICES',
      websites: ['http://a.example', 'https://b.example'],
    }
    const { status, body } = await api.patch<Profile>(path, change)
    t.equal(status, 200)
    t.match(body.data, change)
  })

  await t.test('accepts empty texts and websites', async (t) => {
    await sim('DELETE', '/requests')
    const change = { address: '', description: '', email: '', websites: [] }
    const { status, body } = await api.patch<Profile>(path, change)
    t.equal(status, 200)
    t.match(body.data, { address: null, description: null, email: null, websites: [] })
    const [[, , sent]] = (await asked()) as [string[]]
    t.strictSame(JSON.parse(String(sent)), { messaging_product: 'whatsapp', ...change })
  })

  await t.test('an empty change sends the provider nothing', async (t) => {
    await sim('DELETE', '/requests')
    const before = await changes()
    const answer = await api.patch<Profile>(path, {})
    t.equal(answer.status, 200)
    t.equal(answer.body.data.connection_id, connection.id)
    t.strictSame(await asked(), [['GET', `${there}?fields=${fields}`, '']])
    t.strictSame(await changes(), before)
  })

  const invalid: readonly (readonly [string, object])[] = [
    ['about', { about: '' }],
    ['about', { about: 'x'.repeat(140) }],
    ['about', { about: null }],
    ['address', { address: 'x'.repeat(257) }],
    ['description', { description: 'x'.repeat(513) }],
    ['email', { email: 'nobody' }],
    ['email', { email: `${'x'.repeat(120)}@a.example` }],
    ['vertical', { vertical: 'BAKERY' }],
    ['vertical', { vertical: 'UNDEFINED' }],
    ['websites', { websites: ['https://a.example', 'https://b.example', 'https://c.example'] }],
    ['websites.0', { websites: ['ftp://a.example'] }],
    ['websites.0', { websites: ['a.example'] }],
    ['websites.1', { websites: ['https://a.example', `https://a.example/${'x'.repeat(256)}`] }],
    ['websites', { websites: 'https://a.example' }],
    ['body', []],
  ]
  for (const [field, body] of invalid) {
    await t.test(`refuses ${JSON.stringify(body).slice(0, 60)}`, async (t) => {
      await sim('DELETE', '/requests')
      const answer = await api.patch<Problem>(path, body)
      t.equal(answer.status, 422)
      t.equal(answer.body.error.code, 'validation')
      t.ok(answer.body.error.message.startsWith(field), answer.body.error.message)
      t.strictSame(await asked(), [], 'the provider is not asked')
    })
  }

  await t.test('passes on why the provider refuses a change, and records none', async (t) => {
    const before = await changes()
    const fault = { kind: 'error', code: 100, details: 'description has more than 256 characters' }
    await sim('POST', '/faults', { ...fault, call: `POST /v` })
    const answer = await api.patch<Problem>(path, { description: 'x'.repeat(300) })
    t.equal(answer.status, 422)
    t.match(answer.body, { error: { code: 'validation', message: /100.*description has more/ } })
    t.strictSame(await changes(), before)
  })

  await t.test('is answered 502 when the provider fails', async (t) => {
    const problem = { status: 502, body: { error: { code: 'provider_error' } } }
    await sim('POST', '/faults', { kind: 'error', code: 2, call: `POST /v` })
    t.match(await api.patch(path, { about: 'x' }), problem)
    await sim('POST', '/faults', { kind: 'reset', call: 'whatsapp_business_profile?fields' })
    t.match(await api.get(path), problem)
  })

  await t.test('shows that the credentials failed, and later that they work', async (t) => {
    const statusIs = (status: string) =>
      eventually(async () => {
        const { body } = await api.get<Profile>(`/connections/${connection.id}`)
        return body.data.status === status
      })
    await sim('POST', '/numbers', { ...number(), token: 'another' })
    const answer = await api.patch<Problem>(path, { about: 'x' })
    t.match(answer, { status: 502, body: { error: { message: /credentials/ } } })
    t.notOk(answer.body.error.message.includes(connection.token))
    await statusIs('error')
    await sim('POST', '/numbers', number())
    t.equal((await api.patch(path, { about: 'Back' })).status, 200)
    await statusIs('connected')
  })

  await t.test(
    'is only available for official connections of the account, above the Basic plan',
    async (t) => {
      const product = world.product()
      const freemium = await addFreemium(product, world.tenant.id)
      const theirs = await addOfficial(product, (await openTenant(product)).id)
      const basic = await openTenant(product, 'basic')
      const own = await addFreemium(product, basic.id)
      const reader = product.api((await issueKey(product, world.tenant.id, ['read'])).key)
      const of = (id: string) => `/connections/${id}/profile`
      const notOfficial = { status: 422, body: { error: { message: /not official/ } } }
      t.match(await api.get(of(freemium.id)), notOfficial)
      t.match(await api.patch(of(freemium.id), { about: 'x' }), notOfficial)
      for (const id of [theirs.id, randomUUID(), 'none']) {
        t.match(await api.get(of(id)), { status: 404 })
        t.match(await api.patch(of(id), { about: 'x' }), { status: 404 })
      }
      const upgrade = { status: 403, body: { error: { code: 'upgrade_required' } } }
      t.match(await basic.api.get(of(own.id)), upgrade)
      t.match(await basic.api.patch(of(own.id), { about: '' }), upgrade)
      t.match(await reader.patch(path, { about: 'x' }), {
        status: 403,
        body: { error: { code: 'forbidden' } },
      })
      t.match(await api.patch(path, '{"about":'), {
        status: 400,
        body: { error: { code: 'invalid_body' } },
      })
    },
  )
})
