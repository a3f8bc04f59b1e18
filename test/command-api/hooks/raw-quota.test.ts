import type { BytesOfDay, RawBytes } from '@recado/command-api/hooks/raw-bytes'
import { type RawQuotaOptions, rawQuota } from '@recado/command-api/hooks/raw-quota'
import fc from 'fast-check'
import { test } from 'tap'

const NOON = new Date('2026-01-31T12:00:00.000Z')
const of = (bytes: Readonly<Record<string, number>>) => new Map(Object.entries(bytes))

/** What Postgres keeps, in memory. */
function kept() {
  const rows = new Map<string, BytesOfDay>()
  let isAway = false
  const statements: (readonly BytesOfDay[])[] = []
  const store: RawBytes = {
    async add(brought) {
      statements.push(brought)
      if (isAway) throw new Error('Postgres is away')
      return brought.map(({ day, owner, bytes }) => {
        const key = `${day} ${owner}`
        const row = { day, owner, bytes: (rows.get(key)?.bytes ?? 0) + bytes }
        rows.set(key, row)
        return row
      })
    },
  }
  return {
    ...{ store, statements },
    setAway: (now: boolean) => {
      isAway = now
    },
    of: (owner: string, day = '2026-01-31') => rows.get(`${day} ${owner}`)?.bytes ?? 0,
  }
}

function quotaOf(perDay: number, others: Partial<RawQuotaOptions> = {}) {
  const everyMs = 3_600_000
  return rawQuota({ perDay, store: kept().store, now: () => NOON, everyMs, ...others })
}

test('an account brings what it likes until its quota is reached, and no other is refused for it', (t) => {
  const quota = quotaOf(100)
  t.same(quota.take(of({ a: 99 })).refused, new Set())
  t.same(quota.take(of({ a: 50, b: 1 })).refused, new Set(), 'a POST is taken whole or not at all')
  const { refused, isWhole } = quota.take(of({ a: 1 }))
  t.same([refused, isWhole], [new Set(['a']), true])
  const mixed = quota.take(of({ a: 10, b: 10 }))
  t.same([mixed.refused, mixed.isWhole], [new Set(['a']), false])
  t.equal(quota.countNear(), 1)
  t.equal(quota.secondsToRenewal(), 12 * 3_600)
  t.end()
})

test('what is kept of a refused account for the sake of others ends at a second quota', (t) => {
  const quota = quotaOf(100)
  quota.take(of({ a: 100 }))
  t.match(quota.take(of({ a: 100, b: 1 })), { refused: new Set(['a']), isWhole: false })
  t.match(quota.take(of({ a: 1, b: 1 })), { refused: new Set(['a']), isWhole: true })
  t.equal(quota.take(of({ b: 1 })).refused.size, 0)
  t.end()
})

test('what added nothing to the log is given back, once', (t) => {
  const quota = quotaOf(100)
  const taken = quota.take(of({ a: 100 }))
  taken.giveBack()
  taken.giveBack()
  quota.take(of({ a: 90 }))
  t.same(quota.take(of({ a: 10 })).refused, new Set())
  t.same(quota.take(of({ a: 1 })).refused, new Set(['a']))
  t.end()
})

test('without a quota nobody is refused, and all is counted', async (t) => {
  const { store, of: bytesOf } = kept()
  const quota = quotaOf(0, { store })
  for (let n = 0; n < 3; n++) t.equal(quota.take(of({ a: 1e12 })).refused.size, 0)
  t.equal(quota.countNear(), 0)
  await quota.flush()
  t.equal(bytesOf('a'), 3e12)
})

test('the next day begins anew, and what is unwritten counts for its own day', async (t) => {
  const { store, of: bytesOf } = kept()
  let now = new Date('2026-01-31T23:59:59.500Z')
  const quota = quotaOf(100, { store, now: () => now })
  quota.take(of({ a: 100 }))
  t.equal(quota.secondsToRenewal(), 1)
  now = new Date('2026-02-01T00:00:00.000Z')
  t.equal(quota.take(of({ a: 30 })).refused.size, 0)
  t.equal(quota.countNear(), 0)
  await quota.flush()
  t.same([bytesOf('a'), bytesOf('a', '2026-02-01')], [100, 30])
})

test('processes share what they have counted, with one statement for all that was gathered', async (t) => {
  const { store, statements } = kept()
  const [one, two] = [quotaOf(100, { store }), quotaOf(100, { store })]
  for (let n = 0; n < 50; n++) one.take(of({ a: 1, b: 1 }))
  two.take(of({ a: 50 }))
  await one.flush()
  t.equal(two.take(of({ a: 1 })).refused.size, 0, 'it has not heard of the other yet')
  await two.flush()
  t.same(two.take(of({ a: 1 })).refused, new Set(['a']))
  t.equal(statements.length, 2)
  await one.flush()
  t.equal(statements.length, 2, 'nothing is written when nothing was brought')
})

test('a process that refuses an account hears when another one has given back what it counted', async (t) => {
  const { store, statements } = kept()
  const [one, two] = [quotaOf(100, { store }), quotaOf(100, { store })]
  const { giveBack } = one.take(of({ a: 99 }))
  two.take(of({ a: 1 }))
  await one.flush()
  await two.flush()
  t.same(two.take(of({ a: 1 })).refused, new Set(['a']))
  giveBack()
  await one.flush()
  await two.flush()
  t.equal(two.take(of({ a: 1 })).refused.size, 0)
  await two.flush()
  const asked = statements.length
  await two.flush()
  t.equal(statements.length, asked, 'it asks only because it has refused')
})

test('while Postgres is away a process counts alone, and tells it afterwards', async (t) => {
  const postgres = kept()
  let failures = 0
  const onFailure = () => {
    failures += 1
  }
  const quota = quotaOf(100, { store: postgres.store, onFailure })
  postgres.setAway(true)
  quota.take(of({ a: 60 }))
  await quota.flush()
  quota.take(of({ a: 60 }))
  await quota.flush()
  t.same(quota.take(of({ a: 1 })).refused, new Set(['a']))
  t.equal(failures, 1, 'it is told once')
  postgres.setAway(false)
  await quota.flush()
  t.equal(postgres.of('a'), 120)
})

test('no account brings more than a quota and one POST to each process, nor is one refused below it', async () => {
  const post = fc.record({
    process: fc.nat(2),
    a: fc.nat(60),
    b: fc.nat(60),
    flushes: fc.boolean(),
  })
  await fc.assert(
    fc.asyncProperty(fc.array(post, { maxLength: 60 }), async (posts) => {
      const { store } = kept()
      const quotas = [0, 1, 2].map(() => quotaOf(100, { store }))
      const taken = { a: 0, b: 0 }
      for (const { process, flushes, ...bytes } of posts) {
        const quota = quotas[process]
        const { refused, isWhole } = quota?.take(of(bytes)) ?? { refused: new Set(), isWhole: true }
        for (const owner of ['a', 'b'] as const) {
          if (refused.has(owner) && taken[owner] < 100) throw new Error(`${owner} is refused early`)
          if (!isWhole && !refused.has(owner)) taken[owner] += bytes[owner]
        }
        if (flushes) await quota?.flush()
      }
      if (Math.max(taken.a, taken.b) > 3 * 160) throw new Error('more than three quotas')
    }),
    { numRuns: 40 },
  )
})
