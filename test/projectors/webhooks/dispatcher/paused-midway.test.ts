import { randomUUID } from 'node:crypto'
import { test } from 'tap'
import { eventually } from '../../../kit/eventually.ts'
import { world } from '../projection/facts.ts'
import { dispatching } from './dispatching.ts'
import { openSink } from './sink.ts'

test('a delivery that fails after its webhook was paused and resumed during the attempt is retried once', async (t) => {
  const run = await dispatching('paused_midway')
  t.teardown(() => run.close())
  const sink = await openSink()
  t.teardown(() => sink.close())
  // Sweeps read the backlog several times before the second attempt is due.
  run.dispatcher({ schedule: [0, 2_000, 2_000], sweepMs: 50 })
  const w = world(new Date().toISOString())
  const elsewhere = w.received('quick')
  const quick = { ...elsewhere, data: { ...elsewhere.data, conversation_id: randomUUID() } }
  const fail = new Map<string, () => void>()
  sink.answer = ({ body }, response) => {
    const text = JSON.parse(body).data.message.text
    if (fail.has(text) || text === 'last') response.writeHead(200).end()
    else fail.set(text, () => response.writeHead(500).end())
  }
  const secret_ref = await run.vault.put({
    account_id: w.account_id,
    secret: 'whsec_AAECAwQFBgcICQoLDA0ODxAREhMUFRYX',
  })
  const configured = w.configured({ url: sink.url, secret_ref })
  await run.given(configured, w.received('slow'), quick)
  await eventually(() => fail.size === 2)
  const isActive = (active: boolean) =>
    eventually(() => run.registry.webhook(w.connection_id)?.active === active)

  await run.given(w.deactivated())
  await isActive(false)
  fail.get('quick')?.()
  await run.deliveries(w.connection_id, (rows) => rows.some(({ attempts }) => attempts === 1))
  await run.given({ ...w.configured(), data: configured.data })
  await isActive(true)
  fail.get('slow')?.()
  await run.deliveries(w.connection_id, (rows) =>
    rows.every(({ status, attempts }) => status === 'delivered' && attempts === 2),
  )
  await run.given(w.received('last'))
  await run.deliveries(w.connection_id, (rows) => rows[2]?.status === 'delivered')
  t.same(sink.texts().sort(), ['last', 'quick', 'quick', 'slow', 'slow'])
})
