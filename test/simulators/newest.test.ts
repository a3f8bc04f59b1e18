import { newest } from '@recado/simulators/newest'
import { test } from 'tap'

type Item = { readonly n: number; isPending: boolean }

test('the newest items are kept, and older ones while they are wanted', async (t) => {
  const items = newest<Item>(10, ({ isPending }) => isPending)
  const first = { n: 0, isPending: true }
  items.add(first)
  for (let n = 1; n <= 1_000; n++) items.add({ n, isPending: false })
  const kept = () => items.list().map(({ n }) => n)
  t.ok(kept().length <= 21)
  t.same([kept()[0], kept().at(-1)], [0, 1_000])
  t.equal(items.total(), 1_001)
  t.equal(items.clear().length > 10, true)
  t.same([kept(), items.total()], [[0], 0])
  first.isPending = false
  items.clear()
  t.same(kept(), [])
})
