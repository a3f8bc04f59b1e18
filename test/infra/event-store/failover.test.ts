import type { EventStore } from '@recado/infra/event-store/event-store'
import { connectEventStore } from '@recado/infra/event-store/eventstoredb'
import { after, type Test, test } from 'tap'
import { eventually } from '../../kit/eventually.ts'
import { startCluster } from '../../kit/store-cluster.ts'
import { following, idsIn, newStream, noted } from './log-under-test.ts'

const cluster = await startCluster('failover', 7)
after(() => cluster.stop())

// A call gives up after five to six seconds, so a fault may delay a call for no longer than that.
test('when the leader is killed no call fails, and each append is stored once', async (t) => {
  const load = await underLoad(t)
  const leader = await cluster.leader()
  await cluster.kill(leader)
  await load.goesOn()
  await cluster.restart(leader)
  await load.agrees()
})

test('when the leader is frozen with its connections open no call fails, and each append is stored once', async (t) => {
  const load = await underLoad(t)
  const leader = await cluster.leader()
  cluster.freeze(leader)
  await load.goesOn()
  cluster.wake(leader)
  t.equal(await cluster.exit(leader), 1)
  await cluster.restart(leader)
  await load.agrees()
})

test('a frozen follower makes no call fail', async (t) => {
  const load = await underLoad(t)
  const leader = await cluster.leader()
  const follower = cluster.ports.find((port) => port !== leader) ?? 0
  cluster.freeze(follower)
  await load.goesOn()
  cluster.wake(follower)
  await load.agrees()
})

test('a read after an append never returns the older state of a follower', async (t) => {
  const store = connected(t)
  for (let i = 0; i < 50; i++) {
    const stream = newStream()
    const event = noted(i)
    await store.append(stream, 'no_stream', [event])
    t.same(await idsIn(store, stream), [event.id])
  }
})

function connected(t: Test): EventStore {
  const { store } = connectEventStore(cluster.url)
  t.teardown(() => store.close())
  return store
}

/** Four writers that read their own stream before every append, and a subscription that sees all events. */
async function underLoad(t: Test) {
  const store = connected(t)
  const written = new Map<string, string[]>()
  const seen: string[] = []
  const failures: unknown[] = []
  let slowest = 0
  let stopping = false
  following(t, store, { from: 'end', filter: { streamPrefixes: ['message-'] } }, (item) => {
    if (item.kind === 'event') seen.push(item.event.id)
  })
  const write = async (stream: string, ids: string[]) => {
    while (!stopping) {
      const event = noted(ids.length)
      const since = performance.now()
      const last = await store.readLast(stream)
      await store.append(stream, last === null ? 'no_stream' : last.revision, [event])
      slowest = Math.max(slowest, performance.now() - since)
      ids.push(event.id)
    }
  }
  const streams = Array.from({ length: 4 }, () => newStream())
  for (const stream of streams) written.set(stream, [])
  const count = () => [...written.values()].reduce((sum, ids) => sum + ids.length, 0)
  const writers = [...written].map(([stream, ids]) =>
    write(stream, ids).catch((error: unknown) => failures.push(error)),
  )
  const more = (by: number) => {
    const enough = count() + by
    return eventually(() => failures.length > 0 || count() >= enough)
  }
  await more(40)
  return {
    /** Waits until every call that was in flight at the fault has ended. */
    async goesOn() {
      await more(200)
      t.same(failures, [], 'no call failed')
    },
    async agrees() {
      stopping = true
      await Promise.all(writers)
      t.same(failures, [])
      for (const [stream, ids] of written) t.same(await idsIn(store, stream), ids)
      const all = [...written.values()].flat()
      await eventually(() => all.every((id) => seen.includes(id)))
      t.comment(`${all.length} appends, the slowest took ${Math.round(slowest)} ms`)
    },
  }
}
