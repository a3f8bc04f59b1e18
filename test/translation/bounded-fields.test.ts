import { boundFields } from '@recado/translation/bounded-fields'
import { test } from 'tap'

const HUGE = 'x'.repeat(1_000)

test('fields are kept in order while they fit, and a slot keeps its place for nothing', async (t) => {
  const fields = { a: 1, slot: HUGE, more: HUGE, b: 2 }
  t.strictSame(boundFields(fields, { slot: 'slot', most: 20 }), {
    kept: { a: 1, slot: null, b: 2, truncated: true },
    left: 20 - 2 * '{"a":1}'.length,
  })
  t.strictSame(boundFields({ a: 1, b: 2 }, { most: 14 }), { kept: { a: 1, b: 2 }, left: 0 })
  t.strictSame(boundFields({ a: 1, b: 2 }, { most: 13 }), {
    kept: { a: 1, truncated: true },
    left: 6,
  })
})
