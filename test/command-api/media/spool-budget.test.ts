import { type SpoolSpace, spoolBudget } from '@recado/command-api/media/spool-budget'
import fc from 'fast-check'
import { test } from 'tap'
import { UNHURRIED } from '../../kit/unhurried.ts'

test('uploads stay below the bound of their account, and together below the bound of the process', (t) => {
  const step = fc.record({
    account: fc.integer({ min: 0, max: 3 }),
    bytes: fc.nat(60),
    end: fc.boolean(),
  })
  fc.assert(
    fc.property(fc.array(step), (steps) => {
      const budget = spoolBudget(UNHURRIED, { account: 100, process: 250 })
      const open: { account: number; space: SpoolSpace; held: number }[] = []
      for (const { account, bytes, end } of steps) {
        if (end) open.shift()?.space.free()
        const space = budget.open(String(account))
        const held = space.take(bytes) ? bytes : 0
        open.push({ account, space, held })
        const sum = (of: typeof open) => of.reduce((total, each) => total + each.held, 0)
        const mine = sum(open.filter((each) => each.account === account))
        if (mine > 100 || sum(open) > 250) return false
        if (held === 0 && mine + bytes <= 100 && sum(open) + bytes <= 250) return bytes === 0
      }
      return true
    }),
  )
  t.end()
})
