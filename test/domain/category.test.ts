import { AGGREGATE_CATEGORIES, JOURNAL_CATEGORIES } from '@recado/domain/category'
import { test } from 'tap'

const PREFIXES = [...AGGREGATE_CATEGORIES, ...JOURNAL_CATEGORIES].map((name) => `${name}-`)

test('no category is the beginning of another one, so a prefix selects one kind of stream', async (t) => {
  for (const prefix of PREFIXES)
    t.same(
      PREFIXES.filter((other) => other.startsWith(prefix)),
      [prefix],
    )
})
