import * as connections from '@recado/application/read-models/lists/connections'
import * as contacts from '@recado/application/read-models/lists/contacts'
import * as conversations from '@recado/application/read-models/lists/conversations'
import * as deliveries from '@recado/application/read-models/lists/deliveries'
import type { KeptList } from '@recado/application/read-models/lists/kept-list'
import * as messages from '@recado/application/read-models/lists/messages'
import * as rawEvents from '@recado/application/read-models/lists/raw-events'
import * as sales from '@recado/application/read-models/lists/sales'
import * as templates from '@recado/application/read-models/lists/templates'
import { test } from 'tap'
import { projecting } from '../../kit/projecting.ts'
import { projections } from '../../kit/projections.ts'

const all = [
  connections,
  contacts,
  conversations,
  deliveries,
  messages,
  rawEvents,
  sales,
  templates,
]
const DECLARED: readonly KeptList[] = all.flatMap((of) => Object.values<KeptList>(of))

/** The key columns of an index in their order, and its included columns. */
const COLUMNS = `
  select i.indrelid::regclass::text as table,
    array_agg(a.attname::text order by k.place) filter (where k.place <= i.indnkeyatts) as keys,
    coalesce(array_agg(a.attname::text order by k.place) filter (where k.place > i.indnkeyatts), '{}')
      as included
  from pg_index i, unnest(i.indkey::int2[]) with ordinality k (column_number, place)
    join pg_attribute a on a.attnum = k.column_number
  where i.indexrelid = to_regclass($1) and a.attrelid = i.indrelid and i.indpred is null
  group by i.indrelid, i.indnkeyatts`

test('every declared list is kept by its table and has the index it names', async (t) => {
  const read = await projecting(projections)
  t.teardown(() => read.close())
  const kept = projections.flatMap(({ tables }) =>
    tables.flatMap(({ name, lists = [] }) => lists.map((list) => `${list.name} of ${name}`)),
  )
  t.same(kept.sort(), DECLARED.map(({ name, table }) => `${name} of ${table}`).sort())
  for (const { index, table, key, position, facets = [] } of DECLARED) {
    type Columns = { table: string; keys: string[]; included: string[] }
    const [found] = await read.query<Columns>(COLUMNS, [index])
    t.match(found, { table, keys: [key, position] }, index)
    const keys = new Set<string>([key, position])
    const carried = (facets as string[]).filter((column) => !keys.has(column))
    // An index without facets pages by the counts alone; one with only some of them would be read for nothing.
    const expected = found?.included.length === 0 ? [] : carried.sort()
    t.same(found?.included.sort(), expected, `${index} carries all facets or nothing`)
  }
})
