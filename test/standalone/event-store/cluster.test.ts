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
    const roles = rolesFor(t)
    const stream = newStream()
    await eventually(async () => {
      const { there, here } = await roles()
      const fresh = newStream()
      await there.appendToStream(fresh, events(1))
      return failureOf(all(here.readStream(fresh)))
    })
    const written = events(1)
    await eventually(async () => (await roles()).there.appendToStream(stream, written))
    await eventually(async () => (await idsIn((await roles()).here, stream)).length > 0)
    await eventually(async () => {
      const { leader, here } = await roles()
      const refused = await failureOf(all(here.readStream(stream, { requiresLeader: true })))
      return isRedirection(refused, leader)
    })
    t.pass('the refusal names the leader')
  })

  await t.test('subscriptions to a follower deliver what the leader writes', async (t) => {
    const roles = rolesFor(t)
    const { here } = await roles()
    const subscription = here.subscribeToAll({ fromPosition: END })
    const seen: string[] = []
    subscription.on('data', ({ event }) => seen.push(event?.id ?? ''))
    subscription.on('error', () => undefined)
    t.teardown(() => subscription.unsubscribe())
    const written = events(3)
    await eventually(async () => {
      await (await roles()).there.appendToStream(newStream(), written[0] ?? [])
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

/** Clients of the leader and of a follower as they are now: on a busy machine another node may lead at any time. */
function rolesFor(t: Test) {
  const clients = new Map<number, ReturnType<typeof clientOf>>()
  const at = (port: number) => {
    const client = clients.get(port) ?? clientOf(t, `esdb://127.0.0.1:${port}?tls=false`)
    clients.set(port, client)
    return client
  }
  return async () => {
    const leader = await cluster.leader()
    const follower = cluster.ports.find((port) => port !== leader) ?? 0
    return { leader, there: at(leader), here: at(follower) }
  }
}

/** Whether a follower's refusal leads to the leader. */
function isRedirection(refused: Error, port: number): boolean {
  const { type, leader } = refused as { type?: string; leader?: { address: string; port: number } }
  return type === 'not-leader' && leader?.address === '127.0.0.1' && leader.port === port
}

async function succession(t: Test, fault: (leader: number) => Promise<() => Promise<void>>) {
  const roles = rolesFor(t)
  const stream = newStream()
  const written = events(2)
  const before = await eventually(async () => {
    const { leader, there } = await roles()
    await there.appendToStream(stream, written, { expectedRevision: 'no_stream' })
    return leader
  })
  const mend = await fault(before)
  const more = events(1)
  const next = await eventually(async () => {
    const { leader, there } = await roles()
    if (leader === before) return undefined
    await there.appendToStream(stream, more, { expectedRevision: 1n })
    return there
  })
  t.same(
    (await idsIn(next, stream)).slice(0, 2),
    written.map(({ id }) => id),
  )
  await mend()
}
