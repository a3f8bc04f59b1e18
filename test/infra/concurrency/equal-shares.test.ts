import { equalShares } from '@recado/infra/concurrency/equal-shares'
import fc from 'fast-check'
import { test } from 'tap'

/** Webhooks with endless deliveries, each up to a limit, served as a dispatcher does. */
function crowd(bound: number) {
  const shares = equalShares(1_000, 500)
  const inFlight = new Map<number, number>()
  const begin = (webhook: number) => {
    const now = inFlight.get(webhook) ?? 0
    if (now >= bound || !shares.mayBegin(now)) return false
    inFlight.set(webhook, now + 1)
    shares.began(now + 1)
    return true
  }
  const end = (webhook: number) => {
    const now = inFlight.get(webhook) ?? 0
    if (now === 0) return
    inFlight.set(webhook, now - 1)
    shares.ended(now - 1)
  }
  return { shares, inFlight, begin, end }
}

test('a single webhook may use all attempts', (t) => {
  const { begin } = crowd(16)
  for (let i = 0; i < 16; i++) t.ok(begin(1))
  t.end()
})

test('webhooks that have ended all their attempts leave their share to the others', (t) => {
  const { begin, end, inFlight } = crowd(1_000)
  const most = () => {
    while (begin(1));
    return inFlight.get(1)
  }
  for (let webhook = 100; webhook < 180; webhook++) begin(webhook)
  const beside = most()
  for (let webhook = 100; webhook < 180; webhook++) end(webhook)
  const alone = crowd(1_000)
  while (alone.begin(1));
  t.equal(most(), alone.inFlight.get(1))
  t.ok(Number(beside) < Number(most()))
  t.end()
})

test('eighty webhooks whose attempts hang leave room for a new one', (t) => {
  const { begin, shares } = crowd(16)
  for (let round = 0; round < 16; round++)
    for (let webhook = 0; webhook < 80; webhook++) begin(webhook)
  t.ok(shares.underWay() < 800)
  for (let i = 0; i < 9; i++) t.ok(begin(999))
  t.end()
})

test('a new webhook finds room whatever the others do', (t) => {
  const step = fc.tuple(fc.boolean(), fc.integer({ min: 0, max: 400 }))
  fc.assert(
    fc.property(fc.array(step, { maxLength: 5_000 }), (steps) => {
      const { begin, end, shares, inFlight } = crowd(16)
      for (const [begins, webhook] of steps) begins ? begin(webhook) : end(webhook)
      const all = [...inFlight.values()].reduce((sum, n) => sum + n, 0)
      return shares.underWay() === all && all <= 1_000 && begin(999)
    }),
    { numRuns: 100 },
  )
  t.end()
})
