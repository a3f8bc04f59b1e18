import { fairSlots } from '@recado/infra/concurrency/fair-slots'
import fc from 'fast-check'
import { test } from 'tap'

test('waiting owners are served round-robin, each in its own order', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(fc.nat(3), { maxLength: 60 }),
      fc.integer({ min: 1, max: 5 }),
      async (owners, limit) => {
        const slots = fairSlots(limit)
        const served: (readonly [owner: number, nth: number])[] = []
        const all = owners.map(async (owner, nth) => {
          await slots.take(String(owner))
          served.push([owner, nth])
        })
        for (const _ of owners) {
          await Promise.resolve()
          slots.release()
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

function mustBe(holds: boolean, rule: string): void {
  if (!holds) throw new Error(`broken: ${rule}`)
}
