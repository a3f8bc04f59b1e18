import { deliveriesOfAccount } from '@recado/application/read-models/lists/deliveries'
import { rawEventsOfAccount } from '@recado/application/read-models/lists/raw-events'
import type { RecordedEvent } from '@recado/infra/event-store/event-store'
import { facetPage, facetsWith } from '@recado/query-api/paging/facet-page'
import type { ListSource, PageQuery } from '@recado/query-api/paging/list-source'
import { wholePage } from '@recado/query-api/paging/whole-page'
import fc from 'fast-check'
import { test } from 'tap'
import { accountId } from '../../../examples/account.ts'
import { connectionId } from '../../../examples/connection.ts'
import { type Projecting, projecting } from '../../../kit/projecting.ts'
import { projections } from '../../../kit/projections.ts'
import { type History, histories, historyOf, recoveredHistory, shortened } from './history.ts'

const RAW: ListSource = {
  ...rawEventsOfAccount,
  doc: "jsonb_build_object('id', t.id, 'connection_id', t.connection_id, 'event', t.event)::text",
}
const DELIVERIES: ListSource = { ...deliveriesOfAccount, doc: 't.doc' }
const ALL = { offset: 0, limit: 1_000 }
const FILTERS = [
  undefined,
  { connection_id: connectionId },
  { status: ['pending', 'failed'] },
  { event: 'messages' },
]

test('after retention, lists, totals, filters and deep offsets equal those of the remaining data', async (t) => {
  await fc.assert(
    fc.asyncProperty(histories, fc.integer({ min: 1, max: 40 }), async (steps, size) => {
      const history = historyOf(steps)
      const kept = await built(
        history.facts.filter(({ type }) => type !== 'RetentionApplied'),
        size,
      )
      const live = await built(history.facts, size)
      try {
        await sameAsFiltered(kept, live, history)
      } finally {
        await Promise.all([kept.close(), live.close()])
      }
    }),
    { numRuns: 3 },
  )

  async function sameAsFiltered(kept: Projecting, live: Projecting, history: History) {
    const raw = (await page(kept, RAW)).docs.filter(
      ({ id }) => String(history.times.get(id)) >= history.gone.providerEvent,
    )
    const deliveries = (await page(kept, DELIVERIES)).docs.filter((of) => isKept(history, of))
    for (const [list, docs] of [
      [RAW, raw],
      [DELIVERIES, deliveries],
    ] as const)
      for (const filter of FILTERS) {
        if (filter?.status && list === RAW) continue
        const expected = docs.filter((doc) => fits(doc, filter))
        for (const query of [ALL, { offset: 3, limit: 2 }, { offset: 17, limit: 9 }]) {
          const { total, docs: found } = await page(live, list, query, asFacets(list, filter))
          const asked = JSON.stringify({ list: list.name, filter, query })
          t.equal(total, expected.length, asked)
          t.same(
            found.map(({ id }) => id),
            expected.slice(query.offset, query.offset + query.limit).map(({ id }) => id),
            asked,
          )
        }
      }
    const waiting = deliveries.filter(({ status }) => status === 'pending' || status === 'failed')
    t.same(await live.query('select sum(pending)::int as n from endpoint_queues'), [
      { n: waiting.length },
    ])
    t.same(await live.query(ORPHANED_PARTS), [{ n: 0 }], 'no part without its raw event')
    t.same(await live.query(ORPHANS), [{ n: 0 }], 'no delivery without its event')
  }
})

test('a rebuild from the whole log or from the shortened one gives the same read models', async (t) => {
  await fc.assert(
    fc.asyncProperty(histories, fc.integer({ min: 1, max: 40 }), async (steps, size) => {
      const history = historyOf(steps)
      const live = await built(history.facts, size)
      const whole = await built(history.facts, 1_000)
      const short = await built(shortened(history), 1_000)
      try {
        const expected = await shown(live)
        t.strictSame(await shown(whole), expected, 'the log shows what was deleted')
        t.strictSame(await shown(short), expected, 'the log no longer shows it')
      } finally {
        await Promise.all([live.close(), whole.close(), short.close()])
      }
    }),
    { numRuns: 2 },
  )
})

test('the sequences given by a recovery stay distinct after the log has lost that recovery', async (t) => {
  const { facts, gone } = recoveredHistory()
  const live = await built(facts, 10)
  const short = await built(shortened({ facts, gone, times: new Map() }), 10)
  t.teardown(() => Promise.all([live.close(), short.close()]))
  const sequences = await live.query(SEQUENCES)
  t.same(sequences, [{ n: 3 }, { n: 3 }, { n: 4 }], 'given up, recovered, and the next one')
  t.same(await short.query(SEQUENCES), sequences)
  const recoveries = await live.query(RECOVERIES)
  t.same(
    recoveries,
    [{ status: 'done', found: 1, enqueued: 1 }],
    'the recovery that is not too old',
  )
  t.same(await short.query(RECOVERIES), recoveries)
})

const SEQUENCES = 'select sequence::int as n from deliveries order by sequence'
const RECOVERIES = 'select status, found::int, enqueued::int from delivery_recoveries order by id'

const ORPHANS = `select count(*)::int as n from deliveries d
  where not exists (select from outbound_events e where e.id = d.event_id)`

const ORPHANED_PARTS = `select count(*)::int as n from raw_event_parts p
  where not exists (select from raw_events r where r.id = p.raw_event_id)`

/** Raw events are filtered by known event names, and all names used here are known. */
function asFacets(
  { name }: Pick<ListSource, 'name'>,
  filter: Filter | undefined,
): Filter | undefined {
  const { event, ...others } = filter ?? {}
  return event && name === RAW.name ? { ...others, known_event: event } : filter
}

type Doc = { readonly id: string; readonly [field: string]: unknown }
type Filter = Readonly<Record<string, string | readonly string[]>>

/** Feeds the facts in batches of at most `size`; a retention fact ends its batch. */
async function built(facts: readonly RecordedEvent[], size: number): Promise<Projecting> {
  const read = await projecting(projections)
  let batch: RecordedEvent[] = []
  for (const fact of facts) {
    batch.push(fact)
    if (batch.length < size && fact.type !== 'RetentionApplied') continue
    await read.given(...batch)
    batch = []
  }
  if (batch.length > 0) await read.given(...batch)
  const parked = await read.query('select type, error from parked_events')
  if (parked.length > 0) throw new Error(JSON.stringify(parked[0]))
  return read
}

async function page(
  read: Projecting,
  list: ListSource,
  query: PageQuery = ALL,
  filter?: Filter,
): Promise<{ total: number; docs: readonly Doc[] }> {
  const facets = filter && facetsWith(list, filter)
  const { text, values } =
    facets === undefined
      ? wholePage(list, accountId, query)
      : facetPage(list, accountId, facets, query)
  const [row] = await read.query<{ total: number; docs: string | null }>(text, values)
  return { total: row?.total ?? 0, docs: JSON.parse(`[${row?.docs ?? ''}]`) }
}

function fits(doc: Doc, filter: Filter | undefined): boolean {
  return Object.entries(filter ?? {}).every(([field, values]) =>
    [values].flat().includes(String(doc[field])),
  )
}

/** A delivery is deleted with its event, and the delivery of a raw event with that raw event. */
function isKept({ gone, times }: History, { event, event_id }: Doc): boolean {
  const at = times.get(String(event_id)) ?? ''
  return at >= gone.webhookDelivery && (event !== 'messages' || at >= gone.providerEvent)
}

/** All visible data and what the dispatchers read; positions and ordinals may have gaps elsewhere. */
async function shown(read: Projecting) {
  return {
    raw: await page(read, RAW),
    deliveries: await page(read, DELIVERIES),
    failed: await page(read, DELIVERIES, { offset: 2, limit: 5 }, { status: ['failed'] }),
    queues: await read.query('select id, pending from endpoint_queues order by id'),
    bodies: await read.query('select id, body from outbound_events order by id'),
    parts: await read.query('select id, body from raw_event_parts order by id'),
    asides: await read.query('select * from set_aside_posts order by id'),
    order: await read.query('select id from deliveries order by connection_id, ordinal'),
    retention: await read.query('select id, gone_before from retention order by id'),
  }
}
