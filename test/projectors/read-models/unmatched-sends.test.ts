import { randomUUID } from 'node:crypto'
import { messageId } from '@recado/application/ids'
import type { ConnectionRegistered } from '@recado/domain/connection/events'
import type {
  MessageSendRequested,
  MessageSent,
  MessageSentElsewhere,
} from '@recado/domain/message/events'
import { type Test, test } from 'tap'
import { projecting, recorded } from '../../kit/projecting.ts'
import { projections } from '../../kit/projections.ts'

const account_id = randomUUID()
const AT = '2026-01-01T09:00:00.000Z'

/** A connection with one conversation, and helpers that write its facts. */
async function talk(t: Test, type: 'freemium' | 'official' = 'freemium') {
  const projector = await projecting(projections)
  t.teardown(() => projector.close())
  const connection_id = randomUUID()
  const place = { connection_id, conversation_id: randomUUID(), contact_id: randomUUID() }
  const registered: ConnectionRegistered = {
    type: 'ConnectionRegistered',
    data: {
      ...{ connection_id, account_id, type, status: 'connected', session: 'conn_1' },
      ...{ phone_number: null, phone_number_digits: null, phone_number_id: null, waba_id: null },
      ...{ secret_refs: {}, registered_at: AT },
    },
  }
  const given = (stream: string, fact: { type: string; data: unknown }) =>
    projector.given(recorded(stream, fact as never, { account_id, at: AT }))
  await given(`connection-${connection_id}`, registered)
  return {
    async asked(text: string): Promise<string> {
      const message_id = randomUUID()
      const data: MessageSendRequested['data'] = {
        ...{ ...place, message_id, message_type: 'text', text, content: null },
        ...{ recipient: { phone: '5511987654321', business_scoped_user_id: null } },
        ...{ reply_to_message_id: null, biz_opaque_callback_data: null, idempotency: null },
        requested_at: AT,
      }
      await given(`message-${message_id}`, { type: 'MessageSendRequested', data })
      return message_id
    },
    async answered(message_id: string, provider_message_id: string) {
      const data: MessageSent['data'] = {
        ...{ ...place, message_id, provider_message_id, attempt: 1, sent_at: AT },
        ...{ wa_id: null, business_scoped_user_id: null, request: {}, answer: {} },
      }
      await given(`message-${message_id}`, { type: 'MessageSent', data })
    },
    async unresolved(message_id: string) {
      const data = { ...place, message_id, attempt: 1, unresolved_at: AT }
      await given(`message-${message_id}`, { type: 'MessageSendUnresolved', data })
    },
    async echoed(text: string, provider_message_id: string, source: string, at = AT) {
      const message_id = messageId({ connection_id, provider_message_id })
      const nobody = { business_scoped_user_id: null, parent_business_scoped_user_id: null }
      const intent: MessageSentElsewhere['data']['intent'] = {
        ...{ provider_message_id, message_type: 'text', text, content: null, referral: null },
        party: { phone: '5511987654321', ...nobody, username: null, lid: null },
        ...{ profile_name: null, reply_to_message_id: null, provider_timestamp: at },
        payload: { source },
      }
      const data = { ...place, message_id, intent, raw_event_id: randomUUID(), recorded_at: at }
      await given(`message-${message_id}`, { type: 'MessageSentElsewhere', data })
    },
    shown: () =>
      projector.query<{ origin: string; provider_message_id: string; send_state: string }>(
        'select origin, provider_message_id, send_state from messages order by account_pos',
      ),
    waiting: async () => (await projector.query('select id from unmatched_sends')).length,
    remembered: async () => {
      const [row] = await projector.query<{ n: number }>(
        'select jsonb_array_length(message_ids) as n from unmatched_sends',
      )
      return row?.n
    },
  }
}

test('an echo before the response does not become a second message', async (t) => {
  const { asked, answered, echoed, shown, waiting } = await talk(t)
  const id = await asked('Oi')
  await echoed('Oi ', 'A', 'api')
  await answered(id, 'A')
  t.same(await shown(), [{ origin: 'api', provider_message_id: 'A', send_state: 'sent' }])
  t.equal(await waiting(), 0)
})

test('an echo after the response does not become a second message', async (t) => {
  const { asked, answered, echoed, shown } = await talk(t)
  await answered(await asked('Oi'), 'A')
  await echoed('Oi', 'A', 'api')
  t.same(await shown(), [{ origin: 'api', provider_message_id: 'A', send_state: 'sent' }])
})

test('an echo proves a send whose outcome was unknown', async (t) => {
  const { asked, unresolved, echoed, shown } = await talk(t)
  await unresolved(await asked('Oi'))
  await echoed('Oi', 'A', 'api')
  t.same(await shown(), [{ origin: 'api', provider_message_id: 'A', send_state: 'sent' }])
})

test('an echo with another text, at another time or from the phone itself proves nothing', async (t) => {
  const { asked, unresolved, echoed, shown } = await talk(t)
  await unresolved(await asked('Oi'))
  await echoed('Olá', 'A', 'api')
  await echoed('Oi', 'B', 'api', '2026-01-01T09:01:01.000Z')
  await echoed('Oi', 'C', 'app')
  t.same(
    (await shown()).map(({ origin, send_state }) => [origin, send_state]),
    [
      ['api', 'unresolved'],
      ['external', null],
      ['external', null],
      ['external', null],
    ],
  )
})

test('an echo that fits two equal sends is matched to neither; the responses decide', async (t) => {
  const { asked, answered, echoed, shown } = await talk(t)
  const [one, two] = [await asked('Oi'), await asked('Oi')]
  await echoed('Oi', 'B', 'api')
  await answered(one, 'A')
  await answered(two, 'B')
  await echoed('Oi', 'A', 'api')
  t.same(
    (await shown()).map(({ provider_message_id }) => provider_message_id),
    ['A', 'B'],
  )
})

test('official sends are not kept for matching, because the platform sends no echo for them', async (t) => {
  const { asked, waiting } = await talk(t, 'official')
  await asked('Oi')
  t.equal(await waiting(), 0)
})

test('of many equal unanswered sends only the newest 100 are kept for matching', async (t) => {
  const { asked, answered, remembered, waiting } = await talk(t)
  const ids: string[] = []
  for (let n = 0; n < 110; n++) ids.push(await asked('Oi'))
  t.equal(await remembered(), 100)
  for (const [n, id] of ids.entries()) await answered(id, String(n))
  t.equal(await waiting(), 0)
})
