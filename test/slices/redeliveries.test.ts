import { randomUUID } from 'node:crypto'
import { Webhook } from 'standardwebhooks'
import { test } from 'tap'
import { deliveriesOf, deliveryThat, type Made } from '../kit/deliveries.ts'
import { eventually } from '../kit/eventually.ts'
import { startProduct } from '../kit/product.ts'
import { addOfficial, issueKey, openTenant, setConnectionStatus } from '../kit/tenants.ts'
import { openSink, type Sink } from '../projectors/webhooks/dispatcher/sink.ts'

test('a delivery is shown completely, and made once more', async (t) => {
  const product = await startProduct({
    settings: { WEBHOOK_ALLOWED_SUBNETS: '127.0.0.0/8', RATE_LIMIT_OFFICIAL: '100000' },
    dispatchTimes: { sweepMs: 500, renewMs: 500, schedule: [0, 50, 50] },
  })
  t.teardown(() => product.stop())
  const tenant = await openTenant(product)
  const { api } = tenant
  const delivered = async (answer: Sink['answer']) => {
    const sink = await openSink()
    t.teardown(() => sink.close())
    sink.answer = answer
    const { id: connection_id } = await addOfficial(product, tenant.id)
    const made = await api.put<{ data: { secret: string } }>('/webhooks', {
      connection_id,
      url: sink.url,
    })
    await setConnectionStatus(product, tenant.id, connection_id, 'disconnected')
    const [first] = await eventually(async () => {
      const found = await deliveriesOf(api, `connection_id=${connection_id}`)
      return found.length > 0 && found
    })
    return { sink, connection_id, id: String(first?.id), secret: made.body.data.secret }
  }

  t.test('the signed request is shown unchanged, with every attempt', async (t) => {
    let hits = 0
    const { sink, id, secret } = await delivered(({ body }, response) => {
      hits += 1
      response.writeHead(hits < 3 ? 503 : 200).end(`no: ${body}${'é'.repeat(4_000)}`)
    })
    const shown = await deliveryThat(api, id, ({ status }) => status === 'delivered')
    t.equal(shown.attempts, 3)
    t.same(
      shown.attempt_log.map(({ attempt, outcome }) => [attempt, outcome]),
      [1, 2, 3].map((attempt) => [attempt, attempt === 3 ? 'delivered' : 'failed']),
    )
    const [, second, last] = shown.attempt_log
    t.match(second, { http_status: 503, answer_excerpt: /^no: \{"id"/, next_at: /Z$/ })
    t.ok(Buffer.byteLength(second?.answer_excerpt ?? '') <= 4096)
    t.match(second, {
      error: 'answered 503',
      failure: 'server_error',
      sentence: /error of its own/,
    })
    t.match(last, { error: null, failure: null, sentence: null })
    t.match(shown, { why: null, last_error: null })
    t.match(last, { http_status: 200, answer_excerpt: null, next_at: null })
    const hit = sink.hits.at(-1)
    t.equal(shown.request.body, hit?.body)
    for (const [name, value] of Object.entries(shown.request.headers))
      t.equal(hit?.headers[name], value, name)
    t.ok(new Webhook(secret).verify(shown.request.body, shown.request.headers))
    t.notMatch(JSON.stringify(shown), secret, 'the secret stays where it is')
  })

  t.test(
    'a redelivery posts the same event and body with a new delivery id, as often as requested',
    async (t) => {
      const { sink, id, connection_id } = await delivered(200)
      const original = await deliveryThat(api, id, ({ status }) => status === 'delivered')
      const again = await api.post<Made>(`/webhooks/deliveries/${id}/redeliver`)
      t.match(again, {
        status: 202,
        body: {
          data: { connection_id, event_id: original.event_id, status: 'pending', attempts: 0 },
        },
      })
      t.not(again.body.data.id, id)
      const shown = await deliveryThat(
        api,
        again.body.data.id,
        ({ status }) => status === 'delivered',
      )
      t.equal(shown.request.body, original.request.body)
      t.same(
        sink.hits.map(({ headers }) => headers['webhook-id']),
        Array(2).fill(original.event_id),
      )
      t.equal(sink.hits[1]?.body, sink.hits[0]?.body)
      const more = await api.post<Made>(`/webhooks/deliveries/${shown.id}/redeliver`)
      await deliveryThat(api, more.body.data.id, ({ status }) => status === 'delivered')
      t.equal((await deliveriesOf(api, `connection_id=${connection_id}`)).length, 3)
    },
  )

  t.test('a repeat with the same key delivers nothing more', async (t) => {
    const { sink, id, connection_id } = await delivered(200)
    await deliveryThat(api, id, ({ status }) => status === 'delivered')
    const ask = () =>
      api.call<Made>({
        method: 'POST',
        path: `/webhooks/deliveries/${id}/redeliver`,
        headers: { 'idempotency-key': 'again-please-1' },
      })
    const answers = await Promise.all([ask(), ask(), ask()])
    const ids = new Set(answers.map(({ body }) => body.data.id))
    t.equal(ids.size, 1)
    await deliveryThat(api, [...ids][0] ?? '', ({ status }) => status === 'delivered')
    const later = await ask()
    t.match(later, { status: 202, headers: { 'idempotent-replayed': 'true' } })
    t.match(later.body.data, { id: [...ids][0], status: 'delivered' })
    t.equal(sink.hits.length, 2)
    t.equal((await deliveriesOf(api, `connection_id=${connection_id}`)).length, 2)
  })

  t.test('a dead delivery is redelivered, and a paused webhook waits', async (t) => {
    const { sink, id, connection_id } = await delivered(500)
    await deliveryThat(api, id, ({ status }) => status === 'dead')
    await api.delete(`/webhooks?connection_id=${connection_id}`)
    const again = await api.post<Made>(`/webhooks/deliveries/${id}/redeliver`)
    t.equal(again.status, 202)
    const before = sink.hits.length
    sink.answer = 200
    t.match(await deliveryThat(api, again.body.data.id, () => true), {
      status: 'pending',
      attempt_log: [],
      request: { headers: { 'x-service-delivery': again.body.data.id } },
    })
    t.equal(sink.hits.length, before)
    await api.put('/webhooks', { connection_id, url: sink.url })
    await deliveryThat(api, again.body.data.id, ({ status }) => status === 'delivered')
    await deliveryThat(api, id, ({ status }) => status === 'dead')
  })

  t.test(
    'redeliveries requested in a loop are limited, so that new events do not wait for long',
    async (t) => {
      const { sink, id, connection_id } = await delivered(200)
      await deliveryThat(api, id, ({ status }) => status === 'delivered')
      await api.delete(`/webhooks?connection_id=${connection_id}`)
      const ask = (key?: string) =>
        api.call<Made>({
          method: 'POST',
          path: `/webhooks/deliveries/${id}/redeliver`,
          headers: key === undefined ? {} : { 'idempotency-key': key },
        })
      t.equal((await ask('again-please-2')).status, 202)
      // Redeliveries of the last moment may not be counted yet.
      const refused = await eventually(async () => {
        const answers = await Promise.all(Array.from({ length: 50 }, () => ask()))
        return answers.find(({ status }) => status !== 202)
      })
      t.match(refused, { status: 429, body: { error: { code: 'rate_limited', message: /wait/ } } })
      t.match(refused.headers, { 'retry-after': '15' })
      t.match(await ask('again-please-2'), { headers: { 'idempotent-replayed': 'true' } })
      await api.put('/webhooks', { connection_id, url: sink.url })
      const tried = await eventually(async () => {
        const event = 'whatsapp.message.received'
        const answer = await api.post<Made>('/webhooks/test', { connection_id, event })
        return answer.status === 202 && answer
      })
      await deliveryThat(api, tried.body.data.id, ({ status }) => status === 'delivered')
    },
  )

  t.test('another account, an unknown delivery and a missing scope are refused', async (t) => {
    const { id } = await delivered(200)
    const other = await openTenant(product)
    const reader = product.api((await issueKey(product, tenant.id, ['read'])).key)
    for (const path of [id, randomUUID()]) {
      t.equal((await other.api.get(`/webhooks/deliveries/${path}`)).status, 404)
      t.equal((await other.api.post(`/webhooks/deliveries/${path}/redeliver`)).status, 404)
    }
    t.equal((await reader.post(`/webhooks/deliveries/${id}/redeliver`)).status, 403)
    t.equal((await reader.get(`/webhooks/deliveries/${id}`)).status, 200)
    t.equal((await api.post('/webhooks/deliveries/none/redeliver')).status, 404)
    const { status } = await api.call({
      method: 'POST',
      path: `/webhooks/deliveries/${id}/redeliver`,
      headers: { 'idempotency-key': 'short' },
    })
    t.equal(status, 422)
  })
})
