import { errorRule } from '@recado/translation/graph-api/error-classes'
import { translateGraphApi } from '@recado/translation/graph-api/translate'
import { test } from 'tap'
import { ana, graphPost, rawOf, textMessage } from '../graph-post.ts'

const translated = (value: Record<string, unknown>, field?: string) =>
  translateGraphApi(rawOf(graphPost(value, field)))
const inbound = (message: Record<string, unknown>) =>
  translated({ contacts: [ana], messages: [textMessage('wamid.1', '', message)] })[0]
const SAID_AT = '2025-12-31T23:59:59.000Z'

test('the end and the return of an account are statuses of its numbers, by name', async (t) => {
  for (const [event, status] of [
    ['ACCOUNT_DELETED', 'disconnected'],
    ['ACCOUNT_OFFBOARDED', 'disconnected'],
    ['PARTNER_REMOVED', 'disconnected'],
    ['ACCOUNT_RECONNECTED', 'connected'],
  ] as const)
    t.match(translated({ event }, 'account_update'), [{ kind: 'connection_status', status }], event)
  const ban_info = { waba_ban_state: 'DISABLE' }
  for (const value of [{ event: 'PARTNER_ADDED', ban_info }, { ban_info }])
    t.match(translated(value, 'account_update'), [{ kind: 'connection_noticed', value }])
  const alert = { event: 'ACCOUNT_DELETED', alert_severity: 'CRITICAL' }
  t.match(translated(alert, 'account_alerts'), [{ kind: 'connection_noticed', notice: 'account' }])
})

test('each status of a message is known by its name', async (t) => {
  for (const status of ['sent', 'delivered', 'read', 'played', 'failed'])
    t.match(translated({ statuses: [{ id: 'wamid.1', status }] }), [
      { kind: 'status', status: { status, errors: [], pricing: null } },
    ])
  t.match(translated({ statuses: [{ id: 'wamid.1' }] }), [{ reason: 'unknown_status' }])
  const participant = { recipient_user_id: 'BR.G', recipient_participant_user_id: 'BR.1' }
  t.match(translated({ statuses: [{ id: 'wamid.1', status: 'read', ...participant }] }), [
    { status: { recipient: { business_scoped_user_id: 'BR.1' } } },
  ])
})

test('a person who signs up for marketing has not opted out, and other preferences are unknown', async (t) => {
  const preference = { wa_id: ana.wa_id, category: 'marketing_messages', value: 'signup' }
  const read = (more: object) =>
    translated({ user_preferences: [{ ...preference, ...more }] }, 'user_preferences')
  t.match(read({}), [{ kind: 'marketing_preference', opted_out: false }])
  for (const more of [{ category: 'service' }, { value: 'pause' }, { wa_id: undefined }])
    t.match(read(more), [{ kind: 'unreadable', reason: 'unknown_preference' }])
})

test('the older notice of a new number names both numbers in other fields', async (t) => {
  const now = { type: 'customer_changed_number', new_wa_id: '5511911112222' }
  const message = (system: object, more: object = {}) =>
    inbound({ type: 'system', from: undefined, from_user_id: undefined, system, ...more })
  t.match(message({ ...now, customer: ana.wa_id }), {
    kind: 'identity_changed',
    before: { phone: ana.wa_id },
    after: { phone: '5511911112222' },
    said_at: SAID_AT,
  })
  t.match(message({ ...now, customer: '5500' }, { from: ana.wa_id }), {
    before: { phone: ana.wa_id },
  })
  t.match(message({ ...now, wa_id: '5511933334444', customer: ana.wa_id }), {
    after: { phone: '5511933334444' },
  })
  t.match(message(now), {
    kind: 'unreadable',
    reason: 'customer_changed_number_without_identities',
  })
  for (const type of ['user_changed_number_soon', 'x_user_changed_number', 'user_changed_name'])
    t.equal(message({ ...now, customer: ana.wa_id, type }), undefined, type)
})

test('a text names an earlier identity only at its end, by an id of a known form', async (t) => {
  const told = (body: string, user_id = 'BR.9') =>
    inbound({
      ...{ type: 'system', from: undefined, from_user_id: undefined },
      system: { type: 'user_changed_user_id', user_id, body },
    })
  for (const old of ['BR.1a', 'BR.ENT.1a', `BR.${'1'.repeat(128)}`])
    t.match(told(`Ana changed from ${old} to BR.9 `), { before: { business_scoped_user_id: old } })
  for (const old of ['br.1a', 'BRA.1a', 'BR.', 'BR1a', 'BR.1-a', `BR.${'1'.repeat(129)}`])
    t.match(told(`Ana changed from ${old} to BR.9`), { kind: 'unreadable' }, old)
  t.match(told('Ana changed from BR.1 to BR.9, and on'), { kind: 'unreadable' })
})

test('an edit may name its original beside itself, and one inside another is not read', async (t) => {
  const original_message_id = 'wamid.0'
  t.match(inbound({ type: 'edit', edit: {}, original_message_id }), {
    kind: 'edited',
    original_provider_message_id: 'wamid.0',
    message: { text: '[edit]' },
  })
  const text = { type: 'text', text: { body: 'inner' } }
  const message = { type: 'edit', edit: { message: text } }
  t.match(inbound({ type: 'edit', edit: { original_message_id, message } }), {
    message: { text: '[edit]' },
  })
  for (const type of ['edit', 'revoke'])
    t.match(inbound({ type }), { kind: 'unreadable', reason: `${type}_without_original` })
})

test('each message that cannot be read says why', async (t) => {
  const echoes = (echo: object) => translated({ message_echoes: [echo] }, 'smb_message_echoes')
  const to = ana.wa_id
  t.match(echoes({ to }), [{ reason: 'echo_without_id_or_recipient' }])
  t.match(echoes({ id: 'wamid.1', to: 'group' }), [{ reason: 'echo_without_id_or_recipient' }])
  t.match(echoes({ id: 'wamid.1', to, type: 'system' }), [{ reason: 'system_message' }])
  t.match(echoes({ id: 'wamid.1', to, recipient_type: 'group' }), [{ reason: 'group_message' }])
  t.match(echoes({ id: 'wamid.1', to: undefined, to_user_id: 'BR.1', to_parent_user_id: 'BR.2' }), [
    { message: { party: { business_scoped_user_id: 'BR.1' } } },
  ])
  const call = { from: to, direction: 'USER_INITIATED' }
  t.match(translated({ calls: [call] }, 'calls'), [{ reason: 'call_without_id_or_caller' }])
  const unnamed = { id: 'wacid.1', direction: 'USER_INITIATED' }
  t.match(translated({ calls: [unnamed] }, 'calls'), [{ reason: 'call_without_id_or_caller' }])
  t.match(translated({ messages: [7] }), [{ reason: 'item_is_no_object' }])
  t.match(translated({ statuses: [{ id: 'wamid.1', payment: {} }] }), [
    { reason: 'status_of_another_thing' },
  ])
  const value = { entry: [{ changes: [{ field: 'messages' }] }] }
  t.match(translateGraphApi(rawOf(value)), [{ reason: 'change_without_value' }])
  t.match(translated({ oversized: true }), [{ kind: 'unreadable', reason: 'oversized' }])
})

test('a message shows the first line that its type has', async (t) => {
  const nfm_reply = { name: 'flow', response_json: '{}' }
  t.match(inbound({ type: 'interactive', interactive: { type: 'nfm_reply', nfm_reply } }), {
    message: { text: 'flow' },
  })
  t.match(inbound({ type: 'order', order: { text: 'Para hoje' } }), {
    message: { text: 'Para hoje', content: { text: 'Para hoje' } },
  })
  for (const contacts of [[], [{}], undefined])
    t.match(inbound({ type: 'contacts', contacts }), { message: { text: '[contacts]' } })
  t.strictSame(contentOf({ type: 'hologram' }), { type: 'hologram', errors: [] })
  t.strictSame(contentOf({ type: undefined }), { type: null, errors: [] })
  t.strictSame(contentOf({ type: 'revoke', revoke: 'wamid.0' }), null)
})

function contentOf(message: Record<string, unknown>): unknown {
  const intent = translated({
    contacts: [ana],
    messages: [{ ...textMessage('wamid.1', '', message), original_message_id: 'wamid.0' }],
  })[0]
  return intent !== undefined && 'message' in intent ? intent.message.content : intent
}

test('an id of WhatsApp is of 4 to 20 digits, perhaps after a plus', async (t) => {
  const phoneOf = (recipient_id: unknown) =>
    translated({ statuses: [{ id: 'wamid.1', status: 'sent', recipient_id }] })
  for (const digits of ['5531', '5'.repeat(20)])
    for (const id of [digits, `+${digits}`])
      t.match(phoneOf(id), [{ status: { recipient: { phone: digits } } }])
  for (const id of ['553', '5'.repeat(21), '5531@g.us', 'x5531', '++5531', ''])
    t.match(phoneOf(id), [{ status: { recipient: { phone: null } } }], id)
})

test('errors that pass by themselves say how long to wait', async (t) => {
  const second = 1_000
  const hour = 3_600 * second
  for (const code of [2, 131000, 131016, 133004])
    t.same(errorRule(code), { class: 'retry', wait_ms: second, growth: 2 }, `${code}`)
  const throttle = { class: 'throttle', wait_ms: second, growth: 2 }
  for (const code of [4, 80007, 132069]) t.same(errorRule(code), throttle, `${code}`)
  t.same(errorRule(130429), { ...throttle, slows_number: true })
  for (const code of [131048, 131064, 133016])
    t.same(errorRule(code), { class: 'throttle', wait_ms: hour, growth: 2 }, `${code}`)
  t.same(errorRule(131057), { class: 'retry', wait_ms: 30 * second, growth: 2 })
  t.same(errorRule(1), { class: 'invalid', once_more: true })
  t.same([199, 300, -1].map(errorRule), [undefined, undefined, undefined])
})
