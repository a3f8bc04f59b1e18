import { randomUUID } from 'node:crypto'
import { providerMessageId } from '@recado/application/ids'
import type { MessageRevoked } from '@recado/domain/message/events'
import { type Test, test } from 'tap'
import { connectionId } from '../../examples/connection.ts'
import {
  accepted,
  contactCreated,
  contactId,
  conversationId,
  conversationOpened,
  phoneLinked,
  sendRequested,
  statusReported,
  textReceived,
} from '../../examples/conversation-facts.ts'
import { projecting } from '../../kit/projecting.ts'
import { projections } from '../../kit/projections.ts'
import { ofMessage, stored } from '../../kit/stored.ts'

const AT = '2026-01-01T09:25:00.000Z'
const EARLIER = '2026-01-01T09:24:00.000Z'

/** A person withdraws the message with this id. */
function revoked(wamid: string, at = AT, more: object = {}) {
  const own = { message_type: 'revoke', provider_timestamp: at } as const
  const { data } = textReceived(randomUUID(), `wamid.revoke.${randomUUID()}`, own)
  const fact: MessageRevoked = {
    type: 'MessageRevoked',
    data: { ...data, ...more, original_provider_message_id: wamid },
  }
  return ofMessage(fact)
}

async function reading(t: Test) {
  const read = await projecting(projections)
  t.teardown(() => read.close())
  await read.given(
    stored(`contact-${contactId}`, contactCreated),
    stored(`contact-${contactId}`, phoneLinked),
    stored(`conversation-${conversationId}`, conversationOpened),
  )
  const shown = async (id: string): Promise<Record<string, unknown>> => {
    const [row] = await read.query<{ doc: string }>('select doc from messages where id = $1', [id])
    return JSON.parse(row?.doc ?? '{}')
  }
  return { ...read, shown }
}

test('a message that its sender withdraws is marked, in both orders of arrival', async (t) => {
  const { given, shown, query } = await reading(t)
  const [before, after] = [randomUUID(), randomUUID()]
  await given(revoked('wamid.late'), revoked('wamid.late', EARLIER))
  await given(ofMessage(textReceived(before, 'wamid.late')))
  await given(ofMessage(textReceived(after, 'wamid.first')))
  t.match(await shown(after), { revoked_at: null })
  await given(revoked('wamid.first'), revoked('wamid.first', EARLIER))
  for (const id of [before, after])
    t.match(await shown(id), { revoked_at: EARLIER, type: 'text', text: 'Oi', status: 'received' })
  const told = await query<{ body: string }>(
    'select body from outbound_events where message_id = $1',
    [before],
  )
  t.match(
    told.map(({ body }) => JSON.parse(body)),
    [{ type: 'whatsapp.message.received', data: { message: { revoked_at: EARLIER } } }],
    'whoever gets it late learns that it is withdrawn',
  )
})

test('nobody withdraws what another person or the business wrote', async (t) => {
  const { given, shown } = await reading(t)
  const [theirs, late, ours] = [randomUUID(), randomUUID(), randomUUID()]
  const stranger = { conversation_id: randomUUID(), contact_id: randomUUID() }
  await given(ofMessage(textReceived(theirs, 'wamid.1')), revoked('wamid.1', AT, stranger))
  await given(revoked('wamid.2', EARLIER, stranger), revoked('wamid.2'))
  await given(ofMessage(textReceived(late, 'wamid.2')))
  await given(ofMessage(sendRequested(ours)), ofMessage(accepted(ours, 'wamid.3')))
  await given(revoked('wamid.3'))
  t.match(await shown(theirs), { revoked_at: null })
  t.match(await shown(late), { revoked_at: AT }, "the sender's own counts")
  t.match(await shown(ours), { revoked_at: null })
})

test('withdrawals of a message that never comes take a limited room, and leave its statuses', async (t) => {
  const { given, query } = await reading(t)
  await given(...Array.from({ length: 30 }, () => revoked('wamid.4')))
  const stream = providerMessageId({ connection_id: connectionId, provider_message_id: 'wamid.4' })
  await given(stored(`providerMessage-${stream}`, statusReported('wamid.4', 'sent', 1)))
  t.match(
    await query(
      'select jsonb_array_length(withdrawals) as n, revision from provider_messages where id = $1',
      [stream],
    ),
    [{ n: 10, revision: 0 }],
  )
})
