import { Webhook } from 'standardwebhooks'
import { test } from 'tap'
import { eventually } from '../../../kit/eventually.ts'
import { world } from '../projection/facts.ts'
import { dispatching } from './dispatching.ts'
import { openSink } from './sink.ts'

const SECRET = 'whsec_AAECAwQFBgcICQoLDA0ODxAREhMUFRYX'

test('from a fact to a signed POST', async (t) => {
  const run = await dispatching('dispatch')
  t.teardown(() => run.close())
  const now = () => world(new Date().toISOString())
  const webhookOf = async (w: ReturnType<typeof world>, url: string, changes = {}) => {
    const secret_ref = await run.vault.put({ account_id: w.account_id, secret: SECRET })
    return w.configured({ url, secret_ref, ...changes })
  }
  const schedule = [0, 300, 50]
  const stop = run.dispatcher({ schedule })

  t.test('a delivery arrives once with a valid signature and is shown as delivered', async (t) => {
    const sink = await openSink()
    t.teardown(() => sink.close())
    const w = now()
    await run.given(
      w.registered(),
      await webhookOf(w, sink.url),
      w.contactCreated(),
      w.received('Oi'),
    )
    const [row] = await run.deliveries(w.connection_id, ([row]) => row?.status === 'delivered')
    t.match(row, { attempts: 1, last_status: 200, last_error: null })
    t.equal(sink.hits.length, 1)
    const [hit] = sink.hits
    t.match(hit?.headers, {
      'content-type': 'application/json',
      'x-event-position': /^\d+$/,
      'x-service-delivery': /^[0-9a-f-]{36}$/,
    })
    const verified = new Webhook(SECRET).verify(
      hit?.body ?? '',
      hit?.headers as Record<string, string>,
    )
    t.match(verified, { type: 'whatsapp.message.received', data: { message: { text: 'Oi' } } })
  })

  t.test(
    'the deliveries of a conversation arrive in order, and a failed one is retried before the next',
    async (t) => {
      const sink = await openSink()
      t.teardown(() => sink.close())
      const w = now()
      let failures = 1
      sink.answer = (_, response) => void response.writeHead(failures-- > 0 ? 500 : 200).end()
      await run.given(
        await webhookOf(w, sink.url),
        ...['1', '2', '3', '4', '5'].map((n) => w.received(n)),
      )
      await run.deliveries(
        w.connection_id,
        (rows) => rows.every((row) => row.status === 'delivered') && rows.length === 5,
      )
      t.same(sink.texts(), ['1', '1', '2', '3', '4', '5'])
      t.same(new Set(sink.hits.map(({ headers }) => headers['webhook-id'])).size, 5)
    },
  )

  t.test(
    'a delivery whose retries are exhausted becomes a dead letter, and the next one is sent',
    async (t) => {
      const sink = await openSink()
      t.teardown(() => sink.close())
      const w = now()
      sink.answer = ({ body }, response) =>
        void response.writeHead(body.includes('poison') ? 503 : 204).end()
      await run.given(await webhookOf(w, sink.url), w.received('poison'), w.received('fine'))
      const [dead, fine] = await run.deliveries(
        w.connection_id,
        ([a, b]) => a?.status === 'dead' && b?.status === 'delivered',
      )
      t.match(dead, { attempts: 3, last_status: 503, last_error: 'answered 503' })
      t.match(fine, { attempts: 1 })
    },
  )

  t.test('a 410 deactivates the webhook, and later deliveries stay pending', async (t) => {
    const sink = await openSink()
    t.teardown(() => sink.close())
    const w = now()
    sink.answer = 410
    await run.given(await webhookOf(w, sink.url), w.received('1'))
    await run.deliveries(w.connection_id, ([row]) => row?.status === 'dead')
    await eventually(() => run.registry.webhook(w.connection_id)?.active === false)
    await run.given(w.received('2'))
    await run.deliveries(w.connection_id, (rows) => rows[1]?.status === 'pending')
    t.same(sink.texts(), ['1'])
  })

  t.test('a pause keeps deliveries pending, and its end sends them in order', async (t) => {
    const sink = await openSink()
    t.teardown(() => sink.close())
    const w = now()
    const configured = await webhookOf(w, sink.url)
    // More than one page of the backlog, with some large bodies among them.
    const texts = Array.from(
      { length: 120 },
      (_, n) => `${n} ${'x'.repeat(n % 9 === 0 ? 60_000 : 9)}`,
    )
    await run.given(configured, w.deactivated())
    await eventually(() => run.registry.webhook(w.connection_id)?.active === false)
    await run.given(...texts.map((text) => w.received(text)))
    await run.deliveries(w.connection_id, (rows) => rows.length === 120)
    t.same(sink.hits, [])
    await run.given({ ...w.configured(), data: configured.data }, w.received('last'))
    await run.deliveries(
      w.connection_id,
      (rows) => rows.length === 121 && rows.every((row) => row.status === 'delivered'),
    )
    t.same(sink.texts(), [...texts, 'last'])
  })

  t.test(
    'a delivery that fails after its webhook was paused and resumed is retried once',
    async (t) => {
      const sink = await openSink()
      t.teardown(() => sink.close())
      const w = now()
      const configured = await webhookOf(w, sink.url)
      let fail = () => {}
      sink.answer = (_, response) => {
        if (sink.hits.length > 1) return void response.writeHead(200).end()
        fail = () => void response.writeHead(500).end()
      }
      await run.given(configured, w.received('1'))
      await eventually(() => sink.hits.length === 1)
      await run.given(w.deactivated())
      await eventually(() => run.registry.webhook(w.connection_id)?.active === false)
      // When a dispatcher renews its leases it visits its queues and empties those of paused webhooks.
      for (const _ of [1, 2]) await run.prolonged()
      await run.given({ ...w.configured(), data: configured.data })
      await eventually(() => run.registry.webhook(w.connection_id)?.active === true)
      fail()
      await run.deliveries(w.connection_id, ([row]) => row?.status === 'delivered')
      await run.given(w.received('2'))
      await run.deliveries(w.connection_id, (rows) => rows[1]?.status === 'delivered')
      t.same(sink.texts(), ['1', '1', '2'])
    },
  )

  t.test('an endpoint that hangs does not delay others', async (t) => {
    const [dead, alive] = [await openSink(), await openSink()]
    t.teardown(() => Promise.all([dead.close(), alive.close()]))
    dead.answer = () => undefined
    const [slow, quick] = [now(), now()]
    await run.given(await webhookOf(slow, dead.url), await webhookOf(quick, alive.url))
    await run.given(...Array.from({ length: 20 }, () => slow.received()), quick.received('Oi'))
    await run.deliveries(quick.connection_id, ([row]) => row?.status === 'delivered')
    const { rows } = await run.pool.query(
      `select count(*)::int as n from deliveries where connection_id = $1 and status = 'delivered'`,
      [slow.connection_id],
    )
    t.same(rows, [{ n: 0 }])
  })

  t.test('without NATS the sweep delivers', async (t) => {
    const sink = await openSink()
    t.teardown(() => sink.close())
    const w = now()
    await run.nats.kill()
    await run.given(await webhookOf(w, sink.url), w.received('1'), w.received('2'))
    await run.deliveries(
      w.connection_id,
      (rows) => rows.length === 2 && rows.every((row) => row.status === 'delivered'),
    )
    await run.nats.restart()
    t.same(sink.texts(), ['1', '2'])
  })

  t.test('rebuilt read models send nothing twice', async (t) => {
    const sink = await openSink()
    t.teardown(() => sink.close())
    const w = now()
    await run.given(await webhookOf(w, sink.url), w.received('1'))
    await run.deliveries(w.connection_id, ([row]) => row?.status === 'delivered')
    await run.rebuild()
    await run.given(w.received('2'))
    await run.deliveries(
      w.connection_id,
      (rows) => rows.length === 2 && rows.every((row) => row.status === 'delivered'),
    )
    t.same(sink.texts(), ['1', '2'])
  })

  t.test(
    'tables with other ordinals of the same deliveries do not keep new ones from being sent',
    async (t) => {
      const sink = await openSink()
      t.teardown(() => sink.close())
      const w = now()
      await run.given(await webhookOf(w, sink.url), w.received('1'), w.received('2'))
      await run.deliveries(
        w.connection_id,
        (rows) => rows.length === 2 && rows.every((row) => row.status === 'delivered'),
      )
      await run.exchange(`update deliveries set ordinal = ordinal - 1;
      update endpoint_queues set last_ordinal = last_ordinal - 1`)
      await run.given(w.received('3'))
      await run.deliveries(w.connection_id, (rows) => rows[2]?.status === 'delivered')
      t.same(sink.texts(), ['1', '2', '3'])
    },
  )

  t.test('a delivery that is too old when a pause ends is skipped', async (t) => {
    const sink = await openSink()
    t.teardown(() => sink.close())
    const week = 7 * 24 * 60 * 60 * 1000
    const w = world(new Date(Date.now() - week).toISOString())
    const paused = await webhookOf(w, sink.url, { active: false })
    await run.given(paused, w.received('old'))
    await run.deliveries(w.connection_id, (rows) => rows.length === 1)
    const data = { ...paused.data, active: true, configured_at: new Date().toISOString() }
    const fresh = { ...w.received('new') }
    fresh.metadata = { ...fresh.metadata, recorded_at: new Date().toISOString() }
    await run.given({ ...w.configured(), data }, fresh)
    const rows = await run.deliveries(
      w.connection_id,
      ([old, next]) => old?.status === 'dead' && next?.status === 'delivered',
    )
    t.match(rows[0], { attempts: 0, last_error: 'paused for too long' })
    t.same(sink.texts(), ['new'])
  })

  t.test('a webhook whose attempts all fail for too long is deactivated', async (t) => {
    const sink = await openSink()
    t.teardown(() => sink.close())
    const w = now()
    sink.answer = 500
    await stop()
    run.dispatcher({ failingMs: 3_000, schedule })
    const messages = Array.from({ length: 50 }, () => w.received())
    await run.given(await webhookOf(w, sink.url), ...messages)
    await eventually(() => run.registry.webhook(w.connection_id)?.active === false)
    await run.deliveries(w.connection_id, (rows) => rows.some((row) => row.status === 'pending'))
  })
})
