import { test } from 'tap'
import { world } from '../projection/facts.ts'
import { dispatching } from './dispatching.ts'
import { openSink } from './sink.ts'

test('a delivery that failed three times lets later ones pass and is retried when due', async (t) => {
  const run = await dispatching('late')
  t.teardown(() => run.close())
  const sink = await openSink()
  t.teardown(() => sink.close())
  const w = world(new Date().toISOString())
  const secret_ref = await run.vault.put({ account_id: w.account_id, secret: 'topsecret' })
  let failures = 5
  sink.answer = ({ body }, response) =>
    void response.writeHead(body.includes('slow') && failures-- > 0 ? 500 : 200).end()
  await run.given(
    w.configured({ url: sink.url, secret_ref }),
    w.received('slow'),
    w.received('quick'),
  )
  await run.deliveries(w.connection_id, (rows) => rows.length === 2)
  // The sweep is quick and outcomes are recorded slowly: a delivery attempted just now still looks due in Postgres.
  run.dispatcher({ schedule: [0, 20, 20, 20, 20, 20], sweepMs: 10, restMs: 1 })
  const rows = await run.deliveries(
    w.connection_id,
    (rows) => rows.length === 2 && rows.every((row) => row.status === 'delivered'),
  )
  t.match(rows, [{ attempts: 6 }, { attempts: 1 }])
  t.same(sink.texts(), ['slow', 'slow', 'slow', 'quick', 'slow', 'slow', 'slow'])
})
