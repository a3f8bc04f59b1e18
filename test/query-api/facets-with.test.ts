import { facetsWith } from '@recado/query-api/paging/facet-page'
import { test } from 'tap'

const list = { facets: ['connection_id', 'status'] } as const

test('a filter selects the facets and the rows with its values', async (t) => {
  const filter = facetsWith(list, { connection_id: ['a', 'b'], status: 'open' })
  t.match(filter, { facets: { values: [['a', 'b'], ['open']] } })
  t.match(filter?.facets.text, /f\.connection_id = any\(.*\) and .*f\.status = any\(/)
  t.match(filter?.rows.text, /t\.connection_id = any\(.*\) and .*t\.status = any\(/)
})

test('a filter without values selects nothing', async (t) => {
  t.equal(facetsWith(list, { connection_id: undefined }), undefined)
})

test('a column that does not divide the list does not compile', async (t) => {
  // @ts-expect-error a misspelt name
  t.equal(facetsWith(list, { statsu: 'open' }), undefined)
})
