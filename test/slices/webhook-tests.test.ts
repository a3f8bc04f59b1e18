import { randomUUID } from 'node:crypto'
import { buildApp } from '@recado/command-api/app'
import { OPT_IN_EVENTS, STRUCTURED_EVENTS } from '@recado/contract/whatsapp-event-names'
import { WhatsappEvent } from '@recado/contract/whatsapp-events'
import { GRAPH_EVENTS } from '@recado/infra/providers/graph-api/native-events'
import { WAHA_EVENTS } from '@recado/infra/providers/waha/native-events'
import { Webhook } from 'standardwebhooks'
import { test } from 'tap'
import { apiClient, inMemory } from '../kit/api-client.ts'
import { deliveriesOf, deliveryThat, type Made } from '../kit/deliveries.ts'
import { eventually } from '../kit/eventually.ts'
import { startProduct } from '../kit/product.ts'
import { addFreemium, addOfficial, openTenant, setConnectionStatus } from '../kit/tenants.ts'
import { openSink } from '../projectors/webhooks/dispatcher/sink.ts'

const OWN_EVENTS = [...STRUCTURED_EVENTS, ...OPT_IN_EVENTS]

type Failure = { error: { code: string; message: string } }

test('a webhook is tested with samples', async (t) => {
  const product = await startProduct({
    settings: { WEBHOOK_ALLOWED_SUBNETS: '127.0.0.0/8' },
    dispatchTimes: { sweepMs: 500, renewMs: 500, schedule: [0, 50, 50] },
  })
  t.teardown(() => product.stop())
  const tenant = await openTenant(product)
  const { api } = tenant
  const configured = async (add: typeof addOfficial | typeof addFreemium = addOfficial) => {
    const sink = await openSink()
    t.teardown(() => sink.close())
    const { id: connection_id } = await add(product, tenant.id)
    const body = { connection_id, url: sink.url, events: ['whatsapp.message.read'] }
    const made = await api.put<{ data: { secret: string } }>('/webhooks', body)
    return { sink, connection_id, secret: made.body.data.secret }
  }
  const ask = (connection_id: string, event: string) =>
    api.post<Made>('/webhooks/test', { connection_id, event })

  t.test(
    'every event of ours arrives signed, in its own shape, and marked as a test',
    async (t) => {
      const { sink, connection_id, secret } = await configured()
      for (const event of OWN_EVENTS) {
        const { status, body } = await ask(connection_id, event)
        t.match({ status, data: body.data }, { status: 202, data: { event, status: 'pending' } })
        const shown = await deliveryThat(api, body.data.id, ({ status }) => status === 'delivered')
        const hit = sink.hits.find(({ headers }) => headers['x-service-delivery'] === shown.id)
        t.equal(hit?.body, shown.request.body)
        const sent = new Webhook(secret).verify(hit?.body ?? '', hit?.headers as never)
        t.match(sent, {
          id: shown.event_id,
          type: event,
          test: true,
          sequence: null,
          connection_id: ['contact.erased', 'log.sealed'].includes(event) ? null : connection_id,
        })
        const real = { ...(sent as object), sequence: event.includes('message') ? 1 : null }
        t.same(WhatsappEvent.parse(real), real, `${event} has its documented form`)
      }
      t.equal(sink.hits.length, OWN_EVENTS.length)
    },
  )

  t.test('every native event has a sample, in any spelling', async (t) => {
    for (const [add, events] of [
      [addOfficial, GRAPH_EVENTS],
      [addFreemium, WAHA_EVENTS],
    ] as const) {
      const { sink, connection_id } = await configured(add)
      for (const event of events) {
        const { status, body } = await ask(connection_id, event.toUpperCase())
        t.match({ status, data: body.data }, { status: 202, data: { event } })
      }
      await eventually(() => sink.hits.length === events.length)
      for (const { body } of sink.hits)
        t.match(JSON.parse(body), { test: true, sequence: null }, body)
    }
  })

  t.test('a process that does not know the webhook yet reads the log', async (t) => {
    const { registry } = product.deps
    const behind = { ...registry, webhook: () => undefined }
    const commandApp = await buildApp({ ...product.deps, registry: behind })
    t.teardown(() => commandApp.close())
    const elsewhere = apiClient(
      inMemory({ command: commandApp, query: product.queryApp }),
      '/api/v1',
      tenant.key,
    )
    const { sink, connection_id } = await configured()
    const event = 'whatsapp.message.received'
    const asked = await elsewhere.post('/webhooks/test', { connection_id, event })
    t.match(asked, { status: 202, body: { data: { target_url: sink.url } } })
    await eventually(() => sink.hits.length === 1)
    const since = new Date(Date.now() - 1_000)
    const recovered = await elsewhere.post('/webhooks/recover', { connection_id, since })
    t.match(recovered, { status: 202, body: { data: { connection_id } } })
    const { id: other } = await addOfficial(product, tenant.id)
    for (const path of ['test', 'recover']) {
      const none = await elsewhere.post(`/webhooks/${path}`, { connection_id: other, event, since })
      t.match(none, { status: 422, body: { error: { message: /has no webhook/ } } }, path)
    }
  })

  t.test('a test is not traffic: no list, sequence or count includes it', async (t) => {
    const { sink, connection_id } = await configured()
    const attempts = async () => {
      const text = await product.deps.metrics.registry.metrics()
      return text.split('\n').filter((line) => line.startsWith('recado_delivery_attempts_total'))
    }
    const before = await attempts()
    sink.answer = 410
    const { body } = await ask(connection_id, 'whatsapp.message.received')
    const dead = await deliveryThat(api, body.data.id, ({ status }) => status === 'dead')
    const exhausted = { rule: 'webhook_exhausted', failure: 'gone', says: 'HTTP 410' }
    t.match(dead.why, exhausted, 'it does not say that the webhook is off')
    t.match(dead, { attempts: 1, attempt_log: [{ http_status: 410, next_at: null }] })
    t.same(await deliveriesOf(api, `connection_id=${connection_id}`), [])
    t.same(await deliveriesOf(api, `status=dead&connection_id=${connection_id}`), [])
    t.same(await attempts(), before)
    const hooks = await api.get<{ data: object[] }>(`/webhooks?connection_id=${connection_id}`)
    t.match(hooks.body.data, [{ active: true }], 'a test never pauses the webhook')
    const again = await api.post<Made>(`/webhooks/deliveries/${dead.id}/redeliver`)
    sink.answer = 200
    await deliveryThat(api, again.body.data.id, ({ status }) => status !== 'pending')
    t.same(await deliveriesOf(api, `connection_id=${connection_id}`), [])
  })

  t.test('a test does not block deliveries', async (t) => {
    const { sink, connection_id } = await configured()
    await api.put('/webhooks', { connection_id, url: sink.url })
    await ask(connection_id, 'messages')
    await setConnectionStatus(product, tenant.id, connection_id, 'disconnected')
    await eventually(() => sink.hits.length === 2)
    const [only] = await eventually(async () => {
      const found = await deliveriesOf(api, `connection_id=${connection_id}`)
      return found.length === 1 && found
    })
    t.match(only, { event: 'whatsapp.connection.updated' })
  })

  t.test('a repeat with the same key tests once', async (t) => {
    const { sink, connection_id } = await configured()
    const call = { method: 'POST', path: '/webhooks/test' } as const
    const headers = { 'idempotency-key': 'try-it-once' }
    const body = { connection_id, event: 'messages' }
    const answers = []
    for (const _ of [1, 2]) answers.push(await api.call<Made>({ ...call, body, headers }))
    t.equal(answers[0]?.body.data.id, answers[1]?.body.data.id)
    await eventually(() => sink.hits.length === 1)
    await ask(connection_id, 'statuses')
    await eventually(() => sink.hits.length === 2)
  })

  t.test('invalid tests are refused', async (t) => {
    const { sink, connection_id } = await configured()
    const { id: bare } = await addOfficial(product, tenant.id)
    const other = await openTenant(product)
    const refused = async (connection_id: string, event: string) =>
      (await api.post<Failure>('/webhooks/test', { connection_id, event })).body.error
    t.match(await refused(connection_id, 'session.status'), {
      code: 'validation',
      message: /event/,
    })
    t.match(await refused(bare, 'messages'), { code: 'validation', message: /no webhook/ })
    await api.delete(`/webhooks?connection_id=${connection_id}`)
    t.match(await refused(connection_id, 'messages'), { code: 'validation', message: /paused/ })
    t.match(await refused(randomUUID(), 'messages'), { code: 'not_found' })
    const foreign = await other.api.post('/webhooks/test', { connection_id, event: 'messages' })
    t.equal(foreign.status, 404)
    t.same(sink.hits, [])
  })
})
