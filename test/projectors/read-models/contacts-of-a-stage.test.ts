import { randomUUID } from 'node:crypto'
import {
  accountContacts,
  connectionContacts,
  stageFilter,
} from '@recado/query-api/contacts/contact-source'
import { facetPage } from '@recado/query-api/paging/facet-page'
import type { PageQuery } from '@recado/query-api/paging/list-source'
import fc from 'fast-check'
import { test } from 'tap'
import { accountId } from '../../examples/account.ts'
import { connectionId } from '../../examples/connection.ts'
import { conversationOpened } from '../../examples/conversation-facts.ts'
import { at, stageAdded } from '../../examples/funnel.ts'
import { type Projecting, projecting, recorded } from '../../kit/projecting.ts'
import { projections } from '../../kit/projections.ts'
import { playFunnel, stepNames } from './funnel-model.ts'

const step = fc.oneof(
  ...stepNames.map(({ what, weight }) => ({
    weight,
    arbitrary: fc.record({ what: fc.constant(what), a: fc.nat(5_000), b: fc.nat(5_000) }),
  })),
)
const pageQuery = fc.record({ offset: fc.nat(150), limit: fc.integer({ min: 1, max: 60 }) })

test('the list of a stage, with or without a connection, has the contacts that show the stage, after any history of stages, contacts and sales', async (t) => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(step, { minLength: 30, maxLength: 250 }),
      fc.array(pageQuery, { minLength: 2, maxLength: 4 }),
      async (steps, pages) => {
        const read = await projecting(projections)
        const rebuilt = await projecting(projections)
        try {
          const { facts, stages, connections, on } = playFunnel(steps)
          for (let i = 0; i < facts.length; i += 40)
            t.match(await read.given(...facts.slice(i, i + 40)), { parked: 0 })
          await rebuilt.given(...facts)
          for (const stage of stages)
            for (const connection of [undefined, ...connections])
              for (const query of [...pages, { offset: 0, limit: 50 }]) {
                const { offset, limit } = query
                const ids = on(stage, connection)
                const expected = { total: ids.length, ids: ids.slice(offset, offset + limit) }
                const shown = await pageOf(read, stage, connection, query)
                t.strictSame(shown, expected)
                t.strictSame(await pageOf(rebuilt, stage, connection, query), expected, 'rebuilt')
              }
          for (const kept of [BLOCKS, MEMBERS])
            t.strictSame(await read.query(kept), await rebuilt.query(kept))
        } finally {
          await Promise.all([read.close(), rebuilt.close()])
        }
      },
    ),
    { numRuns: 6 },
  )
})

test('a contact whose merge is undone is listed again under the stage of the connection', async (t) => {
  const read = await projecting(projections)
  t.teardown(() => read.close())
  const stage_id = randomUUID()
  const [older, younger] = [randomUUID(), randomUUID()]
  const say = (stream: string, type: string, data: object) =>
    read.given(recorded(stream, { type, data }, { account_id: accountId }))
  const onStage = () => pageOf(read, stage_id, connectionId, { offset: 0, limit: 50 })
  await say(`funnel-${accountId}`, 'StageAdded', { ...stageAdded.data, stage_id, auto_kind: null })
  const other = { ...stageAdded.data, stage_id: randomUUID(), auto_kind: 'new' }
  await say(`funnel-${accountId}`, 'StageAdded', other)
  for (const contact_id of [older, younger]) {
    const opened = { ...conversationOpened.data, conversation_id: randomUUID(), contact_id }
    await say(`contact-${contact_id}`, 'ContactCreated', { contact_id, created_at: at })
    await say(`conversation-${opened.conversation_id}`, 'ConversationOpened', opened)
  }
  const ids = { contact_id: younger, survivor_id: older }
  await say(`contact-${younger}`, 'ContactMovedToStage', { ...ids, stage_id, moved_at: at })
  t.strictSame(await onStage(), { total: 1, ids: [younger] })
  await say(`contact-${younger}`, 'ContactMerged', { ...ids, merged_at: at })
  t.strictSame(await onStage(), { total: 0, ids: [] })
  await say(`contact-${younger}`, 'ContactUnmerged', { ...ids, unmerged_at: at })
  t.strictSame(await onStage(), { total: 1, ids: [younger] })
  await say(`contact-${younger}`, 'ContactReturnedToAutomaticStage', { ...ids, returned_at: at })
  t.strictSame(await onStage(), { total: 0, ids: [] })
})

const BLOCKS = 'select * from list_blocks order by lvl, list, b'
const MEMBERS = 'select * from contact_connections order by id'

async function pageOf(
  read: Projecting,
  stageId: string,
  connectionId: string | undefined,
  query: PageQuery,
) {
  const facetFilter = stageFilter(stageId)
  const { text, values } =
    connectionId === undefined
      ? facetPage(accountContacts(accountId), accountId, facetFilter, query)
      : facetPage(connectionContacts(accountId), connectionId, facetFilter, query)
  const [row] = await read.query<{ total: number; docs: string | null }>(text, values)
  const shown = JSON.parse(`[${row?.docs ?? ''}]`) as { id: string; stage_id: string }[]
  if (shown.some(({ stage_id }) => stage_id !== stageId)) throw new Error('shows another stage')
  return { total: row?.total, ids: shown.map(({ id }) => id) }
}
