import type { Held, ShardLeases } from '@recado/projectors/webhooks/dispatcher/shard-leases'
import { shardOwnership } from '@recado/projectors/webhooks/dispatcher/shard-ownership'
import { test } from 'tap'

/** Leases in place of those of Postgres: they are what the test decides. */
function granting(held: () => Omit<Held, 'until'>, ttlMs = 60_000) {
  const released: number[] = []
  const leases: ShardLeases = {
    renew: async () => ({ ...held(), until: performance.now() + ttlMs }),
    release: async (shards) => void released.push(...shards),
    leave: async () => undefined,
  }
  return { leases, released }
}

const lease = (shard: number, fencing_token = 1) => ({ shard, fencing_token })

test('a shard waits until the read models have observed the newest fact', async (t) => {
  const { leases } = granting(() => ({ leases: [lease(3)], surplus: 0 }))
  const shards = shardOwnership(
    leases,
    async () => 500n,
    () => undefined,
  )
  await shards.renew()
  t.equal(shards.usable(3, 0), undefined)
  shards.observed(499n)
  t.equal(shards.waiting(), true)
  shards.observed(500n)
  t.same(shards.usable(3, 0), lease(3))
  t.equal(shards.usable(4, 0), undefined)
})

test('while the read models are rebuilt nothing is usable', async (t) => {
  const { leases } = granting(() => ({ leases: [lease(3)], surplus: 0 }))
  const shards = shardOwnership(
    leases,
    async () => 500n,
    () => undefined,
  )
  await shards.renew()
  shards.observed(900n)
  shards.observed(600n)
  t.equal(shards.usable(3, 0), undefined)
  shards.observed(900n)
  t.same(shards.usable(3, 0), lease(3))
})

test('an attempt that could outlive its lease does not start', async (t) => {
  const { leases } = granting(() => ({ leases: [lease(3)], surplus: 0 }), 10_000)
  const shards = shardOwnership(
    leases,
    async () => null,
    () => undefined,
  )
  await shards.renew()
  shards.observed(0n)
  t.ok(shards.usable(3, 5_000))
  t.equal(shards.usable(3, 10_001), undefined)
})

test('a shard that was lost, or came back with another fencing token, is forgotten', async (t) => {
  let granted = [lease(1), lease(2)]
  const lost: number[] = []
  const { leases } = granting(() => ({ leases: granted, surplus: 0 }))
  const shards = shardOwnership(
    leases,
    async () => 7n,
    (shard) => lost.push(shard),
  )
  await shards.renew()
  shards.observed(7n)
  granted = [lease(2, 5)]
  await shards.renew()
  t.same(lost, [1, 2])
  t.equal(
    shards.usable(2, 0),
    undefined,
    'the read models must first show what the other owner did',
  )
  shards.observed(7n)
  t.same(shards.usable(2, 0), lease(2, 5))
})

test('a shard beyond the fair share is given back once it has nothing in flight', async (t) => {
  const { leases, released } = granting(() => ({ leases: [lease(1), lease(2)], surplus: 1 }))
  const shards = shardOwnership(
    leases,
    async () => null,
    () => undefined,
  )
  await shards.renew()
  shards.observed(0n)
  await shards.releaseSurplus(() => false)
  t.same(released, [])
  t.equal(shards.usable(1, 0), undefined, 'no new attempt starts there')
  t.same(shards.usable(2, 0), lease(2))
  await shards.releaseSurplus(() => true)
  t.same(released, [1])
})

test('a shard that may be kept after all has to catch up before it is used', async (t) => {
  let surplus = 1
  const { leases, released } = granting(() => ({ leases: [lease(1), lease(2)], surplus }))
  const shards = shardOwnership(
    leases,
    async () => 7n,
    () => undefined,
  )
  await shards.renew()
  shards.observed(7n)
  await shards.releaseSurplus(() => false)
  surplus = 0
  await shards.renew()
  await shards.releaseSurplus(() => false)
  t.equal(shards.usable(1, 0), undefined)
  t.equal(shards.waiting(), true)
  shards.observed(7n)
  t.same(shards.usable(1, 0), lease(1))
  t.same(released, [])
})

test('a surplus shard that is still catching up is given back without becoming usable', async (t) => {
  const { leases, released } = granting(() => ({ leases: [lease(1)], surplus: 1 }))
  const lost: number[] = []
  const shards = shardOwnership(
    leases,
    async () => 7n,
    (shard) => lost.push(shard),
  )
  await shards.renew()
  await shards.releaseSurplus(() => true)
  t.same(released, [1])
  t.same(lost, [1])
  t.same(shards.all(), [])
})
