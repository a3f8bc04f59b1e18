import { randomUUID } from 'node:crypto'
import { providerMessageId } from '@recado/application/ids'
import type { MessageMarkedRead, MessageSentElsewhere } from '@recado/domain/message/events'
import fc from 'fast-check'
import { test } from 'tap'
import { connectionId, connectionRegistered } from '../../examples/connection.ts'
import {
  accepted,
  contactCreated,
  contactId,
  conversationId,
  conversationOpened,
  sendRequested,
  statusReported,
  textReceived,
} from '../../examples/conversation-facts.ts'
import { projecting } from '../../kit/projecting.ts'
import { projections } from '../../kit/projections.ts'
import { ofMessage, stored } from '../../kit/stored.ts'

function markedRead({ data }: ReturnType<typeof textReceived>): MessageMarkedRead {
  const { message_id, connection_id, conversation_id, contact_id } = data
  const ids = { message_id, connection_id, conversation_id, contact_id }
  return { type: 'MessageMarkedRead', data: { ...ids, marked_at: '2026-01-01T10:00:00.000Z' } }
}

/** The gateway's echo of the text that `sendRequested` asks to send. */
const echoOf = (provider_message_id: string) => ({
  ...textReceived(randomUUID(), provider_message_id).data.intent,
  text: 'Bom dia',
  provider_timestamp: '2026-01-01T09:20:01.000Z',
  payload: { source: 'api' },
})

async function conversation(type: 'official' | 'freemium' = 'official') {
  const read = await projecting(projections)
  const registered = {
    type: 'ConnectionRegistered',
    data: { ...connectionRegistered.data, type },
  } as const
  await read.given(
    stored(`connection-${connectionId}`, registered),
    stored(`contact-${contactId}`, contactCreated),
    stored(`conversation-${conversationId}`, conversationOpened),
  )
  const unread = async () =>
    (await read.query<{ unread_count: number }>('select unread_count from conversations'))[0]
      ?.unread_count
  return { ...read, unread }
}

const inbound = (type: 'text' | 'reaction' = 'text') =>
  textReceived(randomUUID(), `wamid.${randomUUID()}`, { message_type: type })

test('marking an older message as read leaves the newer ones unread', async (t) => {
  const { given, unread, close } = await conversation()
  t.teardown(close)
  const [first, second, third] = [inbound(), inbound(), inbound()]
  await given(...[first, second, third].map(ofMessage))
  t.equal(await unread(), 3)
  await given(ofMessage(markedRead(second)))
  t.equal(await unread(), 1)
  await given(ofMessage(markedRead(first)))
  t.equal(await unread(), 1, 'marking an older message changes nothing')
  await given(ofMessage(inbound()))
  t.equal(await unread(), 2)
  await given(ofMessage(markedRead(third)))
  t.equal(await unread(), 1)
})

test('a message of the business and a closing mark everything before them as read', async (t) => {
  const { given, unread, close } = await conversation()
  t.teardown(close)
  const [early, send] = [inbound(), randomUUID()]
  await given(ofMessage(early), ofMessage(inbound()), ofMessage(sendRequested(send)))
  t.equal(await unread(), 2, 'a requested send is not sent yet')
  await given(ofMessage(accepted(send, 'wamid.out')))
  t.equal(await unread(), 0)
  await given(ofMessage(inbound()), ofMessage(markedRead(early)))
  t.equal(await unread(), 1, 'marking an earlier message does not cover later ones')
  const data = { conversation_id: conversationId, status: 'closed', changed_at: '2026-01-01' }
  await given(stored(`conversation-${conversationId}`, { type: 'ConversationStatusChanged', data }))
  t.equal(await unread(), 0)
  await given(ofMessage(inbound()))
  const echo: MessageSentElsewhere = { type: 'MessageSentElsewhere', data: inbound().data }
  await given(ofMessage(echo))
  t.equal(await unread(), 0)
})

test('a send marks as read what came before its request, whenever its acceptance becomes known', async (t) => {
  const { given, unread, close } = await conversation()
  t.teardown(close)
  const [send, later] = [randomUUID(), randomUUID()]
  await given(ofMessage(inbound()), ofMessage(sendRequested(send)), ofMessage(inbound()))
  await given(ofMessage(accepted(send, 'wamid.out')))
  t.equal(await unread(), 1)
  await given(ofMessage(sendRequested(later)), ofMessage(inbound()))
  t.equal(await unread(), 2)
  const stream = providerMessageId({
    connection_id: connectionId,
    provider_message_id: 'wamid.later',
  })
  await given(
    stored(`providerMessage-${stream}`, statusReported('wamid.later', 'delivered', 1, later)),
  )
  t.equal(await unread(), 1, 'proved by a status alone')
  await given(ofMessage(accepted(later, 'wamid.later')))
  t.equal(await unread(), 1)
})

test('an echo of our own send marks as read what came before the send, not what came after it', async (t) => {
  for (const order of ['answer first', 'echo first', 'echo alone'] as const) {
    const { given, unread, close } = await conversation('freemium')
    const send = randomUUID()
    const echo: MessageSentElsewhere = {
      type: 'MessageSentElsewhere',
      data: { ...inbound().data, intent: echoOf('3EB0BB') },
    }
    const answer = ofMessage(accepted(send, '3EB0BB'))
    await given(ofMessage(inbound()), ofMessage(sendRequested(send)), ofMessage(inbound()))
    if (order === 'answer first') await given(answer)
    await given(ofMessage(echo))
    t.equal(await unread(), 1, order)
    if (order === 'echo first') await given(answer)
    t.equal(await unread(), 1, order)
    await close()
  }
})

test('an echo that may belong to any of several sends marks nothing as read yet', async (t) => {
  const { given, unread, close } = await conversation('freemium')
  t.teardown(close)
  const sends = [randomUUID(), randomUUID()]
  await given(ofMessage(inbound()), ...sends.map((id) => ofMessage(sendRequested(id))))
  const data = { ...inbound().data, intent: echoOf('3EB0BB') }
  await given(ofMessage(inbound()), ofMessage({ type: 'MessageSentElsewhere', data } as const))
  t.equal(await unread(), 2)
  await given(ofMessage(accepted(sends[0] ?? '', '3EB0BB')))
  t.equal(await unread(), 1, 'the response decides')
})

test('marking a reaction as read covers what came before it; the reaction itself is never counted', async (t) => {
  const { given, unread, close } = await conversation()
  t.teardown(close)
  const reaction = inbound('reaction')
  await given(ofMessage(inbound()), ofMessage(reaction), ofMessage(inbound()))
  t.equal(await unread(), 2)
  await given(ofMessage(markedRead(reaction)))
  t.equal(await unread(), 1)
})

test('for any facts in any batches, the unread count is the number of messages after the last read mark', async (t) => {
  const step = fc.oneof(
    { weight: 4, arbitrary: fc.constant('inbound' as const) },
    { weight: 2, arbitrary: fc.nat(20) },
    { weight: 1, arbitrary: fc.constant('sent' as const) },
  )
  await fc.assert(
    fc.asyncProperty(
      fc.array(step, { maxLength: 30 }),
      fc.integer({ min: 1, max: 9 }),
      async (steps, size) => {
        const { given, unread, close } = await conversation()
        const arrived: ReturnType<typeof textReceived>[] = []
        let read = 0
        const facts = steps.flatMap((now) => {
          if (now === 'inbound') {
            arrived.push(inbound())
            return [ofMessage(arrived.at(-1) as never)]
          }
          if (now === 'sent') {
            read = arrived.length
            const id = randomUUID()
            return [ofMessage(sendRequested(id)), ofMessage(accepted(id, `wamid.${id}`))]
          }
          const marked = arrived[now]
          if (marked === undefined) return []
          read = Math.max(read, now + 1)
          return [ofMessage(markedRead(marked))]
        })
        for (let at = 0; at < facts.length; at += size) await given(...facts.slice(at, at + size))
        t.equal(await unread(), arrived.length - read)
        await close()
      },
    ),
    { numRuns: 4 },
  )
})
