import type { Journal } from '@recado/infra/event-store/event-store'
import { openPool } from '@recado/infra/postgres/pool'
import { prepareReadModels } from '@recado/projectors/engine/read-model-schema'
import { shardOf } from '@recado/projectors/webhooks/dispatcher/shard'
import { test } from 'tap'
import { eventually } from '../../../kit/eventually.ts'
import { projections } from '../../../kit/projections.ts'
import { world } from '../projection/facts.ts'
import { dispatching } from './dispatching.ts'
import { openSink } from './sink.ts'

test('several dispatchers share the work', async (t) => {
  const run = await dispatching('takeover')
  t.teardown(() => run.close())
  const worldOf = async (url: string) => {
    const w = world(new Date().toISOString())
    const secret_ref = await run.vault.put({ account_id: w.account_id, secret: 'topsecret' })
    return { ...w, configured: () => w.configured({ url, secret_ref }) }
  }
  const owners = async () => {
    const { rows } = await run.pool.query<{ n: number }>(
      `select count(*)::int as n from control.delivery_shards
       where expires_at > now() group by owner order by n`,
    )
    return rows.map(({ n }) => n)
  }
  const holders = async () => {
    const { rows } = await run.pool.query<{ owner: string }>(
      'select distinct owner from control.delivery_shards where expires_at > now()',
    )
    return rows.map(({ owner }) => owner)
  }
  const shardsOf = async (owner: string | undefined) => {
    const { rows } = await run.pool.query<{ shard: number }>(
      'select shard from control.delivery_shards where owner = $1',
      [owner],
    )
    return rows.map(({ shard }) => shard)
  }

  t.test('they share the shards, and nothing is sent twice', async (t) => {
    const sink = await openSink()
    t.teardown(() => sink.close())
    const stops = [run.dispatcher(), run.dispatcher()]
    t.teardown(() => Promise.all(stops.map((stop) => stop())))
    await eventually(async () => (await owners()).join() === '32,32')
    const worlds = await Promise.all(Array.from({ length: 8 }, () => worldOf(sink.url)))
    await run.given(...worlds.map((w) => w.configured()))
    await run.given(...worlds.flatMap((w) => ['1', '2', '3', '4', '5'].map((n) => w.received(n))))
    for (const w of worlds)
      await run.deliveries(
        w.connection_id,
        (rows) => rows.length === 5 && rows.every((row) => row.status === 'delivered'),
      )
    t.equal(sink.hits.length, 40)
    t.equal(new Set(sink.hits.map(({ headers }) => headers['x-service-delivery'])).size, 40)
  })

  t.test(
    'a dispatcher whose read models are still being filled, or are behind, takes no shard from the others',
    async (t) => {
      const sink = await openSink()
      t.teardown(() => sink.close())
      await prepareReadModels(run.databaseUrl, 'read_next', projections, 1)
      const next = openPool(run.databaseUrl, { searchPath: 'read_next' })
      t.teardown(() => next.end())
      const stops = [run.dispatcher({}, run.journal, next), run.dispatcher()]
      t.teardown(() => Promise.all(stops.map((stop) => stop())))
      const worlds = await Promise.all(Array.from({ length: 16 }, () => worldOf(sink.url)))
      await run.given(...worlds.flatMap((w) => [w.configured(), w.received('1')]))
      for (const w of worlds)
        await run.deliveries(w.connection_id, ([row]) => row?.status === 'delivered')
      t.same(await owners(), [64])
      await next.query('update checkpoint set filled_at = now()')
      const later = await Promise.all([worldOf(sink.url), worldOf(sink.url)])
      await run.given(...later.flatMap((w) => [w.configured(), w.received('1')]))
      for (const w of later)
        await run.deliveries(w.connection_id, ([row]) => row?.status === 'delivered')
      // Several renewals, after which it would have taken shards.
      for (let n = 0; n < 10; n++) await run.prolonged()
      t.same(await owners(), [64], 'its read models were filled once, but are behind')
      const { rows } = await run.pool.query('select position from checkpoint')
      await next.query('update checkpoint set position = $1', [rows[0].position])
      await eventually(async () => (await owners()).join() === '32,32')
    },
  )

  t.test('a shard with unrecorded outcomes is not given away', async (t) => {
    const sink = await openSink()
    t.teardown(() => sink.close())
    let append = () => {}
    const appends = new Promise<void>((resolve) => {
      append = resolve
    })
    const held: Journal = {
      ...run.journal,
      record: (stream, facts) => appends.then(() => run.journal.record(stream, facts)),
    }
    const stops = [run.dispatcher({}, held)]
    t.teardown(() => Promise.all(stops.map((stop) => stop())))
    await eventually(async () => (await owners()).join() === '64')
    const [first] = await holders()
    const worlds = await Promise.all(Array.from({ length: 12 }, () => worldOf(sink.url)))
    await run.given(...worlds.flatMap((w) => [w.configured(), w.received('1')]))
    await eventually(() => sink.hits.length === 12)
    stops.push(run.dispatcher())
    const busy = new Set(worlds.map((w) => shardOf(w.connection_id)))
    await eventually(async () => {
      const [least = 0, most] = await owners()
      return most !== undefined && least >= 32 - busy.size
    })
    const kept = await shardsOf(first)
    t.same(
      [...busy].filter((shard) => !kept.includes(shard)),
      [],
      'shards with unrecorded outcomes stay with their dispatcher',
    )
    append()
    await eventually(async () => (await owners()).join() === '32,32')
    for (const w of worlds)
      await run.deliveries(w.connection_id, ([row]) => row?.status === 'delivered')
    t.equal(sink.hits.length, 12)
  })

  t.test(
    'a dispatcher that stops hands over its shards, and the other continues where it stopped',
    async (t) => {
      const sink = await openSink()
      t.teardown(() => sink.close())
      const w = await worldOf(sink.url)
      const first = run.dispatcher()
      await eventually(async () => (await owners()).join() === '64')
      await run.given(w.configured(), w.received('1'))
      await run.deliveries(w.connection_id, ([row]) => row?.status === 'delivered')
      const second = run.dispatcher()
      t.teardown(() => second())
      await first()
      await run.given(w.received('2'))
      await run.deliveries(w.connection_id, (rows) => rows[1]?.status === 'delivered')
      t.same(sink.texts(), ['1', '2'])
    },
  )

  t.test('the shards of a killed dispatcher are taken over when its lease ends', async (t) => {
    const sink = await openSink()
    t.teardown(() => sink.close())
    const w = await worldOf(sink.url)
    const kill = run.dispatcherProcess(30_000, { timeoutMs: 10_000 })
    t.teardown(kill)
    await run.given(w.configured(), w.received('1'))
    await run.deliveries(w.connection_id, ([row]) => row?.status === 'delivered')
    // The second POST is answered, but the process dies before it can record that.
    sink.answer = (_, response) => void kill().then(() => response.writeHead(200).end())
    await run.given(w.received('2'), w.received('3'))
    await eventually(() => sink.hits.length === 2)
    sink.answer = 200
    t.teardown(run.dispatcher())
    await run.deliveries(
      w.connection_id,
      (rows) => rows.length === 3 && rows.every((row) => row.status === 'delivered'),
    )
    t.same(sink.texts(), ['1', '2', '2', '3'], 'only the delivery in flight arrives twice')
    const ids = sink.hits.map(({ headers }) => headers['webhook-id'])
    t.equal(ids[1], ids[2], 'with the same id')
  })

  t.test(
    'an outcome known while the log is away is recorded later, and nothing is sent twice',
    async (t) => {
      const sink = await openSink()
      t.teardown(() => sink.close())
      t.teardown(run.dispatcher())
      const w = await worldOf(sink.url)
      await run.given(w.configured(), w.received('1'))
      await run.deliveries(w.connection_id, ([row]) => row?.status === 'delivered')
      let answer = () => {}
      sink.answer = (_, response) => {
        answer = () => void response.writeHead(200).end()
      }
      await run.given(w.received('2'))
      await eventually(() => sink.hits.length === 2)
      await run.server.kill()
      answer()
      sink.answer = 200
      await run.server.restart()
      await run.deliveries(w.connection_id, (rows) => rows[1]?.status === 'delivered')
      t.same(sink.texts(), ['1', '2'])
    },
  )
})
