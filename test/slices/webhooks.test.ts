import { randomUUID } from 'node:crypto'
import { verifyWebhook } from '@recado/client'
import { STRUCTURED_EVENTS } from '@recado/contract/whatsapp-event-names'
import { WhatsappEvent } from '@recado/contract/whatsapp-events'
import { Webhook } from 'standardwebhooks'
import { test } from 'tap'
import { eventually } from '../kit/eventually.ts'
import { startProduct } from '../kit/product.ts'
import { addFreemium, addOfficial, openTenant, setConnectionStatus } from '../kit/tenants.ts'
import { openSink } from '../projectors/webhooks/dispatcher/sink.ts'

type Shown = {
  id: string
  connection_id: string
  url: string
  events: string[]
  secret: string
  active: boolean
}
type One = { data: Shown }
type Many = { data: Shown[]; structured_events: string[] }
type Failure = { error: { code: string; message: string } }
type Deliveries = {
  data: { status: string; event: string; attempts: number; last_status: number }[]
  pagination: { total: number }
}

test('webhooks through the API', async (t) => {
  const product = await startProduct({
    settings: { WEBHOOK_ALLOWED_SUBNETS: '127.0.0.0/8' },
    dispatchTimes: { sweepMs: 500, renewMs: 500, schedule: [0, 50, 50] },
  })
  t.teardown(() => product.stop())
  const tenant = await openTenant(product)
  const { api } = tenant
  const url = 'https://crm.example/hook'

  t.test('a first PUT answers 201 with a generated secret, and the list shows it', async (t) => {
    const { id: connection_id } = await addOfficial(product, tenant.id)
    const made = await api.put<One>('/webhooks', { connection_id, url })
    t.equal(made.status, 201)
    t.match(made.body.data, {
      connection_id,
      url,
      events: [],
      active: true,
      secret: /^whsec_.{44}$/,
    })
    const list = await api.get<Many>(`/webhooks?connection_id=${connection_id}`)
    t.same(list.body, { data: [made.body.data], structured_events: STRUCTURED_EVENTS })
  })

  t.test('a second PUT answers 200, replaces everything and keeps the secret', async (t) => {
    const { id: connection_id } = await addOfficial(product, tenant.id)
    const events = ['whatsapp.message.read', 'messages']
    const first = await api.put<One>('/webhooks', { connection_id, url, events, active: false })
    const second = await api.put<One>('/webhooks', { connection_id, url: `${url}/2` })
    t.equal(second.status, 200)
    t.same(second.body.data, { ...first.body.data, url: `${url}/2`, events: [], active: true })
  })

  t.test('a secret from the caller is stored unchanged', async (t) => {
    const { id: connection_id } = await addOfficial(product, tenant.id)
    await api.put('/webhooks', { connection_id, url })
    const own = await api.put<One>('/webhooks', { connection_id, url, secret: 'my own secret' })
    t.equal(own.body.data.secret, 'my own secret')
    const kept = await api.put<One>('/webhooks', { connection_id, url })
    t.equal(kept.body.data.secret, 'my own secret')
    const short = await api.put<One>('/webhooks', { connection_id, url, secret: 's3cret' })
    t.match(short, { status: 200, body: { data: { secret: 's3cret' } } })
    t.equal((await api.put('/webhooks', { connection_id, url, secret: '' })).status, 422)
    const empty = await api.put<Failure>('/webhooks', { connection_id, url, secret: 'whsec_!!!!' })
    t.match(empty, { status: 422, body: { error: { message: /^secret/ } } })
  })

  t.test(
    'a secret that is sent twice at once keeps the previous secret signing for its day',
    async (t) => {
      const sink = await openSink()
      t.teardown(() => sink.close())
      const { id: connection_id } = await addOfficial(product, tenant.id)
      const first = await api.put<One>('/webhooks', { connection_id, url: sink.url })
      const own = { connection_id, url: sink.url, secret: 'my own secret' }
      const both = await Promise.all([1, 2].map(() => api.put('/webhooks', own)))
      t.ok(both.some(({ status }) => status === 200))
      for (const { status } of both) t.ok(status === 200 || status === 503, String(status))
      const again = await api.put<One>('/webhooks', own)
      t.match(again, { status: 200, body: { data: { secret: 'my own secret' } } })
      await api.post('/webhooks/test', { connection_id, event: 'whatsapp.message.received' })
      await eventually(() => sink.hits.length > 0)
      const [hit] = sink.hits
      const headers = hit?.headers as Record<string, string>
      t.match(new Webhook(first.body.data.secret).verify(hit?.body ?? '', headers), { test: true })
    },
  )

  t.test('every replaced secret still signs for a day', async (t) => {
    const sink = await openSink()
    t.teardown(() => sink.close())
    const { id: connection_id } = await addOfficial(product, tenant.id)
    const first = await api.put<One>('/webhooks', { connection_id, url: sink.url })
    const secrets = [first.body.data.secret, 'second', 'third', 'second']
    for (const secret of secrets.slice(1))
      t.equal((await api.put('/webhooks', { connection_id, url: sink.url, secret })).status, 200)
    await api.post('/webhooks/test', { connection_id, event: 'whatsapp.message.received' })
    const [hit] = await eventually(() => sink.hits.length > 0 && sink.hits)
    for (const secret of secrets)
      t.match(verifyWebhook(secret, hit?.body ?? '', hit?.headers ?? {}), { test: true }, secret)
    t.match(
      hit?.headers['x-service-signature'],
      /^t=\d+(,v1=[0-9a-f]{64}){3}$/,
      'no duplicate signatures',
    )
  })

  t.test(
    'a secret can be replaced only as often in a day as secrets may sign beside it',
    async (t) => {
      const { id: connection_id } = await addOfficial(product, tenant.id)
      await api.put('/webhooks', { connection_id, url })
      const replace = (secret: string) =>
        api.put<Failure>('/webhooks', { connection_id, url, secret })
      for (let n = 1; n <= 10; n++) t.equal((await replace(`secret ${n}`)).status, 200)
      t.match(await replace('secret 11'), {
        status: 422,
        body: { error: { code: 'validation', message: /^secret .* 10 / } },
      })
      t.equal((await replace('secret 10')).status, 200, 'the current secret is not a replacement')
    },
  )

  t.test('invalid URLs and unsupported events are refused', async (t) => {
    const { id: connection_id } = await addOfficial(product, tenant.id)
    for (const bad of [
      'nonsense',
      'ftp://crm.example/',
      'https:crm.example',
      'https:/crm.example',
      ' https://crm.example/',
      'https://crm.example/a b',
      'https://crm.example/\nhook',
      'https://user:pass@crm.example/',
      'http://10.1.2.3/',
      'http://[::1]/',
      'http://0x0a000001/',
      'http://169.254.169.254/latest',
      'http://crm.example:5432/',
      'http://crm.example:22/',
    ]) {
      const { status, body } = await api.put<Failure>('/webhooks', { connection_id, url: bad })
      t.match({ status, code: body.error.code }, { status: 422, code: 'validation' }, bad)
    }
    for (const event of ['whatsapp.message.eaten', 'session.status']) {
      const { status } = await api.put('/webhooks', { connection_id, url, events: [event] })
      t.equal(status, 422, event)
    }
    const freemium = await addFreemium(product, tenant.id)
    const waha = { connection_id: freemium.id, url, events: ['SESSION_STATUS'] }
    t.equal((await api.put('/webhooks', waha)).status, 201)
    t.equal((await api.put('/webhooks', { ...waha, events: ['statuses'] })).status, 422)
  })

  t.test('a connection of another account, or an unknown one, is not found', async (t) => {
    const other = await openTenant(product)
    const { id: connection_id } = await addOfficial(product, other.id)
    await other.api.put('/webhooks', { connection_id, url })
    t.equal((await api.put('/webhooks', { connection_id, url })).status, 404)
    t.equal((await api.delete(`/webhooks?connection_id=${connection_id}`)).status, 404)
    t.equal((await api.delete(`/webhooks?connection_id=${randomUUID()}`)).status, 404)
    const list = await api.get<Many>(`/webhooks?connection_id=${connection_id}`)
    t.match(list, { status: 200, body: { data: [] } })
  })

  t.test('DELETE pauses, also repeatedly, and answers 404 without a configuration', async (t) => {
    const { id: connection_id } = await addOfficial(product, tenant.id)
    const path = `/webhooks?connection_id=${connection_id}`
    t.equal((await api.delete(path)).status, 404)
    const made = await api.put<One>('/webhooks', { connection_id, url })
    for (const _ of [1, 2]) {
      const paused = await api.delete<One>(path)
      t.match(paused, { status: 200, body: { data: { ...made.body.data, active: false } } })
    }
    t.match((await api.get<Many>(path)).body.data, [{ active: false }])
  })

  t.test(
    'a change of a connection is delivered, signed with the shown secret, and listed',
    async (t) => {
      const sink = await openSink()
      t.teardown(() => sink.close())
      const { id: connection_id } = await addOfficial(product, tenant.id)
      const made = await api.put<One>('/webhooks', { connection_id, url: sink.url })
      await setConnectionStatus(product, tenant.id, connection_id, 'disconnected')
      const [hit] = await eventually(() => sink.hits.length > 0 && sink.hits)
      const headers = hit?.headers as Record<string, string>
      const event = new Webhook(made.body.data.secret).verify(hit?.body ?? '', headers)
      t.match(WhatsappEvent.parse(event), {
        type: 'whatsapp.connection.updated',
        data: {
          connection: { id: connection_id, status: 'disconnected' },
          previous_status: 'connected',
        },
      })
      const shown = await eventually(async () => {
        const path = `/webhooks/deliveries?connection_id=${connection_id}&status=delivered`
        const { body } = await api.get<Deliveries>(path)
        return body.pagination.total === 1 && body
      })
      t.match(shown.data, [{ event: 'whatsapp.connection.updated', attempts: 1, last_status: 200 }])
      for (const filter of ['status=dead', 'event=messages', `connection_id=${randomUUID()}`]) {
        const { body } = await api.get<Deliveries>(`/webhooks/deliveries?${filter}`)
        t.equal(body.pagination.total, 0, filter)
      }
      t.equal((await api.get('/webhooks/deliveries?status=lost')).status, 400)
      const all = await api.get<Deliveries>(
        '/webhooks/deliveries?event=whatsapp.connection.updated&limit=1',
      )
      t.match(all.body, {
        data: [{ event: 'whatsapp.connection.updated' }],
        pagination: { limit: 1 },
      })
    },
  )
})
