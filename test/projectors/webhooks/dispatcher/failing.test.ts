import { randomUUID } from 'node:crypto'
import { test } from 'tap'
import { eventually } from '../../../kit/eventually.ts'
import { world } from '../projection/facts.ts'
import { dispatching } from './dispatching.ts'
import { openSink } from './sink.ts'

const LONG_AGO = '2026-01-01T09:00:00.000Z'

test('an endpoint whose last attempt failed long ago is tried again before its webhook is deactivated', async (t) => {
  const run = await dispatching('failing')
  t.teardown(() => run.close())
  const sink = await openSink()
  t.teardown(() => sink.close())
  const w = world(LONG_AGO)
  const secret_ref = await run.vault.put({ account_id: w.account_id, secret: 'topsecret' })
  await run.given(w.configured({ url: sink.url, secret_ref }), w.received('1'))
  const [first] = await run.deliveries(w.connection_id, (rows) => rows.length === 1)
  const of = { delivery_id: first?.id, event_id: randomUUID() }
  await run.given(
    w.fact('DeliveryAttempted', {
      ...of,
      ...{ sequence: 1, attempt: 1, outcome: 'failed', http_status: 500, error: 'answered 500' },
      ...{ took_ms: 3, target_url: sink.url, next_at: null, answer_excerpt: '' },
      attempted_at: LONG_AGO,
    }),
    w.fact('DeliveryGivenUp', { ...of, reason: 'exhausted', given_up_at: LONG_AGO }),
    w.received('2'),
  )
  await run.deliveries(w.connection_id, ([one, two]) => one?.status === 'dead' && two !== undefined)
  run.dispatcher()
  await run.deliveries(w.connection_id, (rows) => rows[1]?.status === 'delivered')
  t.same(sink.texts(), ['2'])

  sink.answer = 500
  const failed = { ...w.received('3') }
  await run.given(failed)
  await run.deliveries(w.connection_id, (rows) => rows[2]?.status === 'dead')
  t.equal(run.registry.webhook(w.connection_id)?.active, true, 'a success resets the count')
  await eventually(() => sink.texts().filter((text) => text === '3').length === 3)
})

test("an unreachable vault costs a delivery no attempt, and a waiting delivery goes to the webhook's newest address", async (t) => {
  const run = await dispatching('silent_vault')
  t.teardown(() => run.close())
  const [before, moved] = [await openSink(), await openSink()]
  t.teardown(() => Promise.all([before.close(), moved.close()]))
  const w = world(new Date().toISOString())
  const secret_ref = await run.vault.put({ account_id: w.account_id, secret: 'topsecret' })
  let asked = 0
  let get: typeof run.vault.get = async () => {
    throw new Error('connect ECONNREFUSED 10.0.0.9:5432')
  }
  run.dispatcher({}, run.journal, run.pool, {
    get(...of) {
      asked += 1
      return get(...of)
    },
  })
  await run.given(w.configured({ url: before.url, secret_ref }), w.received('1'))
  await eventually(() => asked > 3)
  const [waiting] = await run.deliveries(w.connection_id, (rows) => rows.length === 1)
  t.match(waiting, { status: 'pending', attempts: 0, last_error: null })

  let answer = () => {}
  const silence = new Promise<void>((resolve) => {
    answer = resolve
  })
  get = (...of) => silence.then(() => run.vault.get(...of))
  const askedBefore = asked
  await eventually(() => asked > askedBefore)
  await run.given(w.configured({ url: moved.url, secret_ref }))
  await eventually(() => run.registry.webhook(w.connection_id)?.url === moved.url)
  answer()
  const [row] = await run.deliveries(w.connection_id, ([row]) => row?.status === 'delivered')
  t.match(row, { attempts: 1, last_status: 200 })
  t.same([before.texts(), moved.texts()], [[], ['1']])
})
