import { byAccount } from '@recado/projectors/reactors/webhook-recovery/by-account'
import { test } from 'tap'

test('an account has one turn however many connections it recovers, and its connections take turns within it', async (t) => {
  const many = ['a', 'b', 'c', 'd'].map((id) => ({ id, account_id: 'many' }))
  const one = { id: 'e', account_id: 'one' }
  const turns = new Map<string, number>()
  const order = Array.from({ length: 8 }, () =>
    byAccount([...many, one], turns).flatMap(([first]) => {
      if (first !== undefined) turns.set(first.id, 1 + Math.max(0, ...turns.values()))
      return first?.id ?? []
    }),
  )
  t.same(
    order.map((round) => round.join('')),
    ['ae', 'be', 'ce', 'de', 'ae', 'be', 'ce', 'de'],
  )
})
