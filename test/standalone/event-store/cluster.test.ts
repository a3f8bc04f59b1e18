import { END } from '@eventstore/db-client'
import { type Test, test } from 'tap'
import { eventually } from '../../kit/eventually.ts'
import { startCluster } from '../../kit/store-cluster.ts'
import { all, clientOf, events, failureOf, idsIn, newStream } from './store-under-test.ts'

const cluster = await startCluster('cluster')
test('a cluster of embedded stores behaves like one of EventStoreDB', async (t) => {
  t.teardown(() => cluster.stop())

  await t.test('gossip leads a client to the node that accepts writes', async (t) => {
    const client = clientOf(t, cluster.url)
    const stream = newStream()
    const written = events(2)
    await client.appendToStream(stream, written, { requiresLeader: true })
    t.same(
      (await all(client.readStream(stream, { requiresLeader: true }))).map(
        ({ event }) => event?.id,
      ),
      written.map(({ id }) => id),
    )
  })

  await t.test('a follower lags, and redirects calls that require the leader', async (t) => {
    const leader = await cluster.leader()
    const [follower] = cluster.ports.filter((port) => port !== leader)
    const there = clientOf(t, `esdb://127.0.0.1:${leader}?tls=false`)
    const here = clientOf(t, `esdb://127.0.0.1:${follower}?tls=false`)
    await eventually(async () => {
      const stream = newStream()
      await there.appendToStream(stream, events(1))
      return failureOf(all(here.readStream(stream)))
    })
    const stream = newStream()
    await there.appendToStream(stream, events(1))
    await eventually(async () => (await idsIn(here, stream)).length === 1)
    const refused = await failureOf(all(here.readStream(stream, { requiresLeader: true })))
    t.match(refused, { type: 'not-leader', leader: { address: '127.0.0.1', port: leader } })
  })

  await t.test('subscriptions to a follower deliver what the leader writes', async (t) => {
    const leader = await cluster.leader()
    const [follower] = cluster.ports.filter((port) => port !== leader)
    const here = clientOf(t, `esdb://127.0.0.1:${follower}?tls=false`)
    const there = clientOf(t, `esdb://127.0.0.1:${leader}?tls=false`)
    const subscription = here.subscribeToAll({ fromPosition: END })
    const seen: string[] = []
    subscription.on('data', ({ event }) => seen.push(event?.id ?? ''))
    subscription.on('error', () => undefined)
    t.teardown(() => subscription.unsubscribe())
    const written = events(3)
    await eventually(async () => {
      await there.appendToStream(newStream(), written[0] ?? [])
      return seen.length > 0
    })
  })

  await t.test(
    'when the leader is killed another node leads, with every acknowledged event',
    async (t) => {
      await succession(t, async (leader) => {
        await cluster.kill(leader)
        return () => cluster.restart(leader)
      })
    },
  )

  await t.test(
    'when the leader is frozen another node leads, and the old leader exits when it wakes',
    async (t) => {
      await succession(t, async (leader) => {
        cluster.freeze(leader)
        return async () => {
          cluster.wake(leader)
          t.equal(await cluster.exit(leader), 1)
          await cluster.restart(leader)
        }
      })
    },
  )
})

async function succession(t: Test, fault: (leader: number) => Promise<() => Promise<void>>) {
  const before = await cluster.leader()
  const client = clientOf(t, `esdb://127.0.0.1:${before}?tls=false`)
  const stream = newStream()
  const written = events(2)
  await client.appendToStream(stream, written)
  const mend = await fault(before)
  const after = await eventually(async () => {
    const now = await cluster.leader()
    return now !== before && now
  })
  const next = clientOf(t, `esdb://127.0.0.1:${after}?tls=false`)
  await eventually(() => next.appendToStream(stream, events(1), { expectedRevision: 1n }))
  t.same(
    (await idsIn(next, stream)).slice(0, 2),
    written.map(({ id }) => id),
  )
  await mend()
}
