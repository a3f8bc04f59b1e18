import type { Intent } from '@recado/translation/intent'
import { test } from 'tap'
import { graphPost, rawOf, textMessage } from './graph-post.ts'
import { translate } from './translate.ts'
import { wahaEvent, wahaMessage } from './waha-event.ts'

const RECEIVED_AT = '2026-01-01T00:00:05.000Z'
/** Five hours later, in seconds. */
const AHEAD = 1_767_225_605 + 18_000

const meta = (value: object, field = 'messages') =>
  translate(rawOf(graphPost({ ...value }, field), field))
const waha = (event: string, payload: Record<string, unknown>, others = {}) =>
  translate({ ...rawOf(wahaEvent(event, payload, others)), source: 'freemium' })

/** Every time that intents name. */
function timesIn(intents: readonly Intent[]): readonly string[] {
  const names = /^(provider_timestamp|said_at|changed_at|told_at)$/
  const times: string[] = []
  JSON.stringify(intents, (name, value) => {
    if (name === 'payload') return undefined
    if (names.test(name) && typeof value === 'string') times.push(value)
    return value
  })
  return times
}

test('a time in the future counts as the arrival, whatever it dates', async (t) => {
  const timestamp = String(AHEAD)
  const by = { wa_id: '553187654321', timestamp }
  const system = { type: 'user_changed_number', wa_id: '5511911112222' }
  const status = { id: 'wamid.1', status: 'delivered', recipient_id: '553187654321', timestamp }
  const call = { id: 'wacid.1', from: '553187654321', direction: 'USER_INITIATED', timestamp }
  const preference = { ...by, category: 'marketing_messages', value: 'stop' }
  const user_id = { previous: 'BR.1', current: 'BR.2' }
  const entry = { type: 'contact', action: 'add', contact: { phone_number: '553187654321' } }
  const banned = { event: 'ACCOUNT_DELETED' }
  const account = graphPost(banned, 'account_update')
  const all: readonly (readonly Intent[])[] = [
    meta({ messages: [textMessage('wamid.1', 'Oi', { timestamp })] }),
    meta({ messages: [textMessage('wamid.2', '', { timestamp, type: 'system', system })] }),
    meta({ statuses: [status] }),
    meta(
      { message_echoes: [{ ...textMessage('wamid.3'), to: '553187654321', timestamp }] },
      'smb_message_echoes',
    ),
    meta({ calls: [call] }, 'calls'),
    meta({ user_preferences: [preference] }, 'user_preferences'),
    meta({ user_id_update: [{ ...by, user_id }] }, 'user_id_update'),
    meta({ state_sync: [{ ...entry, metadata: { timestamp } }] }, 'smb_app_state_sync'),
    translate(rawOf({ ...account, entry: account.entry.map((one) => ({ ...one, time: AHEAD })) })),
    waha('message.any', wahaMessage('Oi', { timestamp: AHEAD })),
    waha('session.status', { status: 'WORKING' }, { timestamp: AHEAD * 1_000 }),
    waha(
      'message.ack',
      { id: 'true_553187654321@c.us_3EB0AA', ack: 2 },
      { timestamp: AHEAD * 1_000 },
    ),
  ]
  for (const [n, intents] of all.entries()) {
    const times = timesIn(intents)
    t.ok(times.length > 0, `${n}: ${JSON.stringify(intents)}`)
    for (const time of times) t.equal(time, RECEIVED_AT, `${n}`)
  }
})

test('a time in the past counts as it is told', async (t) => {
  t.same(timesIn(meta({ messages: [textMessage('wamid.1')] })), ['2025-12-31T23:59:59.000Z'])
  t.same(timesIn(waha('message.any', wahaMessage('Oi'))), ['2025-12-31T23:59:59.000Z'])
})
