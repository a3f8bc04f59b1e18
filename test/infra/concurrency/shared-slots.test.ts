import { sharedSlots } from '@recado/infra/concurrency/shared-slots'
import fc from 'fast-check'
import { test } from 'tap'

test('waiting owners are served round-robin, each in its own order', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(fc.nat(3), { maxLength: 60 }),
      fc.integer({ min: 1, max: 5 }),
      async (owners, limit) => {
        const slots = sharedSlots({ limit })
        const served: (readonly [owner: number, nth: number])[] = []
        const ends: (() => void)[] = []
        const all = owners.map((owner, nth) =>
          slots.run(String(owner), () => {
            served.push([owner, nth])
            return new Promise<void>((end) => ends.push(end))
          }),
        )
        for (const _ of owners) {
          await soon()
          ends.shift()?.()
        }
        await Promise.all(all)
        mustBe(served.length === owners.length, 'all owners are served')
        const late = served.slice(limit)
        for (const [at, [owner, nth]] of late.entries()) {
          const before = late.slice(0, at).filter(([other]) => other === owner)
          mustBe(
            before.every(([, other]) => other < nth),
            'each owner is served in its order',
          )
          const waiting = new Set(late.slice(at).map(([other]) => other))
          const next = late.slice(at + 1, at + waiting.size).map(([other]) => other)
          mustBe(!next.includes(owner), 'no owner is served twice before every waiting owner once')
        }
      },
    ),
  )
})

test('one owner gets only its part, and work that waits for too long never begins', async (t) => {
  const late = () => new Error('too late')
  const slots = sharedSlots({ limit: 3, ofOwner: 2, waitMs: 50, late })
  const begun: string[] = []
  const ends: (() => void)[] = []
  const run = (owner: string) =>
    slots.run(owner, () => {
      begun.push(owner)
      return new Promise<void>((end) => ends.push(end))
    })
  const [first, second, third] = [run('a'), run('a'), run('a')]
  const other = run('b')
  await t.rejects(third, { message: 'too late' })
  t.same(begun, ['a', 'a', 'b'])
  for (const end of ends) end()
  await Promise.all([first, second, other])
  t.same(begun, ['a', 'a', 'b'])
})

const soon = () => new Promise<void>((done) => setImmediate(done))

function mustBe(holds: boolean, rule: string): void {
  if (!holds) throw new Error(`broken: ${rule}`)
}

test('an owner whose work ends one by one stays within its part', async (t) => {
  const slots = sharedSlots({ limit: 4, ofOwner: 2 })
  const ends: (() => void)[] = []
  let underWay = 0
  let most = 0
  const run = () =>
    slots.run('a', async () => {
      underWay += 1
      most = Math.max(most, underWay)
      await new Promise<void>((end) => ends.push(end))
      underWay -= 1
    })
  const all = Array.from({ length: 8 }, run)
  for (const _ of all) {
    await new Promise(setImmediate)
    ends.shift()?.()
  }
  await Promise.all(all)
  t.equal(most, 2)
})

test('work whose client has gone leaves its line, and a late one leaves nothing behind', async (t) => {
  const slots = sharedSlots({ limit: 1 })
  const leave = await slots.take('a')
  let listening = 0
  let go = (): void => undefined
  const onceGone = (call: () => void) => {
    listening += 1
    go = call
    return () => {
      listening -= 1
    }
  }
  const gone = slots.take('a', { onceGone })
  go()
  await t.rejects(gone)
  await t.rejects(slots.take('a', { waitMs: 5, onceGone }))
  t.equal(listening, 0)
  const next = slots.take('b', { onceGone })
  leave()
  const end = await next
  t.equal(listening, 0)
  go()
  end()
  ;(await slots.take('a', { waitMs: 5 }))()
})

test('work that goes on after a wait takes its slot at once, and the next one waits for it', async (t) => {
  const slots = sharedSlots({ limit: 1 })
  const first = await slots.take('a')
  const again = slots.retake('b')
  first()
  let isServed = false
  const next = slots.take('a').then((leave) => {
    isServed = true
    leave()
  })
  await soon()
  t.notOk(isServed)
  again()
  await next
  t.ok(isServed)
})
