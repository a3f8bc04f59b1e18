import { slotsWith } from '@recado/infra/concurrency/shared-slots'
import { turnsBySize } from '@recado/infra/concurrency/turns-by-size'
import fc from 'fast-check'
import { test } from 'tap'

const LIMIT = 100
const OWNERS = ['a', 'b', 'c']

type Work = { readonly owner: string; readonly size: number; readonly nth: number }

/** Slots whose work ends when it is told to. */
function pool() {
  const slots = slotsWith({ limit: LIMIT }, turnsBySize())
  const begun: Work[] = []
  const underWay: { work: Work; leave: () => void }[] = []
  let asked = 0
  const ask = (owner: string, size: number) => {
    const work = { owner, size, nth: asked++ }
    void slots.take(owner, { size }).then((leave) => {
      begun.push(work)
      underWay.push({ work, leave })
    })
  }
  const end = (nth: number) => underWay.splice(nth % underWay.length, 1)[0]?.leave()
  const bytes = () => sizeOf(underWay.map(({ work }) => work))
  return { ask, end, begun, underWay, bytes }
}

const soon = () => new Promise<void>((done) => setImmediate(done))
const sizeOf = (works: readonly Work[]) => works.reduce((sum, { size }) => sum + size, 0)

const asked = fc.record({
  owner: fc.constantFrom(...OWNERS),
  size: fc.integer({ min: 1, max: 70 }),
})

/** What `b` took before it was anybody else's turn counts for the bound. */
const OWED = [
  { owner: 'b', size: 42 },
  { owner: 'c', size: 18 },
  { owner: 'a', size: 41 },
  { owner: 'b', size: 1 },
  { owner: 'a', size: 2 },
]

test('what is under way is bounded, all that waits is served, and each owner in its order', async () => {
  const step = fc.record({ ...{ asked }, ends: fc.boolean(), nth: fc.nat(50) })
  await fc.assert(
    fc.asyncProperty(fc.array(step, { maxLength: 100 }), async (steps) => {
      const { ask, end, begun, underWay, bytes } = pool()
      let count = 0
      for (const { asked: one, ends, nth } of steps) {
        if (ends && underWay.length > 0) end(nth)
        else {
          count += 1
          ask(one.owner, one.size)
        }
        await soon()
        mustBe(bytes() <= LIMIT, `${bytes()} are under way`)
      }
      await drained({ end, underWay })
      for (const owner of OWNERS) {
        const own = begun.filter((work) => work.owner === owner).map(({ nth }) => nth)
        mustBe(
          own.every((nth, at) => at === 0 || nth > (own[at - 1] ?? 0)),
          'each in its order',
        )
      }
      mustBe(begun.length === count, `${begun.length} of ${count} were served`)
    }),
    { numRuns: 50 },
  )
})

test('while two owners wait, neither gets more than one work of each beyond the other', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(asked, { maxLength: 80 }), fc.nat(50), async (all, nth) => {
      const { ask, end, begun, underWay } = pool()
      for (const { owner, size } of all) ask(owner, size)
      await soon()
      const before = begun.length
      await drained({ end: () => end(nth), underWay })
      const served = begun.slice(before)
      for (const [one, other] of [
        ['a', 'b'],
        ['b', 'c'],
        ['a', 'c'],
      ] as const) {
        const both = served.slice(0, whileBoth(served, one, other))
        const [mine, its] = [one, other].map((owner) => both.filter((work) => work.owner === owner))
        const most = [one, other].map((owner) => Math.max(0, ...sizesOf(begun, owner)))
        const ahead = Math.abs(sizeOf(mine ?? []) - sizeOf(its ?? []))
        mustBe(ahead <= (most[0] ?? 0) + (most[1] ?? 0), `${one} and ${other} differ by ${ahead}`)
      }
    }),
    { numRuns: 50, examples: [[OWED, 0]] },
  )
})

test('a small work waits for what is under way, not for the large ones that others have waiting', async (t) => {
  const { ask, end, begun } = pool()
  for (let n = 0; n < 20; n++) ask('large', 50)
  ask('small', 1)
  await soon()
  t.same(
    begun.map(({ owner }) => owner),
    ['large', 'large'],
  )
  end(0)
  await soon()
  t.equal(begun[2]?.owner, 'small')
})

test('a large work is not passed for ever by small ones that would fit', async (t) => {
  const { ask, end, begun } = pool()
  for (let n = 0; n < 100; n++) ask('small', 1)
  ask('large', 70)
  for (let n = 0; n < 100; n++) {
    ask('small', 1)
    end(0)
    await soon()
  }
  t.ok(begun.some(({ owner }) => owner === 'large'))
})

/** How many works begin until one of the two has none left. */
function whileBoth(served: readonly Work[], one: string, other: string): number {
  const last = (owner: string) => served.map((work) => work.owner).lastIndexOf(owner)
  return Math.min(last(one), last(other)) + 1
}

function sizesOf(works: readonly Work[], owner: string): number[] {
  return works.filter((work) => work.owner === owner).map(({ size }) => size)
}

async function drained(of: { end: (nth: number) => void; underWay: readonly unknown[] }) {
  while (of.underWay.length > 0) {
    of.end(0)
    await soon()
  }
}

function mustBe(holds: boolean, rule: string): void {
  if (!holds) throw new Error(rule)
}
