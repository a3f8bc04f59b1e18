import {
  type AppendExpectedRevision,
  END,
  type EventData,
  type EventStoreDBClient,
} from '@eventstore/db-client'
import { type Test, test } from 'tap'
import { eventually } from '../kit/eventually.ts'
import { startCluster } from '../kit/store-cluster.ts'
import {
  all,
  appendBy,
  clientOf,
  events,
  failureOf,
  idsIn,
  newStream,
  WAYS,
  type Way,
} from './store-under-test.ts'

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

  await t.test(
    'a follower hands writes to the leader, unless they ask for the leader',
    async (t) => {
      const roles = rolesFor(t)
      // A call is repeated if another node leads meanwhile.
      const byFollower = <T>(call: (here: EventStoreDBClient) => Promise<T>) =>
        eventually(async () => call((await roles()).here))
      for (const way of Object.keys(WAYS) as Way[]) {
        const stream = newStream()
        const [first, second] = [events(2), events(1)]
        const write = (batch: EventData[], expectedRevision: AppendExpectedRevision) =>
          byFollower((here) =>
            here.appendToStream(stream, batch, { expectedRevision, ...WAYS[way] }),
          )
        const { nextExpectedRevision, position } = await write(first, 'no_stream')
        t.equal(nextExpectedRevision, 1n, way)
        t.ok(position, 'its position is known')
        t.equal((await write(second, 1n)).nextExpectedRevision, 2n, way)
        const refused = await byFollower((here) =>
          appendBy(here, way)(stream, events(1), 7n).then(
            (outcome) => 'error' in outcome && outcome,
          ),
        )
        t.match(refused, { error: 'wrong-expected-version', current: 2n }, way)
        const { there } = await roles()
        t.same(
          await idsIn(there, stream),
          [...first, ...second].map(({ id }) => id),
          way,
        )
      }
    },
  )

  await t.test(
    'a follower hands the end of a stream, and its metadata, to the leader',
    async (t) => {
      const roles = rolesFor(t)
      const byFollower = <T>(call: (here: EventStoreDBClient) => Promise<T>) =>
        eventually(async () => call((await roles()).here))
      const [kept, ended] = [newStream(), newStream()]
      for (const stream of [kept, ended])
        await byFollower((here) => here.appendToStream(stream, events(2)))
      await byFollower((here) => here.setStreamMetadata(kept, { maxCount: 1 }))
      const refused = byFollower((here) =>
        failureOf(here.deleteStream(kept, { expectedRevision: 7n })),
      )
      t.match(await refused, { type: 'wrong-expected-version', actualVersion: 1n })
      t.equal((await idsIn((await roles()).there, kept)).length, 1)
      t.ok((await byFollower((here) => here.deleteStream(kept))).position)
      t.ok((await byFollower((here) => here.tombstoneStream(ended))).position)
      const { there } = await roles()
      t.match(await failureOf(all(there.readStream(kept))), { type: 'stream-not-found' })
      t.match(await failureOf(all(there.readStream(ended))), { type: 'stream-deleted' })
      const gone = byFollower((here) => failureOf(here.appendToStream(ended, events(1))))
      t.match(await gone, { type: 'stream-deleted' })
    },
  )

  await t.test('a follower refuses writes that ask for the leader, with its address', async (t) => {
    const options = { requiresLeader: true } as const
    const login = WAYS['plain append']
    const calls: ((here: EventStoreDBClient) => Promise<unknown>)[] = [
      (here) => here.appendToStream(newStream(), events(1), options),
      (here) => here.appendToStream(newStream(), events(1), { ...options, ...login }),
      (here) => here.setStreamMetadata(newStream(), { maxCount: 1 }, options),
      (here) => here.deleteStream(newStream(), options),
      (here) => here.tombstoneStream(newStream(), options),
    ]
    for (const call of calls)
      await eventually(async () => {
        // Refused once, a client turns to the leader for all later calls.
        const { leader, here } = await rolesFor(t)()
        return isRedirection(await failureOf(call(here)), leader)
      })
    t.pass('each refusal names the leader')
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
