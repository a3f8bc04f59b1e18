import { translateGraphApi } from '@recado/translation/graph-api/translate'
import fc from 'fast-check'
import { test } from 'tap'
import { metaSamples } from '../../samples/meta-samples.ts'
import { ana, graphPost, rawOf, textMessage } from '../graph-post.ts'

const translated = (value: Record<string, unknown>, field?: string) =>
  translateGraphApi(rawOf(graphPost(value, field)))

const inbound = (message: Record<string, unknown>) =>
  translated({ contacts: [ana], messages: [textMessage('wamid.1', '', message)] })[0]

/** Each type of message: its body, and the text and content made of it. */
const TYPES: readonly {
  type: string
  body: Record<string, unknown>
  text: string
  content: unknown
}[] = [
  { type: 'text', body: { text: { body: 'Bom dia' } }, text: 'Bom dia', content: null },
  {
    type: 'image',
    body: { image: { id: '1', mime_type: 'image/jpeg', sha256: 'aa=', caption: 'A casa' } },
    text: 'A casa',
    content: { id: '1', mime_type: 'image/jpeg', filename: null, caption: 'A casa', sha256: 'aa=' },
  },
  { type: 'video', body: { video: { id: '2' } }, text: '[video]', content: { id: '2' } },
  {
    type: 'audio',
    body: { audio: { id: '3', voice: true } },
    text: '[audio]',
    content: { id: '3' },
  },
  {
    type: 'document',
    body: { document: { id: '4', filename: 'a.pdf' } },
    text: '[document]',
    content: { filename: 'a.pdf' },
  },
  { type: 'sticker', body: { sticker: { id: '5' } }, text: '[sticker]', content: { id: '5' } },
  {
    type: 'location',
    body: { location: { latitude: -23.5, longitude: -46.6, name: 'Sé' } },
    text: 'Sé',
    content: { latitude: -23.5 },
  },
  {
    type: 'location',
    body: { location: { latitude: 1, longitude: 2 } },
    text: '[location]',
    content: { longitude: 2 },
  },
  {
    type: 'contacts',
    body: {
      contacts: [
        { name: { formatted_name: 'Rui Paz' } },
        { name: { first_name: 'Bia' } },
        { phones: [{ phone: '+55 11 5555' }] },
      ],
    },
    text: 'Rui Paz, Bia, +55 11 5555',
    content: [{ name: { formatted_name: 'Rui Paz' } }, {}, {}],
  },
  {
    type: 'interactive',
    body: { interactive: { type: 'button_reply', button_reply: { id: 'y', title: 'Sim' } } },
    text: 'Sim',
    content: { type: 'button_reply' },
  },
  {
    type: 'interactive',
    body: { interactive: { type: 'list_reply', list_reply: { id: 'r', title: 'Linha 1' } } },
    text: 'Linha 1',
    content: { list_reply: { id: 'r' } },
  },
  {
    type: 'interactive',
    body: { interactive: { type: 'nfm_reply', nfm_reply: { name: 'flow', body: 'Sent' } } },
    text: 'Sent',
    content: { type: 'nfm_reply' },
  },
  {
    type: 'interactive',
    body: {
      interactive: {
        type: 'call_permission_reply',
        call_permission_reply: { response: 'accept', expiration_timestamp: 1767830399 },
      },
    },
    text: 'accept',
    content: { call_permission_reply: { response: 'accept' } },
  },
  { type: 'interactive', body: { interactive: {} }, text: '[interactive]', content: {} },
  {
    type: 'button',
    body: { button: { payload: 'p', text: 'Quero' } },
    text: 'Quero',
    content: { payload: 'p' },
  },
  {
    type: 'reaction',
    body: { reaction: { message_id: 'wamid.0', emoji: '😮' } },
    text: '😮',
    content: { message_id: 'wamid.0' },
  },
  {
    type: 'reaction',
    body: { reaction: { message_id: 'wamid.0' } },
    text: '',
    content: { message_id: 'wamid.0' },
  },
  {
    type: 'order',
    body: { order: { catalog_id: 'c', product_items: [{}] } },
    text: '[order]',
    content: { catalog_id: 'c' },
  },
  { type: 'request_welcome', body: {}, text: '[request_welcome]', content: null },
  {
    type: 'unsupported',
    body: { errors: [{ code: 131051 }] },
    text: '[unsupported]',
    content: { type: 'unsupported', errors: [{ code: 131051 }] },
  },
]

for (const { type, body, text, content } of TYPES)
  test(`a message of type ${type} shows "${text}"`, async (t) => {
    t.match(inbound({ type, ...body }), {
      kind: 'received',
      message: { provider_message_id: 'wamid.1', message_type: type, text, content },
    })
  })

test('an unknown type is kept as unsupported', async (t) => {
  for (const type of ['hologram', 'constructor', '__proto__', undefined])
    t.match(inbound({ type }), {
      kind: 'received',
      message: { message_type: 'unsupported', text: '[unsupported]' },
    })
})

test("a message has all of the sender's identities", async (t) => {
  t.match(inbound({ context: { id: 'wamid.0' }, referral: { source_id: '9' } }), {
    message: {
      party: {
        phone: '553187654321',
        business_scoped_user_id: 'BR.1A2B3C',
        parent_business_scoped_user_id: null,
        username: 'ana.reis',
        lid: null,
      },
      profile_name: 'Ana',
      reply_to_message_id: 'wamid.0',
      provider_timestamp: '2025-12-31T23:59:59.000Z',
      referral: { source_id: '9' },
      payload: { id: 'wamid.1' },
    },
  })
})

test('a sender may be named only in the contacts of the change', async (t) => {
  const { from: _, from_user_id: __, ...nameless } = textMessage('wamid.1')
  t.match(translated({ contacts: [ana], messages: [nameless] }), [
    { kind: 'received', message: { party: { phone: ana.wa_id } } },
  ])
  t.match(translated({ contacts: [ana, { wa_id: '5511' }], messages: [nameless] }), [
    { kind: 'unreadable', reason: 'message_without_id_or_sender' },
  ])
})

test('the contact is found by the other form of a Brazilian mobile number', async (t) => {
  const message = textMessage('wamid.1', 'Oi', { from: '5531987654321', from_user_id: undefined })
  t.match(translated({ contacts: [ana], messages: [message] }), [
    { message: { profile_name: 'Ana', party: { phone: '5531987654321' } } },
  ])
})

test('edits and revocations name the original message', async (t) => {
  const edit = { original_message_id: 'wamid.0', message: { type: 'text', text: { body: 'novo' } } }
  t.match(inbound({ type: 'edit', edit }), {
    kind: 'edited',
    original_provider_message_id: 'wamid.0',
    message: { message_type: 'edit', text: 'novo' },
  })
  t.match(inbound({ type: 'revoke', revoke: { original_message_id: 'wamid.0' } }), {
    kind: 'revoked',
    original_provider_message_id: 'wamid.0',
    message: { text: '[revoke]' },
  })
  t.match(inbound({ type: 'edit', edit: {} }), { kind: 'unreadable' })
})

test('system messages change an identity, or nothing', async (t) => {
  const changed = { type: 'user_changed_number', wa_id: '5511911112222', body: 'x' }
  t.match(inbound({ type: 'system', system: changed }), {
    kind: 'identity_changed',
    before: { phone: '553187654321', business_scoped_user_id: 'BR.1A2B3C' },
    after: { phone: '5511911112222', business_scoped_user_id: null },
  })
  const renamed = { type: 'user_changed_user_id', user_id: 'BR.9', parent_user_id: 'BR.ENT.9' }
  t.match(inbound({ type: 'system', system: renamed }), {
    after: { business_scoped_user_id: 'BR.9', parent_business_scoped_user_id: 'BR.ENT.9' },
  })
  t.equal(inbound({ type: 'system', system: { type: 'customer_identity_changed' } }), undefined)
})

/** A system message of Meta about a user with a hidden number, unless `named` has one. */
const changed = (system: Record<string, unknown>, named: Record<string, unknown> = {}) => {
  const hidden = { from: undefined, from_user_id: undefined, ...named }
  return translated({
    messages: [textMessage('wamid.S', '', { ...hidden, type: 'system', system })],
  })
}

test('a new BSUID comes with the previous one in a field of its own', async (t) => {
  const now = { type: 'user_changed_user_id', user_id: 'BR.9', parent_user_id: 'BR.ENT.9' }
  const was = { previous_user_id: 'BR.1', previous_parent_user_id: 'BR.ENT.1' }
  const before = { business_scoped_user_id: 'BR.1', parent_business_scoped_user_id: 'BR.ENT.1' }
  const after = { business_scoped_user_id: 'BR.9', parent_business_scoped_user_id: 'BR.ENT.9' }
  t.match(changed({ ...now, ...was }), [{ kind: 'identity_changed', before, after }])
  const sender = { from_user_id: 'BR.9', from_parent_user_id: 'BR.ENT.9' }
  t.match(changed({ ...now, ...was }, sender), [{ before, after }], 'the sender has the new one')
  t.match(changed(now, sender), [{ kind: 'unreadable' }], 'without the previous id')
  const number = { type: 'user_changed_number', wa_id: '5511911112222', user_id: 'BR.9', ...was }
  t.match(changed(number, { from: ana.wa_id }), [
    { before: { ...before, phone: ana.wa_id }, after: { phone: '5511911112222' } },
  ])
})

test('a new identity may come with the previous one only in the text', async (t) => {
  const now = { type: 'user_changed_user_id', user_id: 'BR.9' }
  t.match(changed({ ...now, body: 'User Ana Reis changed from BR.1A to BR.9.' }), [
    { before: { business_scoped_user_id: 'BR.1A' }, after: { business_scoped_user_id: 'BR.9' } },
  ])
  t.match(
    changed({
      type: 'user_changed_number',
      wa_id: '553187654321',
      body: 'User Ana changed from 5511911112222 to 5531987654321',
    }),
    [{ before: { phone: '5511911112222' }, after: { phone: '553187654321' } }],
  )
})

test('a profile name that reads like a change of identity is not taken for one', async (t) => {
  const now = { type: 'user_changed_user_id', user_id: 'BR.9' }
  const name = 'X changed from BR.VICTIM to BR.9'
  t.match(changed({ ...now, body: `User ${name} changed from BR.1A to BR.9` }), [
    { before: { business_scoped_user_id: 'BR.1A' } },
  ])
  for (const body of [`User ${name} has a new id`, 'from BR.VICTIM to BR.OTHER', ' from x to BR.9'])
    t.match(changed({ ...now, body }), [{ kind: 'unreadable' }], body)
})

test("a group's message is set aside, others of the same POST are kept", async (t) => {
  const group_id = 'Y2FwaV9ncm91cDox'
  const messages = [textMessage('wamid.1', 'Oi', { group_id }), textMessage('wamid.2')]
  t.match(translated({ contacts: [ana], messages }), [
    { kind: 'set_aside', reason: 'group_message' },
    { kind: 'received', message: { provider_message_id: 'wamid.2' } },
  ])
  const edit = { type: 'edit', edit: { original_message_id: 'wamid.0' }, group_id }
  t.match(inbound(edit), { kind: 'set_aside' })
  const message_echoes = [{ id: 'wamid.E', to: ana.wa_id, type: 'text', recipient_type: 'group' }]
  t.match(translated({ message_echoes }, 'smb_message_echoes'), [{ kind: 'set_aside' }])
  const system = { type: 'user_changed_number', wa_id: '5511911112222' }
  t.match(inbound({ type: 'system', system, group_id }), { kind: 'identity_changed' })
})

test('a call by a contact is translated, a call by the business is not', async (t) => {
  const call = { id: 'wacid.1', from: ana.wa_id, to: '551133334444', timestamp: '1767225600' }
  const metadata = { display_phone_number: '551133334444', phone_number_id: '1' }
  const told = (more: Record<string, unknown>) =>
    translated({ metadata, contacts: [ana], calls: [{ ...call, ...more }] }, 'calls')
  const called = {
    kind: 'called',
    call: {
      provider_call_id: 'wacid.1',
      party: { phone: ana.wa_id, business_scoped_user_id: 'BR.1A2B3C', username: 'ana.reis' },
      profile_name: 'Ana',
      provider_timestamp: '2026-01-01T00:00:00.000Z',
    },
  }
  t.match(told({ event: 'connect', direction: 'USER_INITIATED' }), [called])
  t.match(told({ event: 'connect' }), [called])
  const end = { event: 'terminate', direction: 'USER_INITIATED', timestamp: '1767225700' }
  t.match(told({ ...end, start_time: '1767225600' }), [called], 'an end has the start of the call')
  t.match(told({ direction: 'USER_INITIATED', from: undefined, from_user_id: 'BR.1A2B3C' }), [
    called,
  ])
  t.same(told({ direction: 'BUSINESS_INITIATED' }), [])
  t.same(told({ from: '551133334444', to: ana.wa_id }), [])
  t.match(told({ id: undefined }), [{ kind: 'unreadable' }])
  t.same(
    translated({ statuses: [{ id: 'wacid.1', type: 'call', status: 'RINGING' }] }, 'calls'),
    [],
  )
})

test('a regenerated BSUID comes with the previous one', async (t) => {
  const item = {
    wa_id: '5511911112222',
    detail: 'x',
    user_id: { previous: 'BR.1A2B3C', current: 'BR.9' },
    parent_user_id: { previous: 'BR.ENT.1', current: 'BR.ENT.9' },
    timestamp: '1767225600',
  }
  const { wa_id: _, ...hidden } = item
  const odd = { ...item, user_id: 'BR.9', parent_user_id: undefined }
  t.match(translated({ user_id_update: [item, hidden, odd, 7] }, 'user_id_update'), [
    {
      kind: 'identity_changed',
      before: { business_scoped_user_id: 'BR.1A2B3C', parent_business_scoped_user_id: 'BR.ENT.1' },
      after: {
        phone: '5511911112222',
        business_scoped_user_id: 'BR.9',
        parent_business_scoped_user_id: 'BR.ENT.9',
      },
    },
    { kind: 'identity_changed', after: { phone: null, business_scoped_user_id: 'BR.9' } },
    { kind: 'unreadable', reason: 'user_id_update_without_identities' },
    { kind: 'unreadable' },
  ])
})

test("entries of the Business app's address book name contacts", async (t) => {
  const entry = (contact: object, more: object = {}) => ({
    type: 'contact',
    contact,
    action: 'add',
    metadata: { timestamp: '1767225600' },
    ...more,
  })
  const state_sync = [
    entry({ full_name: 'Ana Reis', first_name: 'Ana', phone_number: '5531987654321' }),
    entry({ first_name: 'Bia', user_id: 'BR.2', username: '@bia' }),
    entry({ phone_number: '5511911110003' }, { action: 'remove' }),
    entry({ full_name: 'Nobody' }),
    { type: 'label' },
  ]
  t.match(translated({ state_sync }, 'smb_app_state_sync'), [
    { kind: 'person_listed', person: { phone: '5531987654321' }, profile_name: 'Ana Reis' },
    {
      kind: 'person_listed',
      person: { phone: null, business_scoped_user_id: 'BR.2', username: 'bia' },
      profile_name: 'Bia',
    },
    { kind: 'unreadable', reason: 'address_book_without_identity' },
  ])
  t.same(translated({ history: [{ threads: [] }] }, 'history'), [])
})

test('an echo is a message to a contact that was sent elsewhere', async (t) => {
  const echo = { from: '551133334444', to: '5511977776666', id: 'wamid.E', type: 'text' }
  const echoes = [{ ...echo, timestamp: '1767225599', text: { body: 'Olá' } }]
  t.match(translated({ message_echoes: echoes }, 'smb_message_echoes'), [
    { kind: 'sent_elsewhere', message: { party: { phone: '5511977776666' }, text: 'Olá' } },
  ])
})

test('statuses keep their details', async (t) => {
  const status = { id: 'wamid.O', timestamp: 1767225603, recipient_id: ana.wa_id }
  const error = { code: 131047, title: 'Re-engagement message' }
  const statuses = [
    {
      ...status,
      status: 'delivered',
      biz_opaque_callback_data: 'order-991',
      pricing: { type: 'x' },
    },
    { ...status, status: 'failed', errors: [error] },
    { id: 'wamid.O', status: 'played', recipient_user_id: 'BR.1A2B3C' },
    // Of a group, whose id may look like a number: one status for each participant.
    { ...status, status: 'read', recipient_id: '5500', recipient_participant_id: '5511' },
    { ...status, status: 'evaporated' },
    { status: 'sent' },
  ]
  t.match(translated({ statuses }), [
    {
      kind: 'status',
      status: {
        status: 'delivered',
        provider_timestamp: '2026-01-01T00:00:03.000Z',
        recipient: { phone: ana.wa_id, business_scoped_user_id: null },
        biz_opaque_callback_data: 'order-991',
        errors: [],
        pricing: { type: 'x' },
      },
    },
    { status: { status: 'failed', errors: [error] } },
    {
      status: {
        status: 'played',
        // A status without a time has the time of the POST.
        provider_timestamp: '2026-01-01T00:00:05.000Z',
        recipient: { phone: null, business_scoped_user_id: 'BR.1A2B3C' },
      },
    },
    { status: { recipient: { phone: '5511' } } },
    { kind: 'unreadable', reason: 'unknown_status' },
    { kind: 'unreadable', reason: 'status_without_id' },
  ])
})

test('a marketing preference is translated', async (t) => {
  const item = { wa_id: ana.wa_id, category: 'marketing_messages', timestamp: 1767225600 }
  const user_preferences = [{ ...item, value: 'stop' }, { ...item, value: 'resume' }, item]
  t.match(translated({ contacts: [ana], user_preferences }, 'user_preferences'), [
    { kind: 'marketing_preference', opted_out: true, person: { phone: ana.wa_id } },
    { kind: 'marketing_preference', opted_out: false },
    { kind: 'unreadable' },
  ])
})

test('a marketing message that failed because of an opt-out is also a marketing preference', async (t) => {
  const failed = (code: number, more: object = {}) =>
    translated({
      statuses: [
        {
          id: 'wamid.OUT',
          status: 'failed',
          timestamp: '1767225600',
          recipient_id: ana.wa_id,
          recipient_user_id: 'BR.1',
          errors: [{ code }],
          ...more,
        },
      ],
    })
  t.match(failed(131050), [
    { kind: 'status' },
    {
      kind: 'marketing_preference',
      opted_out: true,
      changed_at: '2026-01-01T00:00:00.000Z',
      person: { phone: ana.wa_id, business_scoped_user_id: 'BR.1' },
    },
  ])
  t.equal(failed(131026).length, 1)
  t.equal(failed(131050, { recipient_id: null, recipient_user_id: null }).length, 1)
})

test('each of many messages finds its sender among the contacts, in either form of a number', async (t) => {
  const lines = Array.from({ length: 1_000 }, (_, n) => 87_650_000 + n)
  const contacts = lines.map((line) => ({ wa_id: `5531${line}`, profile: { name: `of ${line}` } }))
  const again = { wa_id: `5531${lines[0]}`, profile: { name: 'a later contact' } }
  const messages = lines.map((line) => textMessage(`wamid.${line}`, 'Oi', { from: `55319${line}` }))
  const names = translated({ contacts: [...contacts, again], messages }).map((intent) =>
    intent.kind === 'received' ? intent.message.profile_name : null,
  )
  t.same(
    names,
    lines.map((line) => `of ${line}`),
  )
})

test('events about a number or an account become statuses or notices', async (t) => {
  const update = (value: Record<string, unknown>, field = 'account_update') =>
    translated(value, field)[0]
  const banned = { event: 'DISABLED_UPDATE', ban_info: { waba_ban_state: 'DISABLE' } }
  t.match(update(banned), {
    kind: 'connection_status',
    status: 'disconnected',
    reason: 'account_update',
    details: { ...banned, told_at: '2026-01-01T00:00:00.000Z' },
  })
  const undated = { ...graphPost(banned, 'account_update') }
  const [entry] = undated.entry
  const [unguarded] = translateGraphApi(rawOf({ ...undated, entry: [{ ...entry, time: null }] }))
  t.strictSame(unguarded?.kind === 'connection_status' && unguarded.details, banned)
  const back = { event: 'DISABLED_UPDATE', ban_info: { waba_ban_state: 'REINSTATE' } }
  t.match(update(back), { kind: 'connection_status', status: 'connected' })
  const soon = { event: 'DISABLED_UPDATE', ban_info: { waba_ban_state: 'SCHEDULE_FOR_DISABLE' } }
  t.match(update(soon), { kind: 'connection_noticed', notice: 'account', value: soon })
  t.match(update({ event: 'ACCOUNT_DELETED' }), { status: 'disconnected' })
  for (const [field, notice] of [
    ['phone_number_quality_update', 'quality'],
    ['phone_number_name_update', 'name'],
    ['account_review_update', 'review'],
    ['business_capability_update', 'capability'],
  ] as const)
    t.match(update({ event: 'X' }, field), { kind: 'connection_noticed', notice })
  t.same(translated({ event: 'APPROVED' }, 'message_template_status_update'), [])
  t.same(translated({}, 'constructor'), [])
})

test('an invalid item affects no other', async (t) => {
  const messages = [null, 7, {}, { id: 'wamid.2' }, textMessage('wamid.3')]
  t.same(
    translated({ contacts: 'none', messages }).map(({ kind }) => kind),
    ['unreadable', 'unreadable', 'unreadable', 'unreadable', 'received'],
  )
})

test("Meta's own sample bodies are translated", async (t) => {
  for (const { file, name, body } of metaSamples()) {
    const intents = translateGraphApi(rawOf(body))
    const isForeign = file.startsWith('template')
    t.equal(intents.length > 0, !isForeign, `${file}: ${name}`)
    t.notOk(
      intents.some(({ kind }) => kind === 'unreadable'),
      `${file}: ${name} is readable`,
    )
  }
})

test('for any input, translating never throws and is deterministic', async (t) => {
  const fields = fc.constantFrom(
    ...['messages', 'user_preferences', 'smb_message_echoes', 'calls', 'user_id_update'],
    ...['smb_app_state_sync', 'account_update', 'x'],
  )
  const item = fc.oneof(
    fc.jsonValue(),
    fc.record(
      {
        id: fc.jsonValue(),
        from: fc.jsonValue(),
        type: fc.constantFrom('text', 'image', 'system', 'edit', 'contacts', 'interactive', 7),
        text: fc.jsonValue(),
        image: fc.jsonValue(),
        edit: fc.jsonValue(),
        system: fc.jsonValue(),
        contacts: fc.jsonValue(),
        timestamp: fc.jsonValue(),
        context: fc.jsonValue(),
        errors: fc.jsonValue(),
        status: fc.constantFrom('sent', 'failed'),
      },
      { requiredKeys: [] },
    ),
  )
  const list = fc.oneof(fc.jsonValue(), fc.array(item))
  const keys = ['messages', 'statuses', 'contacts', 'message_echoes', 'user_preferences', 'calls']
  const value = fc.oneof(
    fc.jsonValue(),
    fc.record(Object.fromEntries(keys.map((key) => [key, list])), { requiredKeys: [] }),
  )
  fc.assert(
    fc.property(fields, value, (field, made) => {
      const post = { entry: [{ changes: [{ field, value: made }] }] }
      const raw = JSON.stringify(rawOf(post))
      const once = JSON.stringify(translateGraphApi(JSON.parse(raw)))
      return once === JSON.stringify(translateGraphApi(JSON.parse(raw)))
    }),
    { numRuns: 2_000 },
  )
  t.pass('every random body was translated twice alike')
})

test('a status of a payment or a call says nothing about the message that it names', async (t) => {
  const status = { id: 'wamid.1', status: 'failed', timestamp: '1767225600', recipient_id: '5531' }
  const payment = { reference_id: 'ped-1001', transaction: { id: 'tr-1', status: 'failed' } }
  for (const other of [
    { type: 'payment', payment },
    { type: 'payment', status: 'captured', payment },
    { payment },
    { type: 'call', status: 'RINGING' },
    { type: 'something_new', errors: [{ code: 131050 }] },
  ])
    t.match(translated({ statuses: [{ ...status, ...other }] }), [{ kind: 'set_aside' }])
  t.match(translated({ statuses: [{ ...status, type: 'message' }] }), [{ kind: 'status' }])
})

test('a system message in echoes is nothing that the business wrote', async (t) => {
  const echo = { id: 'wamid.1', from: '5511', to: '5531987654321', timestamp: '1', type: 'system' }
  t.match(translated({ message_echoes: [echo] }, 'smb_message_echoes'), [{ kind: 'set_aside' }])
})

test('only one number on one requested card is a phone that the person gives', async (t) => {
  const given = (contacts: object[], more: object = {}) =>
    (inbound({ type: 'contacts', contacts, ...more }) as { given_phone?: string }).given_phone
  const origin = 'contact_request'
  const phone = '+55 31 98765-4321'
  const wa_id = '553187654321'
  t.equal(given([{ origin, phones: [{ phone, wa_id }] }]), wa_id)
  t.equal(given([{ origin, phones: [{ phone }] }]), '5531987654321')
  t.equal(given([{ phones: [{ phone }] }], { origin }), '5531987654321')
  t.equal(given([{ origin, phones: [{ phone }, { wa_id }] }]), '5531987654321', 'one number twice')
  const others: [object[], object?][] = [
    [[{ phones: [{ phone, wa_id }] }]],
    [[{ origin: 'other', phones: [{ phone, wa_id }] }]],
    [[{ origin, phones: [{ phone: '98765-4321' }] }]],
    [[{ origin, phones: [{ phone }, { phone: '+5521987654321' }] }]],
    [
      [
        { origin, phones: [{ phone }] },
        { origin, phones: [{ phone }] },
      ],
    ],
    [[{ origin }]],
    [[], { origin }],
  ]
  for (const [contacts, more] of others) t.equal(given(contacts, more), undefined)
})

test('of a change with more items than a post holds of real ones, the rest is not read', async (t) => {
  for (const [field, list] of [
    ['messages', 'messages'],
    ['messages', 'statuses'],
    ['smb_message_echoes', 'message_echoes'],
    ['user_preferences', 'user_preferences'],
  ] as const) {
    const intents = translated({ [list]: Array(30_000).fill(7) }, field)
    t.equal(intents.length, 20_001, list)
    t.same(intents.at(-1), { kind: 'unreadable', reason: 'too_many_items' })
  }
})
