import { randomUUID } from 'node:crypto'
import { messageId } from '@recado/application/ids'
import type { Fact } from '@recado/domain/decision'
import type {
  ImportedContent,
  ImportedIntent,
  ImportedMediaReceived,
  MessageImported,
} from '@recado/domain/imported-message/events'
import fc from 'fast-check'
import { t as file, test } from 'tap'
import { connectionRegistered } from '../../examples/connection.ts'
import { contactCreated, contactId, conversationOpened } from '../../examples/conversation-facts.ts'
import { projecting } from '../../kit/projecting.ts'
import { projections } from '../../kit/projections.ts'
import { stored } from '../../kit/stored.ts'

const read = await projecting(projections)
file.teardown(() => read.close())
await read.given(stored(`contact-${contactId}`, contactCreated))

const at = (minute: number) => new Date(Date.UTC(2025, 9, 1, 9, minute)).toISOString()

/** A new conversation on a new number. */
async function conversation() {
  const [connection_id, conversation_id] = [randomUUID(), randomUUID()]
  const ids = { connection_id, conversation_id, contact_id: contactId }
  const registered = { ...connectionRegistered.data, connection_id }
  await read.given(
    stored(`connection-${connection_id}`, { type: 'ConnectionRegistered', data: registered }),
    stored(`conversation-${conversation_id}`, {
      type: 'ConversationOpened',
      data: { ...conversationOpened.data, ...ids },
    }),
  )
  return ids
}

type Ids = Awaited<ReturnType<typeof conversation>>

const party = {
  ...{ phone: '553187654321', business_scoped_user_id: null, username: null, lid: null },
  parent_business_scoped_user_id: null,
}
const content = (n: number, of: Partial<ImportedContent> = {}): ImportedContent => ({
  ...{ provider_message_id: `wamid.${n}`, message_type: 'text', text: `said ${n}`, content: null },
  reply_to_message_id: null,
  ...of,
})
const origin = { raw_event_id: randomUUID(), recorded_at: at(0) }

function importedFact(ids: Ids, n: number, of: Partial<ImportedIntent> = {}) {
  const { connection_id } = ids
  const message_id = messageId({ connection_id, provider_message_id: `wamid.${n}` })
  const intent: ImportedIntent = {
    ...content(n),
    ...{ party, provider_timestamp: at(n), direction: 'inbound', status: 'received' },
    ...of,
  }
  const data = { ...ids, message_id, intent, ...origin }
  return stored(`importedMessage-${message_id}`, {
    type: 'MessageImported',
    data,
  } satisfies MessageImported)
}

function mediaFact({ connection_id }: Ids, n: number) {
  const message_id = messageId({ connection_id, provider_message_id: `wamid.${n}` })
  const intent = content(n, { message_type: 'image', text: `image ${n}` })
  const data = { message_id, connection_id, intent, ...origin }
  return stored(`importedMessage-${message_id}`, {
    type: 'ImportedMediaReceived',
    data,
  } satisfies ImportedMediaReceived)
}

function liveFact(ids: Ids, n: number, type: 'MessageReceived' | 'MessageSentElsewhere') {
  const { connection_id } = ids
  const message_id = messageId({ connection_id, provider_message_id: `wamid.${n}` })
  const intent = {
    ...content(n, { text: `live ${n}` }),
    ...{ party, profile_name: null, provider_timestamp: at(n), referral: null, payload: {} },
  }
  return stored(`message-${message_id}`, {
    type,
    data: { ...ids, message_id, intent, ...origin },
  } as Fact)
}

type Shown = {
  status: string
  unread_count: number
  last_message_text: string | null
  last_message_at: Date
  last_inbound_at: Date | null
  imported_count: number
  history_messages: number
  place: string
}

async function shown({ conversation_id }: Ids) {
  const [row] = await read.query<Shown>(
    `select t.status, unread_count, last_message_text, last_message_at, last_inbound_at, imported_count,
      c.history_messages, t.account_pos < 0 as below
     from conversations t join connections c on c.id = t.connection_id where t.id = $1`,
    [conversation_id],
  )
  const past = await read.query<{ text: string; type: string }>(
    'select type, text from imported_messages where conversation_id = $1 order by said_at, id',
    [conversation_id],
  )
  const live = await read.query<{ text: string; conversation_pos: number }>(
    'select text from messages where conversation_id = $1 order by conversation_pos',
    [conversation_id],
  )
  return { row, past: past.map(({ text }) => text), live: live.map(({ text }) => text) }
}

test('a conversation of the history alone shows its newest message, and waits for nobody', async (t) => {
  const ids = await conversation()
  await read.given(
    importedFact(ids, 5),
    importedFact(ids, 2),
    importedFact(ids, 9, { message_type: 'reaction', text: '👍' }),
  )
  t.match(await shown(ids), {
    row: {
      ...{ status: 'open', unread_count: 0, last_message_text: 'said 5', last_inbound_at: null },
      ...{ imported_count: 3, history_messages: 3, below: true, last_message_at: at(5) },
    },
    past: ['said 2', 'said 5', '👍'],
    live: [],
  })
  const [{ events } = { events: -1 }] = await read.query<{ events: number }>(
    'select count(*)::int as events from outbound_events',
  )
  t.equal(events, 0, 'no webhook reports it')
})

test('histories are listed by time, below what was said since, and a live message lifts its conversation', async (t) => {
  const [old, recent, live] = [await conversation(), await conversation(), await conversation()]
  await read.given(importedFact(recent, 50), liveFact(live, 1, 'MessageReceived'))
  await read.given(importedFact(old, 40), importedFact(live, 59))
  const order = async () => {
    const rows = await read.query<{ id: string }>(
      'select id from conversations where id = any($1) order by account_pos desc',
      [[old, recent, live].map(({ conversation_id }) => conversation_id)],
    )
    return rows.map(({ id }) => id)
  }
  const names = (...all: Ids[]) => all.map(({ conversation_id }) => conversation_id)
  t.same(await order(), names(live, recent, old))
  t.match(await shown(live), { row: { last_message_text: 'live 1' } }, 'not moved by its history')
  await read.given(liveFact(old, 60, 'MessageReceived'))
  t.same(await order(), names(old, live, recent))
})

test('what is shown depends on no order and no repetition of chunks and live reports', async (t) => {
  const ofMessage = fc.subarray(['imported', 'media', 'live'] as const, { minLength: 1 })
  const reports = fc
    .array(ofMessage, { minLength: 1, maxLength: 6 })
    .map((all) => all.flatMap((kinds, n) => kinds.map((kind) => ({ kind, n }))))
  const arrivals = reports.chain((all) => {
    const others = all.filter(({ kind }) => kind !== 'live')
    const repeated = fc.tuple(fc.subarray(others), fc.integer({ min: 1, max: 5 }))
    return fc.record({
      all: fc.constant(all),
      orders: fc.tuple(order(all), order(all)),
      repeated,
    })
  })
  await fc.assert(
    fc.asyncProperty(arrivals, async ({ all, orders, repeated: [again, size] }) => {
      const [plain, other] = [await conversation(), await conversation()]
      const facts = (ids: Ids, reports: readonly Report[]) => reports.map((one) => factOf(ids, one))
      await read.given(...facts(plain, inLiveOrder(orders[0])))
      for (let from = 0; from < all.length; from += size)
        await read.given(...facts(other, inLiveOrder(orders[1]).slice(from, from + size)))
      if (again.length > 0) await read.given(...facts(other, again))
      t.strictSame(await shown(other), await shown(plain))
    }),
    { numRuns: 60 },
  )
})

type Report = { readonly kind: 'imported' | 'media' | 'live'; readonly n: number }

function order(all: readonly Report[]) {
  return fc.shuffledSubarray([...all], { minLength: all.length, maxLength: all.length })
}

/** Live reports keep their own order, since that is the order of their list; all else is anywhere between them. */
function inLiveOrder(reports: readonly Report[]): readonly Report[] {
  const live = reports.filter(({ kind }) => kind === 'live').sort((a, b) => a.n - b.n)
  return reports.map((one) => (one.kind === 'live' ? (live.shift() as Report) : one))
}

function factOf(ids: Ids, { kind, n }: Report) {
  if (kind === 'imported') return importedFact(ids, n)
  if (kind === 'media') return mediaFact(ids, n)
  return liveFact(ids, n, n % 2 === 0 ? 'MessageReceived' : 'MessageSentElsewhere')
}

test('the transfer of a history', async (t) => {
  const { connection_id } = await conversation()
  const given = (type: string, data: object) =>
    read.given(stored(`connection-${connection_id}`, { type, data: { connection_id, ...data } }))
  const seen = async () => {
    const [row] = await read.query<{ history_progress: object }>(
      'select history_progress from connections where id = $1',
      [connection_id],
    )
    return row?.history_progress
  }
  await given('HistoryDeclined', { code: 2593109, title: null, declined_at: at(1) })
  t.match(await seen(), { declined_at: at(1), progress: null, completed_at: null })
  await given('HistoryProgressed', { phase: 2, progress: 100, progressed_at: at(2) })
  t.match(await seen(), { phase: 2, progress: 100, completed_at: at(2), declined_at: null })
})
