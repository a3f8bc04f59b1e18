import { claimSlots } from '@recado/application/sending/claim-slots'
import fc from 'fast-check'
import { test } from 'tap'

const HOUR = 3_600_000
const running = () => new AbortController()

test('a process holds at most eight claims without a call, six of one connection', async (t) => {
  const slots = claimSlots(running().signal)
  const take = async (connection: string) => slots.slot(connection).take(0)
  const taken = async (connection: string, times: number) => {
    const answers = []
    for (let n = 0; n < times; n++) answers.push(await take(connection))
    return answers.filter(Boolean).length
  }
  t.equal(await taken('one', 9), 6)
  t.equal(await taken('other', 9), 2)
  t.equal(await taken('third', 9), 0)
})

test('whoever waits gets the next place, and a freed place is freed once', async (t) => {
  const slots = claimSlots(running().signal)
  const held = Array.from({ length: 8 }, (_, n) => slots.slot(String(n)))
  for (const slot of held) await slot.take(0)
  const [first, second] = [slots.slot('a'), slots.slot('b')]
  const order: string[] = []
  const waiting = [
    first.take(HOUR).then(() => order.push('first')),
    second.take(HOUR).then(() => order.push('second')),
  ]
  held[0]?.free()
  held[0]?.free()
  await waiting[0]
  t.same(order, ['first'])
  first.free()
  await waiting[1]
  t.equal(await slots.slot('c').take(0), false)
})

test('a process that stops waits for no place', async (t) => {
  const stopping = running()
  const slots = claimSlots(stopping.signal)
  for (let n = 0; n < 8; n++) await slots.slot(String(n)).take(0)
  const waiting = slots.slot('late').take(HOUR)
  stopping.abort()
  t.equal(await waiting, false)
  t.equal(await slots.slot('later').take(HOUR), false)
})

test('in any order of taking and freeing the bound holds, and no place is lost', async () => {
  const step = fc.record({ claim: fc.nat({ max: 29 }), take: fc.boolean() })
  await fc.assert(
    fc.asyncProperty(fc.array(step, { maxLength: 120 }), async (steps) => {
      const slots = claimSlots(running().signal)
      const claims = Array.from({ length: 30 }, (_, n) => slots.slot(String(n % 5)))
      const taken = new Set<number>()
      for (const { claim, take } of steps) {
        if (take && !taken.has(claim)) {
          if (await claims[claim]?.take(0)) taken.add(claim)
        } else {
          claims[claim]?.free()
          taken.delete(claim)
        }
        if (taken.size > 8) return false
      }
      for (const claim of claims) claim.free()
      for (let n = 0; n < 8; n++) if (!(await slots.slot(`new ${n}`).take(0))) return false
      return true
    }),
  )
})
