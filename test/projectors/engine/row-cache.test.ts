import { bytesOf } from '@recado/projectors/engine/bytes-of'
import { openRowCache } from '@recado/projectors/engine/row-cache'
import { table } from '@recado/projectors/engine/table'
import fc from 'fast-check'
import { test } from 'tap'

type Card = { id: string; label: string; payload: object | null }
const cards = table<Card>({ name: 'cards' })
const tables = [cards] as unknown as Parameters<typeof openRowCache>[0]
const MAX_BYTES = 16 * 1024 * 1024

test('the cache stays within its limits of bytes and rows', async (t) => {
  const sizes = fc.array(fc.nat({ max: 2_000_000 }), { minLength: 30, maxLength: 80 })
  fc.assert(
    fc.property(sizes, (all) => {
      const cache = openRowCache(tables)
      for (const [n, size] of all.entries())
        cache.set('cards', `${n}`, { id: `${n}`, payload: { text: 'x'.repeat(size) } } as Card)
      const kept = all.flatMap((_, n) => cache.get('cards', `${n}`) || [])
      return kept.reduce((bytes, row) => bytes + bytesOf(row), 0) <= MAX_BYTES
    }),
    { numRuns: 30 },
  )
  const many = openRowCache(tables)
  for (let n = 0; n < 6_000; n++) many.set('cards', `${n}`, { id: `${n}` })
  t.equal(many.get('cards', '0'), undefined)
  t.same(many.get('cards', '5999'), { id: '5999' })
})

test('a row that grew too large is dropped from the cache', async (t) => {
  const cache = openRowCache(tables)
  cache.set('cards', 'a', { id: 'a' })
  cache.set('cards', 'b', false)
  cache.set('cards', 'a', { id: 'a', label: 'x'.repeat(MAX_BYTES) } as Card)
  t.equal(cache.get('cards', 'a'), undefined)
  t.equal(cache.get('cards', 'b'), false, 'and what is known to be absent stays')
})
