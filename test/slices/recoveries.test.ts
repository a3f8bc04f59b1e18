import { randomUUID } from 'node:crypto'
import type { WebhookRecovery } from '@recado/contract/webhook-recovery'
import { test } from 'tap'
import type { ApiClient } from '../kit/api-client.ts'
import { deliveriesOf, deliveryThat } from '../kit/deliveries.ts'
import { eventually } from '../kit/eventually.ts'
import { openTenant } from '../kit/tenants.ts'
import { startWorld } from '../kit/world.ts'

type Answer = { data: WebhookRecovery }
type Failure = { error: { code: string; message: string } }

const PHONES = ['5531987654321', '5531987654322', '5531987654323']

/** @returns a function that requests a recovery of everything since a time */
function recovering(api: ApiClient, connection_id: string) {
  return async (since: Date): Promise<WebhookRecovery> => {
    const { status, body } = await api.post<Answer>('/webhooks/recover', { connection_id, since })
    if (status !== 202) throw new Error(`${status}: ${JSON.stringify(body)}`)
    return body.data
  }
}

/** The recovery, once it is done. */
function done(api: ApiClient, { id }: WebhookRecovery): Promise<WebhookRecovery> {
  return eventually(async () => {
    const { body } = await api.get<Answer>(`/webhooks/recoveries/${id}`)
    if (body.data.status !== 'done') throw new Error(JSON.stringify(body))
    return body.data
  })
}

test('a recovery delivers what a webhook never received', async (t) => {
  const world = await startWorld()
  t.teardown(() => world.stop())
  const { customer, connection } = world
  const api = world.api()
  const began = new Date(Date.now() - 60_000)
  const recover = recovering(api, connection.id)
  const total = async (path: string) => {
    const { body } = await api.get<{ pagination: { total: number } }>(path)
    return body.pagination.total
  }
  /** What has arrived may not be recorded as delivered yet; a recovery would find it. */
  const noneOpen = () =>
    eventually(async () => (await total('/webhooks/deliveries?status=pending')) === 0)

  await t.test(
    'a webhook that is configured later receives earlier events, in order',
    async (t) => {
      const texts = PHONES.flatMap((phone, i) =>
        ['first', 'second', 'third'].map((text) => ({ phone, text: `${text} ${i}` })),
      )
      for (const [before, { phone, text }] of texts.entries()) {
        await world.userWrites(phone, text)
        // Waits for each message, as posts of Meta may overtake each other.
        await eventually(async () => (await total('/messages')) === before + 1)
      }
      await api.put('/webhooks', { connection_id: connection.id, url: customer.url })
      await world.userWrites(PHONES[0] ?? '', 'fresh')
      await eventually(() => customer.arrivals.length === 1)
      const asked = await recover(began)
      t.match(asked, {
        connection_id: connection.id,
        since: began.toISOString(),
        status: 'running',
      })
      t.match(await done(api, asked), { found: 9, enqueued: 9 })
      await eventually(() => customer.arrivals.length === 10)
      for (const [i] of PHONES.entries()) {
        const texts = customer.arrivals.flatMap(({ body }) => {
          const { text } = body.data.message as { text: string }
          return text.endsWith(String(i)) ? [text] : []
        })
        t.same(
          texts,
          ['first', 'second', 'third'].map((text) => `${text} ${i}`),
        )
      }
      t.equal(new Set(customer.arrivals.map(({ body }) => body.id)).size, 10)
      const sequences = customer.arrivals.map(
        ({ body }) => `${body.data.conversation_id} ${body.sequence}`,
      )
      t.equal(new Set(sequences).size, 10, 'each has its own sequence')
    },
  )

  await t.test('repeated recoveries, concurrent or later, deliver nothing twice', async (t) => {
    await noneOpen()
    const before = customer.arrivals.length
    const [one, other] = [await recover(began), await recover(began)]
    t.not(other.id, one.id, 'a running recovery is not reused, because it may miss events')
    const again = await Promise.all([recover(began), recover(began), recover(began)])
    for (const asked of [one, other, ...again])
      t.match(await done(api, asked), { found: 0, enqueued: 0 })
    t.equal(await total('/webhooks/deliveries'), before)
  })

  await t.test('a dead delivery is delivered again with the same body', async (t) => {
    const before = customer.arrivals.length
    customer.answers(500)
    await world.userWrites(PHONES[1] ?? '', 'lost')
    const [lost] = await eventually(async () => {
      const found = await deliveriesOf(api, 'status=dead')
      return found.length === 1 && found
    })
    const shown = await deliveryThat(api, String(lost?.id), () => true)
    customer.answers(200)
    t.match(await done(api, await recover(began)), { found: 1, enqueued: 1 })
    await eventually(() => customer.arrivals.length === before + 1)
    await noneOpen()
    t.equal(customer.arrivals.at(-1)?.text, shown.request.body)
    t.match(await done(api, await recover(began)), { found: 0, enqueued: 0 })
    const { data } = JSON.parse(customer.arrivals.at(-1)?.text ?? '')
    const { conversation_id, message } = data
    const { message_id } = message
    t.equal(await total(`/webhooks/deliveries?message_id=${message_id}`), 2)
    t.equal(await total(`/webhooks/deliveries?conversation_id=${conversation_id}`), 5)
    t.equal(await total(`/webhooks/deliveries?message_id=${message_id}&status=dead`), 1)
    t.equal(await total(`/webhooks/deliveries?message_id=${randomUUID()}`), 0)
    const until = lost?.created_at
    t.equal(await total(`/webhooks/deliveries?until=${until}&status=delivered`), 10)
    t.equal(await total(`/webhooks/deliveries?since=${until}`), 2)
    t.equal(await total(`/webhooks/deliveries?since=${until}&until=${until}`), 0)
  })

  await t.test('a pending delivery of a paused webhook is found and stays pending', async (t) => {
    await api.delete(`/webhooks?connection_id=${connection.id}`)
    await world.userWrites(PHONES[2] ?? '', 'paused')
    await eventually(async () => (await total('/webhooks/deliveries?status=pending')) === 1)
    t.match(await done(api, await recover(began)), { found: 1, enqueued: 0 })
    await api.put('/webhooks', { connection_id: connection.id, url: customer.url })
    await eventually(async () => (await total('/webhooks/deliveries?status=pending')) === 0)
  })

  await t.test('native events are recovered when the webhook lists them', async (t) => {
    const before = customer.arrivals.length
    const events = ['messages']
    await api.put('/webhooks', { connection_id: connection.id, url: customer.url, events })
    const raw = await total('/webhook-events?event=messages')
    t.match(await done(api, await recover(began)), { found: raw, enqueued: raw })
    await eventually(() => customer.arrivals.length === before + raw)
  })

  await t.test(
    'a repeat with the same key is answered, however many other recoveries run',
    async (t) => {
      const { pool } = world.product().deps
      const headers = { 'idempotency-key': 'the-recovery-of-today' }
      const body = { connection_id: connection.id, since: began }
      const ask = (more = {}) =>
        api.call<Answer>({ method: 'POST', path: '/webhooks/recover', body, ...more })
      const first = await ask({ headers })
      await done(api, first.body.data)
      await pool.query(
        `insert into delivery_recoveries select gen_random_uuid(), account_id, connection_id, $2, 'running',
        found, enqueued, through, until, requested_at
      from delivery_recoveries, generate_series(1, 10) where id = $1`,
        [first.body.data.id, new Date()],
      )
      const again = await ask({ headers })
      t.match(again, { status: 202, body: { data: { id: first.body.data.id, status: 'done' } } })
      t.match(await ask(), {
        status: 422,
        body: { error: { message: /10 running or waiting recoveries/ } },
      })
      await pool.query("delete from delivery_recoveries where status = 'running'")
    },
  )

  await t.test('invalid recoveries are refused', async (t) => {
    const refused = async (body: object) =>
      (await api.post<Failure>('/webhooks/recover', { connection_id: connection.id, ...body })).body
        .error
    const day = 24 * 60 * 60 * 1000
    const old = new Date(Date.now() - 401 * day)
    t.match(await refused({ since: new Date(Date.now() + day) }), {
      code: 'validation',
      message: /since/,
    })
    t.match(await refused({ since: old }), { code: 'validation', message: /since/ })
    t.match(await refused({ since: 'yesterday' }), { code: 'validation', message: /since/ })
    t.match(await refused({ since: began, connection_id: randomUUID() }), { code: 'not_found' })
    const other = await openTenant(world.product())
    const asked = await recover(began)
    t.equal((await other.api.get(`/webhooks/recoveries/${asked.id}`)).status, 404)
    const body = { connection_id: connection.id, since: began }
    t.equal((await other.api.post('/webhooks/recover', body)).status, 404)
  })
})
