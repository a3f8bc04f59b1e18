import { canonicalJson, differingFields, isWithin } from '@recado/application/audit/compare'
import { exactText } from '@recado/domain/exact-json'
import { readNative } from '@recado/domain/native-json'
import fc from 'fast-check'
import { test } from 'tap'

const object = fc.dictionary(fc.string({ maxLength: 5 }), fc.jsonValue({ maxDepth: 3 }))

test('the order of fields does not change the bytes', async () => {
  fc.assert(
    fc.property(object, (value) => {
      const turned = Object.fromEntries(Object.entries(value).reverse())
      return canonicalJson(value) === canonicalJson(turned)
    }),
  )
})

test('differing fields are named exactly when there are any', async (t) => {
  fc.assert(
    fc.property(object, object, (one, other) => {
      const isSame = canonicalJson(one) === canonicalJson(other)
      return isSame === (differingFields(one, other).length === 0)
    }),
  )
  const recorded = { text: 'Oi', content: { id: '1', size: 2 } }
  t.strictSame(differingFields(recorded, { ...recorded, content: { id: '2' } }), [
    'content.id',
    'content.size',
  ])
})

test('a value is contained in the same value with more fields or items', async () => {
  const listed = fc.array(fc.jsonValue({ maxDepth: 2 }), { maxLength: 6 })
  const kept = fc.array(fc.boolean(), { minLength: 6, maxLength: 6 })
  fc.assert(
    fc.property(object, listed, kept, (others, items, keeps) => {
      const whole = { ...others, items }
      const part = { items: items.filter((_, i) => keeps[i]), truncated: true }
      return isWithin(part, whole) && isWithin(whole, whole)
    }),
  )
})

test('changed, added, reordered or repeated items are not contained', async (t) => {
  const whole = { entry: [{ id: '1', text: 'Oi' }, { id: '2' }] }
  t.notOk(isWithin({ entry: [{ id: '1', text: 'Ui' }] }, whole))
  t.notOk(isWithin({ entry: [{ id: '2' }, { id: '1' }] }, whole), 'not with items in another order')
  t.notOk(isWithin({ entry: [{ id: '2' }, { id: '2' }] }, whole), 'not with an item twice')
  t.notOk(isWithin({ entry: [{ id: '2', more: null }] }, whole))
})

test('a record from before exact numbers is within its body, a record with other digits is not', async (t) => {
  const body = readNative('{"a":-0,"b":1e400,"c":9223372036854775807,"d":1.0,"e":[0.10]}')
  t.ok(isWithin(JSON.parse(JSON.stringify(body)), body), 'as plain JSON wrote it')
  t.ok(isWithin(readNative(exactText(body)), body), 'as it is written now')
  t.notOk(isWithin(readNative('{"c":9223372036854775806}'), body))
  t.notOk(isWithin({ c: 5 }, body))
  t.notOk(isWithin({ a: 1 }, body))
})
