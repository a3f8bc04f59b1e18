import { randomUUID } from 'node:crypto'
import { providerMessageId } from '@recado/application/ids'
import type { ConversationStatusChanged } from '@recado/domain/conversation/events'
import type { Fact } from '@recado/domain/decision'
import type { MessageEvent, MessageReceived } from '@recado/domain/message/events'
import type { Native } from '@recado/domain/native-json'
import fc from 'fast-check'
import { test } from 'tap'
import { accountId } from '../../examples/account.ts'
import { connectionId } from '../../examples/connection.ts'
import {
  accepted,
  callReceived,
  contactCreated,
  contactId,
  conversationId,
  conversationOpened,
  phoneLinked,
  sendRequested,
  statusReported,
  textReceived,
} from '../../examples/conversation-facts.ts'
import { projecting, recorded } from '../../kit/projecting.ts'
import { projections } from '../../kit/projections.ts'
import { ofMessage, stored } from '../../kit/stored.ts'

const ofProvider = (wamid: string, fact: Fact) =>
  stored(
    `providerMessage-${providerMessageId({ connection_id: connectionId, provider_message_id: wamid })}`,
    fact,
  )
const aPerson = () => [
  stored(`contact-${contactId}`, contactCreated),
  stored(`contact-${contactId}`, phoneLinked),
  stored(`conversation-${conversationId}`, conversationOpened),
]

test('an inbound message is shown in the log, the history and its conversation', async (t) => {
  const read = await projecting(projections)
  t.teardown(() => read.close())
  const id = randomUUID()
  await read.given(...aPerson(), ofMessage(textReceived(id, 'wamid.1')))
  const [message] = await read.query<{ doc: string; history_doc: string }>('select * from messages')
  t.match(JSON.parse(message?.doc ?? ''), {
    message_id: id,
    direction: 'inbound',
    origin: 'external',
    status: 'received',
    text: 'Oi',
    sender: { phone: '553187654321' },
    recipient: null,
    provider_timestamp: '2026-01-01T09:19:59.000Z',
  })
  t.match(JSON.parse(message?.history_doc ?? ''), { id, direction: 'in', body: 'Oi' })
  const [conversation] = await read.query<{ doc: string }>('select doc from conversations')
  t.match(JSON.parse(conversation?.doc ?? ''), {
    status: 'open',
    unread_count: 1,
    last_message_text: 'Oi',
    contacts: { phone: '553187654321' },
  })
  const [contact] = await read.query<{ auto_kind: string }>('select auto_kind from contacts')
  t.equal(contact?.auto_kind, 'engaged')
})

test('a conversation is listed from the first thing that is said in it', async (t) => {
  const read = await projecting(projections)
  t.teardown(() => read.close())
  const echo = { ...textReceived(randomUUID(), 'wamid.echo'), type: 'MessageSentElsewhere' }
  const aside = { message_type: 'reaction' } as const
  const revoked = { ...textReceived(randomUUID(), 'wamid.gone', aside), type: 'MessageRevoked' }
  const firsts = [
    textReceived(randomUUID(), 'wamid.1'),
    textReceived(randomUUID(), 'wamid.2', aside),
    revoked,
    echo,
    sendRequested(randomUUID()),
    callReceived('call.1'),
  ]
  for (const [n, first] of firsts.entries()) {
    const conversation_id = randomUUID()
    const opened = { ...conversationOpened, data: { ...conversationOpened.data, conversation_id } }
    const tagged = { conversation_id, tags: ['vip'], tagged_at: '2026-01-01T09:20:00.000Z' }
    await read.given(
      stored(`conversation-${conversation_id}`, opened),
      stored(`conversation-${conversation_id}`, { type: 'ConversationTagged', data: tagged }),
    )
    t.same(await listed(read), n, 'a conversation without a word is on no list')
    const data = { ...first.data, conversation_id }
    await read.given(stored(`said-${randomUUID()}`, { type: first.type, data }))
    t.same(await listed(read), n + 1, first.type)
  }
})

/** How many conversations the account's list has, by its total and by its facets. */
async function listed(read: Awaited<ReturnType<typeof projecting>>): Promise<number> {
  const [counted] = await read.query<{ total: number; facets: number; rows: number }>(`
    select (select coalesce(sum(n), 0)::integer from list_totals where id like 'conversations.account:%') as total,
      (select coalesce(sum(n), 0)::integer from list_blocks
        where lvl = 63 and list like 'conversations.account:%:%') as facets,
      (select count(*)::integer from conversations where listed_in is not null) as rows`)
  const { total = -1, facets, rows } = counted ?? {}
  return total === facets && total === rows ? total : -1
}

test('a retranslated message is shown so in its conversation, also in an imported log', async (t) => {
  const read = await projecting(projections)
  t.teardown(() => read.close())
  await read.given(...aPerson())
  const id = randomUUID()
  const received = ofMessage(textReceived(id, 'wamid.1', { text: '[unsupported]' }))
  // A copied event keeps its id and gets another position.
  const copied = { ...received, metadata: { ...received.metadata, log_id: 7 } }
  await read.given(copied)
  const { data } = textReceived(id, 'wamid.1')
  const again = { type: 'MessageRetranslated', data: { ...data, reading: 3 } } as const
  await read.given(ofMessage(again))
  t.match(await read.query('select text from messages'), [{ text: 'Oi' }])
  t.match(await read.query('select last_message_text from conversations'), [
    { last_message_text: 'Oi' },
  ])
})

test('a reaction extends the 24-hour window but changes neither preview nor unread count', async (t) => {
  const read = await projecting(projections)
  t.teardown(() => read.close())
  const reaction = textReceived(randomUUID(), 'wamid.2', {
    message_type: 'reaction',
    text: '👍',
    provider_timestamp: '2026-01-01T10:00:00.000Z',
  })
  await read.given(...aPerson(), ofMessage(textReceived(randomUUID(), 'wamid.1')))
  await read.given(ofMessage(reaction))
  const rows = await read.query(
    'select unread_count, last_message_text, last_inbound_at from conversations',
  )
  t.strictSame(rows, [
    {
      unread_count: 1,
      last_message_text: 'Oi',
      last_inbound_at: '2026-01-01T10:00:00.000Z',
    },
  ])
})

test('a call extends the 24-hour window and engages, but changes neither preview nor unread count', async (t) => {
  const read = await projecting(projections)
  t.teardown(() => read.close())
  const called = (id: string, at: string) =>
    recorded(`call-${randomUUID()}`, callReceived(id, at), { account_id: accountId })
  await read.given(...aPerson(), called('1', '2026-01-01T10:00:00.000Z'))
  await read.given(called('2', '2026-01-01T09:00:00.000Z'))
  const rows = await read.query(
    'select status, unread_count, last_message_text, last_inbound_at from conversations',
  )
  const last_inbound_at = '2026-01-01T10:00:00.000Z'
  t.match(rows, [{ status: 'open', unread_count: 0, last_message_text: null, last_inbound_at }])
  t.match(await read.query('select auto_kind from contacts'), [{ auto_kind: 'engaged' }])
})

test('events about other messages leave a closed conversation closed', async (t) => {
  const read = await projecting(projections)
  t.teardown(() => read.close())
  const status = async () =>
    (await read.query<{ status: string }>('select status from conversations'))[0]?.status
  const closed: ConversationStatusChanged = {
    type: 'ConversationStatusChanged',
    data: { conversation_id: conversationId, status: 'closed', changed_at: '2026-01-01T09:30:00Z' },
  }
  await read.given(...aPerson(), ofMessage(textReceived(randomUUID(), 'wamid.1')))
  await read.given(stored(`conversation-${conversationId}`, closed))
  for (const message_type of ['reaction', 'edit', 'revoke'] as const) {
    const { data } = textReceived(randomUUID(), `wamid.${message_type}`, { message_type })
    await read.given(ofMessage(asFact(message_type, data)))
    t.equal(await status(), 'closed', message_type)
  }
  await read.given(ofMessage(textReceived(randomUUID(), 'wamid.5')))
  t.equal(await status(), 'open')
})

/** Reactions are ordinary messages; edits and revocations have facts of their own. */
function asFact(type: 'reaction' | 'edit' | 'revoke', data: MessageReceived['data']): MessageEvent {
  if (type === 'reaction') return { type: 'MessageReceived', data }
  const original_provider_message_id = 'wamid.1'
  const fact = type === 'edit' ? ('MessageEdited' as const) : ('MessageRevoked' as const)
  return { type: fact, data: { ...data, original_provider_message_id } }
}

test('a text with a NUL character is stored without it', async (t) => {
  const read = await projecting(projections)
  t.teardown(() => read.close())
  const odd = textReceived(randomUUID(), 'wamid.1', { text: 'a\u0000b\\u0000' })
  const { parked } = await read.given(...aPerson(), ofMessage(odd))
  t.equal(parked, 0)
  t.strictSame(await read.query('select text from messages'), [{ text: 'ab\\u0000' }])
})

test('a fact that cannot be applied parks its stream and no other', async (t) => {
  const read = await projecting(projections)
  t.teardown(() => read.close())
  const bad = textReceived(randomUUID(), 'wamid.1', { provider_timestamp: 'no time at all' })
  const good = textReceived(randomUUID(), 'wamid.2')
  const { parked } = await read.given(...aPerson(), ofMessage(bad), ofMessage(good))
  t.equal(parked, 1)
  t.strictSame(await read.query('select id from messages'), [{ id: good.data.message_id }])
  t.strictSame(await read.query('select stream from parked_events'), [
    { stream: `message-${bad.data.message_id}` },
  ])
})

test('a fact with invalid ids is parked, and the projector goes on', async (t) => {
  const read = await projecting(projections)
  t.teardown(() => read.close())
  const good = textReceived(randomUUID(), 'wamid.2')
  const person = aPerson()
  const bad = ofMessage(textReceived('no uuid', 'wamid.1'))
  const { parked } = await read.given(...person, bad, ofMessage(good))
  t.equal(parked, 1)
  t.strictSame(await read.query('select id from messages'), [{ id: good.data.message_id }])
})

test('any order and repetition of acceptance and statuses ends in the same state', async (t) => {
  const read = await projecting(projections)
  t.teardown(() => read.close())
  await read.given(...aPerson())
  const steps = ['accepted', 'sent', 'delivered', 'read', 'failed', 'sent', 'delivered'] as const
  const order = fc.shuffledSubarray([...steps.keys()], { minLength: steps.length })
  await fc.assert(
    fc.asyncProperty(order, fc.integer({ min: 1, max: 4 }), async (indexes, batch) => {
      const id = randomUUID()
      const wamid = `wamid.${id}`
      await read.given(ofMessage(sendRequested(id)))
      const facts = indexes.map((index) => {
        const step = steps[index] ?? 'sent'
        return step === 'accepted'
          ? ofMessage(accepted(id, wamid))
          : ofProvider(wamid, statusReported(wamid, step, index % 4))
      })
      for (let i = 0; i < facts.length; i += batch) await read.given(...facts.slice(i, i + batch))
      t.strictSame(
        await read.query(
          `select status, provider_message_id, sent_at, delivered_at, read_at, failed_at, send_state,
             doc::json->>'error' as error from messages where id = $1`,
          [id],
        ),
        [
          {
            status: 'read',
            provider_message_id: wamid,
            sent_at: '2026-01-01T09:00:01.000Z',
            delivered_at: '2026-01-01T09:00:02.000Z',
            read_at: '2026-01-01T09:00:03.000Z',
            failed_at: '2026-01-01T09:00:00.000Z',
            send_state: 'sent',
            error: null,
          },
        ],
      )
    }),
    { numRuns: 15 },
  )
})

test('a status proves a send whose response was lost, by the message id or by the client value', async (t) => {
  const read = await projecting(projections)
  t.teardown(() => read.close())
  const [ours, theirs, twin] = [randomUUID(), randomUUID(), randomUUID()]
  await read.given(
    ...aPerson(),
    ofMessage(sendRequested(ours)),
    ofMessage(sendRequested(theirs, 'order-1')),
    ofMessage(sendRequested(twin, 'order-2')),
    ofMessage(sendRequested(randomUUID(), 'order-2')),
    ofProvider('wamid.a', statusReported('wamid.a', 'delivered', 1, ours)),
    ofProvider('wamid.b', statusReported('wamid.b', 'sent', 1, 'order-1')),
    ofProvider('wamid.c', statusReported('wamid.c', 'sent', 1, 'order-2')),
  )
  const status = async (id: string) =>
    (await read.query<{ status: string }>('select status from messages where id = $1', [id]))[0]
      ?.status
  t.equal(await status(ours), 'delivered')
  t.equal(await status(theirs), 'sent')
  t.equal(await status(twin), 'pending', 'two sends share this value: neither is proven')
})

test('a send that was accepted twice is found by the statuses of either id', async (t) => {
  const read = await projecting(projections)
  t.teardown(() => read.close())
  for (const reported of ['wamid.first', 'wamid.second']) {
    const id = randomUUID()
    const [one, other] = [`wamid.first.${id}`, `wamid.second.${id}`]
    await read.given(
      ...aPerson(),
      ofMessage(sendRequested(id)),
      ofMessage(accepted(id, one)),
      ofMessage(accepted(id, other)),
    )
    const wamid = `${reported}.${id}`
    await read.given(ofProvider(wamid, statusReported(wamid, 'delivered', 1)))
    t.strictSame(await read.query('select status from messages where id = $1', [id]), [
      { status: 'delivered' },
    ])
  }
})

test("the error of a failed status is shown as text, whatever the provider's error contains", async (t) => {
  const read = await projecting(projections)
  t.teardown(() => read.close())
  const id = randomUUID()
  const report = statusReported('wamid.1', 'failed', 1)
  const errors = [{ code: { a: 1 }, title: 7, message: ['x'], error_data: { details: { b: 2 } } }]
  await read.given(
    ...aPerson(),
    ofMessage(sendRequested(id)),
    ofMessage(accepted(id, 'wamid.1')),
    ofProvider('wamid.1', {
      ...report,
      data: { ...report.data, intent: { ...report.data.intent, errors } },
    }),
  )
  const [row] = await read.query<{ doc: string }>('select doc from messages')
  const error = { code: 'unknown', class: 'unknown', title: '7', details: null }
  t.match(JSON.parse(row?.doc ?? ''), { status: 'failed', error })
})

test('what Meta charges is what the earliest status says that says it, in any order', async (t) => {
  const read = await projecting(projections)
  t.teardown(() => read.close())
  await read.given(...aPerson())
  const priced = (second: number, pricing: object | null) => {
    const fact = statusReported('wamid.1', 'delivered', second)
    const intent = { ...fact.data.intent, pricing: pricing as Native | null }
    return { ...fact, data: { ...fact.data, intent } }
  }
  const first = { category: 'utility', billable: true, type: 'regular', pricing_model: 'PMP' }
  const reports = [
    priced(1, null),
    priced(2, first),
    priced(3, { category: 'service', billable: 'no' }),
  ]
  const shown = { category: 'utility', billable: true, type: 'regular' }
  for (const [n, order] of [reports, reports.toReversed()].entries())
    for (const isLate of [true, false]) {
      const wamid = `wamid.${n}.${isLate}`
      const id = randomUUID()
      await read.given(ofMessage(sendRequested(id)))
      const statuses = () =>
        order.map((fact) => {
          const intent = { ...fact.data.intent, provider_message_id: wamid }
          return ofProvider(wamid, { ...fact, data: { ...fact.data, intent } })
        })
      const sent = () => ofMessage(accepted(id, wamid))
      if (!isLate) await read.given(sent())
      await read.given(...statuses())
      if (isLate) await read.given(sent())
      const [row] = await read.query('select pricing, doc from messages where id = $1', [id])
      const { pricing, doc } = row as { pricing: object; doc: string }
      t.strictSame([pricing, JSON.parse(doc).pricing], [shown, shown], wamid)
    }
})
