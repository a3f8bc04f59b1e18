import { facetOfRow } from '@recado/application/read-models/facet-name'
import { deliveriesOfAccount } from '@recado/application/read-models/lists/deliveries'
import { listId } from '@recado/application/read-models/lists/kept-list'
import { ALL_FACETS, facetPage, facetsWith } from '@recado/query-api/paging/facet-page'
import fc from 'fast-check'
import { test } from 'tap'
import { accountId } from '../../examples/account.ts'
import { projecting } from '../../kit/projecting.ts'
import { projections } from '../../kit/projections.ts'

const ROWS = 9_000
const CONNECTIONS = [1, 2].map((n) => `9d1f0d2e-0b1c-4c55-9a64-0f3c9d2b1c0${n}`)
const list = { ...deliveriesOfAccount, doc: 't.doc' }
const id = listId(list, accountId)
const facet = `'${id}:' || ${facetOfRow(list.facets)}`

/** Rows that were deleted: the oldest, and some between. Their places are empty. */
const HAS_LEFT = '(n < 500 or n % 11 = 0)'

/** Deliveries as a projector would have written them: three per second, of every status and two events. */
const FILL = [
  `insert into deliveries (id, account_id, listed_in, connection_id, webhook_id, origin, is_repeated, event, event_id, ordinal, position,
     correlation_id, status, attempts, target_url, created_at, event_at, is_native, account_pos, doc)
   select gen_random_uuid(), '${accountId}', '${accountId}', (array['${CONNECTIONS.join("','")}'])[1 + n % 2]::uuid,
     gen_random_uuid(), 'event', false, case when n % 7 = 0 then 'messages' else 'whatsapp.message.sent' end,
     gen_random_uuid(), n, n, '', (array['pending', 'delivered', 'failed', 'dead'])[1 + n % 4], 0, '',
     timestamptz '2026-01-01' + n / 3 * interval '1 second', now(), false, n, n::text
   from generate_series(0, ${ROWS - 1}) n where ${HAS_LEFT} is not true`,
  `insert into list_totals (id, n, next_pos) values ('${id}', ${ROWS}, ${ROWS})`,
  `insert into list_blocks (lvl, list, b, n)
   select lvl, ${facet}, account_pos >> lvl, count(*) from deliveries t, (values (6), (12), (18), (63)) levels (lvl)
   group by 1, 2, 3`,
]

const second = fc.option(fc.integer({ min: -10, max: ROWS / 3 + 10 }), { nil: undefined })
const asked = fc.record({
  since: second,
  until: second,
  status: fc.option(fc.constantFrom('pending', 'dead'), { nil: undefined }),
  connection_id: fc.option(fc.constantFrom(...CONNECTIONS), { nil: undefined }),
  event: fc.option(fc.constantFrom('messages', 'none'), { nil: undefined }),
  offset: fc.oneof(fc.nat(40), fc.nat(ROWS)),
  limit: fc.integer({ min: 1, max: 200 }),
})

test('a page of any time span and filter equals count(*) and OFFSET', async (t) => {
  const read = await projecting(projections)
  t.teardown(() => read.close())
  for (const statement of FILL) await read.query(statement)
  await fc.assert(
    fc.asyncProperty(asked, async ({ since, until, offset, limit, ...facets }) => {
      const filter = facetsWith(list, facets)
      const span = { column: 'created_at', since: timeOf(since), until: timeOf(until) }
      const query = { offset, limit }
      const page = facetPage(list, accountId, filter ?? ALL_FACETS, query, span)
      const [found] = await read.query<{ total: string; docs: string | null }>(
        page.text,
        page.values,
      )
      const fits = (n: number) =>
        n >= 500 &&
        n % 11 !== 0 &&
        (since === undefined || Math.floor(n / 3) >= since) &&
        (until === undefined || Math.floor(n / 3) < until) &&
        (facets.status === undefined || ['pending', '', '', 'dead'][n % 4] === facets.status) &&
        (facets.connection_id === undefined || CONNECTIONS[n % 2] === facets.connection_id) &&
        (facets.event === undefined || (n % 7 === 0 ? 'messages' : '') === facets.event)
      const all = Array.from({ length: ROWS }, (_, i) => ROWS - 1 - i).filter(fits)
      t.equal(Number(found?.total), all.length)
      t.equal(found?.docs ?? '', all.slice(offset, offset + limit).join(','))
    }),
    { numRuns: 150 },
  )
})

function timeOf(second: number | undefined): string | undefined {
  if (second === undefined) return undefined
  return new Date(Date.parse('2026-01-01T00:00:00.000Z') + second * 1000).toISOString()
}
