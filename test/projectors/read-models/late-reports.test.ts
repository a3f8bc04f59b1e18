import { randomUUID } from 'node:crypto'
import { isDeepStrictEqual } from 'node:util'
import type { Fact } from '@recado/domain/decision'
import type {
  MessageContentReceived,
  MessageMarkedRead,
  MessageSentElsewhere,
} from '@recado/domain/message/events'
import fc from 'fast-check'
import { test } from 'tap'
import { connectionId, connectionRegistered } from '../../examples/connection.ts'
import {
  accepted,
  callReceived,
  contactCreated,
  contactId,
  conversationOpened,
  sendRequested,
  textReceived,
} from '../../examples/conversation-facts.ts'
import { projecting } from '../../kit/projecting.ts'
import { projections } from '../../kit/projections.ts'
import { ofMessage, stored } from '../../kit/stored.ts'

/** @param second of one minute */
const at = (second: number) =>
  `2026-01-01T09:${String(Math.floor(second / 60)).padStart(2, '0')}:${String(second % 60).padStart(2, '0')}.000Z`

const received = (second: number, text = `said ${second}`) =>
  textReceived(randomUUID(), `wamid.${randomUUID()}`, { text, provider_timestamp: at(second) })
const echoed = (second: number): MessageSentElsewhere => ({
  type: 'MessageSentElsewhere',
  data: received(second, `answered ${second}`).data,
})
const marked = ({ data }: ReturnType<typeof received>): MessageMarkedRead => {
  const { message_id, connection_id, conversation_id, contact_id } = data
  const ids = { message_id, connection_id, conversation_id, contact_id }
  return { type: 'MessageMarkedRead', data: { ...ids, marked_at: at(0) } }
}

type Seen = {
  unread_count: number
  last_message_text: string
  last_inbound_at: string
  waits: number
}

const read = await projecting(projections)
await read.given(
  stored(`connection-${connectionId}`, connectionRegistered),
  stored(`contact-${contactId}`, contactCreated),
)

/** A new conversation of the contact, to which facts of the example conversation are addressed instead. */
async function conversation() {
  const conversation_id = randomUUID()
  const opened = { ...conversationOpened, data: { ...conversationOpened.data, conversation_id } }
  await read.given(stored(`conversation-${conversation_id}`, opened))
  type Any = Fact & { data: { message_id: string } }
  const given = (...facts: readonly Any[]) =>
    read.given(
      ...facts.map((fact) =>
        ofMessage({ ...fact, data: { ...fact.data, conversation_id } } as Any),
      ),
    )
  const seen = async () =>
    (
      await read.query<Seen>(
        `select unread_count, last_message_text, last_inbound_at,
          (select count(*)::int from unanswered where id = $1) as waits
         from conversations where id = $1`,
        [conversation_id],
      )
    )[0] as Seen
  return { given, seen, conversation_id }
}

test('an echo that comes late reads what the person had written by then, and is no preview', async (t) => {
  const { given, seen } = await conversation()
  await given(received(300, 'Ainda tem?'), echoed(60))
  t.match(await seen(), { unread_count: 1, last_message_text: 'Ainda tem?', waits: 1 })
  await given(received(50, 'atrasada'))
  t.match(
    await seen(),
    { unread_count: 1, last_message_text: 'Ainda tem?' },
    'answered by the echo',
  )
  await given(received(200, 'também atrasada'))
  t.match(await seen(), { unread_count: 2, last_message_text: 'Ainda tem?' })
  await given(echoed(250))
  t.match(await seen(), { unread_count: 1 }, 'an echo between the two reads the older one only')
  await given(echoed(301))
  t.match(await seen(), { unread_count: 0, last_message_text: 'answered 301', waits: 0 })
})

test('of reports in one second the later one counts', async (t) => {
  const { given, seen } = await conversation()
  await given(received(10), echoed(10), received(10, 'e agora'))
  t.match(await seen(), { unread_count: 1, last_message_text: 'e agora' })
})

test('what comes by the API keeps the order of arrival', async (t) => {
  const { given, seen } = await conversation()
  const send = randomUUID()
  await given(received(300), sendRequested(send), received(100), accepted(send, `wamid.${send}`))
  t.match(await seen(), { unread_count: 1, last_message_text: 'Bom dia' })
  const newest = received(400)
  await given(newest, received(350), received(450), marked(newest))
  t.match(await seen(), { unread_count: 1 }, 'a mark reads what was said before the message')
  await given(received(390))
  t.match(await seen(), { unread_count: 2 }, 'nobody had seen what came after the mark')
})

test('a call that comes late neither shortens nor moves the window', async (t) => {
  const { given, seen, conversation_id } = await conversation()
  await given(received(300))
  const { data, ...call } = callReceived('wacid.late', at(20))
  await read.given(
    stored(`call-${randomUUID()}`, { ...call, data: { ...data, conversation_id } } as Fact),
  )
  t.match(await seen(), { last_inbound_at: at(300) })
})

test('any order of the provider’s reports gives what the order of its time gives', async () => {
  const report = fc.record({ kind: fc.constantFrom('in' as const, 'out' as const) })
  const orders = fc
    .array(report, { minLength: 2, maxLength: 14 })
    .chain((all) =>
      fc.tuple(
        fc.constant(all.map((one, second) => ({ ...one, second }))),
        fc.shuffledSubarray([...all.keys()], { minLength: all.length }),
        fc.integer({ min: 1, max: 5 }),
      ),
    )
  await fc.assert(
    fc.asyncProperty(orders, async ([reports, order, size]) => {
      const after = async (places: readonly number[]) => {
        const { given, seen } = await conversation()
        const facts = places.map((place) =>
          reports[place]?.kind === 'in' ? received(place) : echoed(place),
        )
        for (let from = 0; from < facts.length; from += size)
          await given(...facts.slice(from, from + size))
        const { waits: _, ...shown } = await seen()
        return shown
      }
      const inOrder = await after([...order.keys()])
      return isDeepStrictEqual(await after(order), inOrder)
    }),
    { numRuns: 12 },
  )
})

test('content that comes after a placeholder replaces it in list, history and preview, and is told once more', async (t) => {
  const { given, seen, conversation_id } = await conversation()
  const stub = textReceived(randomUUID(), `wamid.${randomUUID()}`, {
    ...{ message_type: 'unsupported', text: '[unsupported]', provider_timestamp: at(10) },
  })
  const intent = { ...stub.data.intent, message_type: 'text' as const, text: 'Vim pelo anúncio' }
  const content: MessageContentReceived = {
    type: 'MessageContentReceived',
    data: { ...stub.data, intent },
  }
  await given(stub, content)
  t.match(await seen(), { unread_count: 1, last_message_text: 'Vim pelo anúncio' })
  const [row] = await read.query<{ doc: string; history_doc: string }>(
    'select doc, history_doc from messages where conversation_id = $1',
    [conversation_id],
  )
  t.match(JSON.parse(row?.doc ?? ''), { type: 'text', text: 'Vim pelo anúncio' })
  t.match(JSON.parse(row?.history_doc ?? ''), { type: 'text', body: 'Vim pelo anúncio' })
  const told = await read.query<{ body: string }>(
    "select body from outbound_events where message_id = $1 and event = 'whatsapp.message.received' order by log_id",
    [stub.data.message_id],
  )
  const texts = told.map(({ body }) => JSON.parse(body).data.message.text)
  t.same(texts, ['[unsupported]', 'Vim pelo anúncio'])
})

test('the database goes', async () => {
  await read.close()
})
