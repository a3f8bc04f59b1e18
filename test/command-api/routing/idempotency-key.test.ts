import { idempotencyKey } from '@recado/command-api/routing/idempotency-key'
import { test } from 'tap'

test('a key is bare or quoted', async (t) => {
  t.same(idempotencyKey('order-991'), { key: 'order-991' })
  t.same(idempotencyKey('"order-991"'), { key: 'order-991' })
  t.same(idempotencyKey('"a\\"b\\\\c-1234"'), { key: 'a"b\\c-1234' })
  t.same(idempotencyKey(undefined), { key: null })
})

test('a key has 8 to 128 visible characters', async (t) => {
  t.same(idempotencyKey('12345678'), { key: '12345678' })
  t.same(idempotencyKey('x'.repeat(128)), { key: 'x'.repeat(128) })
  for (const wrong of ['', '1234567', 'x'.repeat(129), 'with space', 'não-ascii', '"1234567"'])
    t.match(idempotencyKey(wrong), { status: 422, code: 'validation' }, wrong)
  t.match(idempotencyKey(['order-991', 'order-992']), { status: 422 })
})
