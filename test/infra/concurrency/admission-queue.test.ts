import { admissionQueue } from '@recado/infra/concurrency/admission-queue'
import fc from 'fast-check'
import { test } from 'tap'
import { eventually } from '../../kit/eventually.ts'

const LONG_MS = 10_000

const of = (account: string, ms = LONG_MS, bytes = 1) => ({
  owner: { account_id: account, id: account },
  bytes,
  ms,
})

const soon = () => new Promise<void>((done) => setImmediate(done))

/** Work that ends when it is told to, by the account that it is of. */
function held() {
  const begun: string[] = []
  const ends: (() => void)[] = []
  const work = (name: string) => () => {
    begun.push(name)
    return new Promise<void>((end) => void ends.push(end))
  }
  return { begun, ends, work }
}

test('work starts when earlier work has ended, and never after its deadline has passed', async (t) => {
  const admit = admissionQueue({ atOnce: 1 })
  const { begun, ends, work } = held()
  const first = admit(of('a', 1), work('first'))
  t.match(await admit(of('a', 5), work('second')), {
    message: 'the log did not answer within 5 ms',
  })
  t.match(await first, Error, 'late, although the work has begun and continues')
  const third = admit(of('a'), work('third'))
  t.strictSame(begun, ['first'])

  ends[0]?.()
  await eventually(() => begun.length === 2)
  t.strictSame(begun, ['first', 'third'])
  ends[1]?.()
  t.equal(await third, null)
})

test('of an account’s waiting work the newest starts first, because it has the most time left', async (t) => {
  const admit = admissionQueue({ atOnce: 1 })
  const { begun, ends, work } = held()
  const first = admit(of('a'), work('first'))
  const quick = (name: string) => admit(of('a'), async () => void begun.push(name))
  const others = ['older', 'newer'].map(quick)
  await eventually(() => ends.length === 1)
  ends[0]?.()
  t.strictSame(await Promise.all([first, ...others]), [null, null, null])
  t.strictSame(begun, ['first', 'newer', 'older'])
})

test('failing work passes on its error and makes room', async (t) => {
  const admit = admissionQueue({ atOnce: 1 })
  const fails = () => Promise.reject(new Error('the log is away'))
  t.match(await admit(of('a'), fails), { message: 'the log is away' })
  t.equal(await admit(of('a'), () => Promise.resolve()), null)
})

test('an account whose work hangs keeps no other out, however much of it waits', async (t) => {
  const admit = admissionQueue({ atOnce: 16 })
  const { begun, ends, work } = held()
  const flood = Array.from({ length: 100 }, () => admit(of('greedy'), work('greedy')))
  await soon()
  const underWay = begun.length
  t.ok(underWay < 16, `${underWay} of one account are under way`)
  t.equal(await admit(of('honest'), async () => undefined), null)
  while (ends.length > 0) {
    for (const end of ends.splice(0)) end()
    await soon()
  }
  t.ok((await Promise.all(flood)).every((failure) => failure === null))
})

test('when too much waits, the oldest of the account goes that holds most', async (t) => {
  const admit = admissionQueue({ atOnce: 1, mostBytes: 100 })
  const { begun, ends, work } = held()
  const first = admit(of('greedy'), work('first'))
  const wait = (account: string, name: string, bytes: number) =>
    admit(of(account, LONG_MS, bytes), async () => void begun.push(name))
  const oldest = wait('greedy', 'oldest', 30)
  const honest = wait('honest', 'honest', 40)
  const newer = wait('greedy', 'newer', 20)
  const newest = wait('greedy', 'newest', 20)
  t.match(await oldest, { message: /too much work of this account waits/ })
  ends[0]?.()
  t.strictSame(await Promise.all([first, honest, newer, newest]), [null, null, null, null])
  t.strictSame(begun, ['first', 'honest', 'newest', 'newer'])
})

test('no work of an account is refused that holds less than its part of what waits', async () => {
  const step = fc.record({ account: fc.nat(3), bytes: fc.integer({ min: 1, max: 60 }) })
  await fc.assert(
    fc.asyncProperty(fc.array(step, { maxLength: 60 }), async (steps) => {
      const admit = admissionQueue({ atOnce: 1, mostBytes: 200 })
      const { ends, work } = held()
      const all = [admit(of('none'), work('none'))]
      let refused = 0
      const ask = (account: string, bytes: number) =>
        admit(of(account, LONG_MS, bytes), async () => undefined)
      for (const { account, bytes } of steps) all.push(ask(`a${account}`, bytes))
      // An equal part of five.
      const small = ask('small', 40).then((failure) => {
        refused += failure === null ? 0 : 1
      })
      for (const { account, bytes } of steps) all.push(ask(`a${account}`, bytes))
      await soon()
      ends[0]?.()
      await Promise.all([...all, small])
      if (refused > 0) throw new Error('the small account is refused')
    }),
    { numRuns: 30 },
  )
})
