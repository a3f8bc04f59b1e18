import { connectNats } from '@recado/infra/nats/connect'
import { deliveryCarrier } from '@recado/projectors/webhooks/dispatcher/carried-delivery'
import { publishFresh } from '@recado/projectors/webhooks/dispatcher/publish'
import { deliveries } from '@recado/projectors/webhooks/projection/delivery-rows'
import { outboundEvents } from '@recado/projectors/webhooks/projection/outbound-rows'
import { connect, type StoredMsg } from 'nats'
import { test } from 'tap'
import { eventually } from '../../../kit/eventually.ts'
import { world } from '../projection/facts.ts'
import { dispatching } from './dispatching.ts'
import { openSink } from './sink.ts'

test('what was just committed', async (t) => {
  const run = await dispatching('fresh')
  t.teardown(() => run.close())
  const worldOf = async (url: string, changes = {}) => {
    const w = world(new Date().toISOString())
    const secret_ref = await run.vault.put({ account_id: w.account_id, secret: 'topsecret' })
    return { ...w, configured: () => w.configured({ url, secret_ref, ...changes }) }
  }
  /** Configures a webhook, and waits until the dispatcher knows it: without a sweep it would leave out deliveries. */
  const configure = async ({ connection_id, configured }: Awaited<ReturnType<typeof worldOf>>) => {
    await run.given(configured())
    await eventually(() => run.registry.webhook(connection_id))
  }
  // A sweep that never comes: only NATS can bring anything.
  run.dispatcher({ sweepMs: 600_000 })
  // Until NATS is connected and the shards are ready, a delivery may be missed.
  const first = await openSink()
  t.teardown(() => first.close())
  const early = await worldOf(first.url)
  await configure(early)
  await eventually(async () => {
    await run.given(early.received('early'))
    return first.hits.length > 0
  })

  t.test('goes out without a sweep', async (t) => {
    const sink = await openSink()
    t.teardown(() => sink.close())
    const w = await worldOf(sink.url)
    await configure(w)
    await run.given(...['1', '2', '3'].map((n) => w.received(n)))
    await eventually(() => sink.hits.length === 3)
    t.same(sink.texts(), ['1', '2', '3'])
  })

  t.test('comes once, however the projector of another release numbers it', async (t) => {
    const sink = await openSink()
    t.teardown(() => sink.close())
    const w = await worldOf(sink.url)
    await configure(w)
    await run.given(w.received('1'))
    await eventually(() => sink.hits.length === 1)
    const { rows } = await run.pool.query(
      `select d.*, e.body from deliveries d join outbound_events e on e.id = d.event_id
        where d.connection_id = $1`,
      [w.connection_id],
    )
    const [{ body, ...row }] = rows
    const nats = connectNats(run.nats.url)
    t.teardown(() => nats.close())
    await eventually(() => nats.current() !== null)
    // Its webhooks are told of more, so their deliveries have higher places.
    const told = { id: row.event_id, body }
    publishFresh(nats, { masterKey: run.masterKey, schema: 'read_next' }).afterCommit({
      ...{ position: 0n, lag_ms: 0 },
      inserted: (table: unknown) =>
        (table === deliveries
          ? [{ ...row, status: 'pending', ordinal: 3 }]
          : table === outboundEvents
            ? [told]
            : []) as never,
    })
    await nats.current()?.flush()
    await run.given(w.received('2'), w.received('3'))
    await eventually(() => sink.hits.length === 3)
    t.same(sink.texts(), ['1', '2', '3'])
  })

  t.test('is kept by the stream, under a subject that names it', async (t) => {
    const sink = await openSink()
    t.teardown(() => sink.close())
    const w = await worldOf(sink.url, { events: ['whatsapp.message.received', 'messages'] })
    await configure(w)
    await run.given(
      w.received('Oi'),
      w.fact(
        'ProviderEventReceived',
        {
          source: 'official',
          event: 'messages',
          payload: { object: 'x' },
          body: null,
          signature: null,
          body_sha256: '',
          received_at: new Date().toISOString(),
        },
        'providerEvent',
      ),
    )
    await eventually(() => sink.hits.length === 2)
    const connection = await connect({ servers: run.nats.url })
    t.teardown(() => connection.close())
    const stream = await connection.jetstream().streams.get('WHATSAPP')
    const ids = `${w.account_id}.${w.connection_id}`
    const kept = (last_by_subj: string) => eventually(() => stream.getMessage({ last_by_subj }))
    const carrier = deliveryCarrier(run.masterKey)
    const bodyOf = ({ subject, header, data }: StoredMsg) => {
      const pending = carrier.read({ subject, headers: header, data })
      return JSON.parse(String(pending?.body))
    }
    const last = await kept(`whatsapp.message.received.${ids}`)
    t.match(bodyOf(last), { type: 'whatsapp.message.received' })
    t.match(last.header.get('Nats-Msg-Id'), /^[0-9a-f-]{36}$/)
    t.same(bodyOf(await kept(`whatsapp.raw.messages.${ids}`)), { object: 'x' })
  })
})
