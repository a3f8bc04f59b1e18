import { randomUUID } from 'node:crypto'
import { providerMessageId } from '@recado/application/ids'
import type { RecordedEvent } from '@recado/infra/event-store/event-store'
import { conversationList } from '@recado/query-api/conversations/conversation-source'
import { messageLog } from '@recado/query-api/messages/message-source'
import { facetPage, facetsWith } from '@recado/query-api/paging/facet-page'
import { documentOf, type ListSource, type PageQuery } from '@recado/query-api/paging/list-source'
import fc from 'fast-check'
import { test } from 'tap'
import { accountId } from '../../examples/account.ts'
import { connectionId } from '../../examples/connection.ts'
import {
  accepted,
  conversationOpened,
  sendRequested,
  statusReported,
  textReceived,
} from '../../examples/conversation-facts.ts'
import { type Projecting, projecting, recorded } from '../../kit/projecting.ts'
import { projections } from '../../kit/projections.ts'

const CONNECTIONS = [connectionId, '3a1f0d2e-0b1c-4c55-9a64-0f3c9d2b1d99']
const TALKS = CONNECTIONS.flatMap((connection_id) =>
  Array.from({ length: 8 }, () => ({
    connection_id,
    conversation_id: randomUUID(),
    contact_id: randomUUID(),
  })),
)
const at = '2026-01-01T09:20:00.000Z'

type Said = { readonly talk: number; readonly what: string; readonly status: string }
const said = fc.record({
  talk: fc.nat(TALKS.length - 1),
  what: fc.constantFrom('received', 'received', 'read', 'sent', 'sent', 'changed'),
  status: fc.constantFrom('pending', 'sent', 'delivered', 'read', 'failed', 'closed', 'open'),
})
const page = fc.record({ offset: fc.nat(200), limit: fc.integer({ min: 1, max: 60 }) })
const connection_id = fc.option(
  fc.oneof(fc.constantFrom(...CONNECTIONS), fc.constant(CONNECTIONS), fc.constant([])),
  { nil: undefined },
)
const direction = fc.option(fc.constantFrom('inbound', 'outbound'), { nil: undefined })
const error_class = fc.option(fc.constantFrom('undeliverable', 'none'), { nil: undefined })
const ofMessage = fc.constantFrom('received', 'read', 'pending', 'sent', 'delivered', 'failed')
const ofTalk = fc.constantFrom('open', 'pending', 'closed')
const asked = fc.record({
  messages: fc.record({
    connection_id,
    direction,
    status: fc.option(ofMessage, { nil: undefined }),
    error_class,
  }),
  conversations: fc.record({ connection_id, status: fc.option(ofTalk, { nil: undefined }) }),
})

test('messages and conversations by any filter equal count(*) and OFFSET', async (t) => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(said, { minLength: 100, maxLength: 400 }),
      fc.array(fc.tuple(asked, page), { minLength: 10, maxLength: 20 }),
      async (history, pages) => {
        const read = await projecting(projections)
        try {
          const facts = [...TALKS.map(opened), ...history.flatMap(factsOf)]
          for (let i = 0; i < facts.length; i += 100)
            t.match(await read.given(...facts.slice(i, i + 100)), { parked: 0 })
          for (const [{ messages, conversations }, query] of pages) {
            const first = { offset: 0, limit: 50 }
            for (const at of [query, first]) {
              await compare(read, messageLog, messages, at)
              await compare(read, conversationList, conversations, at)
            }
          }
        } finally {
          await read.close()
        }
      },
    ),
    { numRuns: 4 },
  )

  async function compare(read: Projecting, list: ListSource, filter: Filter, query: PageQuery) {
    const facetFilter = facetsWith(list, filter)
    if (facetFilter === undefined) return
    const { text, values } = facetPage(list, accountId, facetFilter, query)
    const [kept] = await read.query<{ total: number; docs: string | null }>(text, values)
    t.strictSame(kept, await plain(read, list, filter, query), JSON.stringify(filter))
  }
})

type Filter = Readonly<Record<string, string | readonly string[] | undefined>>

function opened(talk: (typeof TALKS)[number]): RecordedEvent {
  const fact = { ...conversationOpened, data: { ...talk, opened_at: at } }
  return recorded(`conversation-${talk.conversation_id}`, fact, { account_id: accountId })
}

function factsOf({ talk, what, status }: Said): RecordedEvent[] {
  const place = TALKS[talk]
  if (place === undefined) return []
  const id = randomUUID()
  const wamid = `wamid.${id}`
  const say = (stream: string, { type, data }: { type: string; data: object }) =>
    recorded(stream, { type, data: { ...data, ...place } }, { account_id: accountId })
  const message = `message-${id}`
  if (what === 'changed') {
    const changed = ['open', 'pending', 'closed'].includes(status) ? status : 'closed'
    const data = { status: changed, changed_at: at }
    return [
      say(`conversation-${place.conversation_id}`, { type: 'ConversationStatusChanged', data }),
    ]
  }
  if (what === 'received' || what === 'read') {
    const marked = { type: 'MessageMarkedRead', data: { message_id: id, marked_at: at } }
    const arrived = say(message, textReceived(id, wamid))
    return what === 'read' ? [arrived, say(message, marked)] : [arrived]
  }
  const reported = ['sent', 'delivered', 'read', 'failed'].find((known) => known === status)
  const stream = `providerMessage-${providerMessageId({ connection_id: place.connection_id, provider_message_id: wamid })}`
  return [
    say(message, sendRequested(id)),
    ...(status === 'pending' ? [] : [say(message, accepted(id, wamid))]),
    ...(reported === undefined ? [] : [say(stream, statusReported(wamid, reported as 'sent', 5))]),
  ]
}

/** The same query by plain SQL, without any of the kept counts. */
async function plain(read: Projecting, list: ListSource, filter: Filter, query: PageQuery) {
  const given = Object.entries(filter).filter(([, value]) => value !== undefined)
  const where = [
    `t.${list.key} = $1`,
    ...given.map(([column], i) => `t.${column}::text = any($${i + 4})`),
  ].join(' and ')
  const text = `select (select count(*) from ${list.table} t where ${where}) as total,
    (select string_agg(doc, ',') from (
      select ${documentOf({ ...list, doc: 't.doc' }).text} as doc from ${list.table} t where ${where}
      order by t.${list.position} desc offset $2 limit $3) d) as docs`
  const asked = given.map(([, value]) => [value].flat())
  const [row] = await read.query(text, [accountId, query.offset, query.limit, ...asked])
  return row
}
