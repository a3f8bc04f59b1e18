import type { ProviderEventReceived } from '@recado/domain/provider-event/events'
import type { Intent } from '@recado/projectors/intake/intent'
import { translate } from '@recado/projectors/intake/translate'
import { translateWaha } from '@recado/projectors/intake/translate-waha'
import fc from 'fast-check'
import { test } from 'tap'
import { rawOf } from './graph-post.ts'
import { wahaEvent, wahaMessage } from './waha-event.ts'

type Json = Record<string, unknown>

const rawWaha = (payload: object): ProviderEventReceived['data'] => ({
  ...rawOf(payload),
  source: 'freemium',
})

const told = (event: string, payload: Json, others: Json = {}): readonly Intent[] =>
  translate(rawWaha(wahaEvent(event, payload, others)))

const ana = {
  phone: '553187654321',
  lid: null,
  business_scoped_user_id: null,
  parent_business_scoped_user_id: null,
  username: null,
}

test('a person writes', async (t) => {
  const payload = wahaMessage('Oi', {
    _data: { notifyName: 'Ana' },
    replyTo: { id: 'true_553187654321@c.us_3EB0BB' },
  })
  for (const event of ['message', 'message.any'])
    t.same(told(event, payload), [
      {
        kind: 'received',
        message: {
          provider_message_id: '3EB0AA',
          message_type: 'text',
          text: 'Oi',
          content: null,
          party: ana,
          profile_name: 'Ana',
          reply_to_message_id: '3EB0BB',
          provider_timestamp: '2025-12-31T23:59:59.000Z',
          referral: null,
          payload,
        },
      },
    ])
})

test('the business writes on its phone; engines name the chat in their own ways', async (t) => {
  const mine = { fromMe: true, id: 'true_553187654321@c.us_3EB0BB' }
  const shapes = [
    { ...mine, from: '553187654321@c.us', to: null },
    { ...mine, from: '5521933330001@c.us', to: '553187654321@c.us' },
    { ...mine, id: '3EB0BB', from: '5521933330001@c.us', to: '553187654321@s.whatsapp.net' },
    { ...mine, id: { _serialized: mine.id, id: '3EB0BB' } },
  ]
  for (const shape of shapes)
    t.match(told('message.any', wahaMessage('Já vai', shape)), [
      {
        kind: 'sent_elsewhere',
        message: { provider_message_id: '3EB0BB', party: ana, profile_name: null },
      },
    ])
  const toMyself = { ...mine, id: 'true_5521933330001@c.us_3EB0BC' }
  t.same(told('message.any', wahaMessage('note', toMyself)), [])
})

test('a hidden id, and the phone beside it when an engine tells it', async (t) => {
  const from = { id: 'false_900001@lid_3EB0AA', from: '900001@lid', to: '5521933330001@c.us' }
  const hidden = { ...ana, phone: null, lid: '900001' }
  t.match(told('message.any', wahaMessage('Oi', from)), [{ message: { party: hidden } }])
  t.match(told('message.any', wahaMessage('Oi', from), { me: null }), [
    { message: { party: hidden } },
  ])
  const both = { ...ana, lid: '900001' }
  for (const _data of [
    { key: { remoteJid: '900001@lid', remoteJidAlt: '553187654321@s.whatsapp.net' } },
    { key: { senderPn: '553187654321@s.whatsapp.net' } },
    { Info: { SenderAlt: '553187654321:12@s.whatsapp.net' } },
  ])
    t.match(told('message.any', wahaMessage('Oi', { ...from, _data })), [
      { message: { party: both } },
    ])
})

test('groups, channels and broadcasts are nobody', async (t) => {
  for (const chat of ['120363@g.us', '120363@newsletter', 'status@broadcast', '1@broadcast']) {
    const where = { id: `false_${chat}_3EB0AA_553187654321@c.us`, from: chat }
    t.same(told('message.any', wahaMessage('Oi', where)), [], chat)
    const ack = { id: `true_${chat}_3EB0AA`, from: chat, fromMe: true, ack: 3 }
    t.same(told('message.ack', ack), [], chat)
  }
})

test('acks are statuses', async (t) => {
  const ack = (value: unknown, others: Json = {}) =>
    told('message.ack', {
      id: 'true_553187654321@c.us_3EB0BB',
      from: '553187654321@c.us',
      fromMe: true,
      ack: value,
      ...others,
    })
  t.match(ack(3), [
    {
      kind: 'status',
      status: {
        provider_message_id: '3EB0BB',
        status: 'read',
        provider_timestamp: '2026-01-01T00:00:00.123Z',
        recipient: { phone: '553187654321' },
        biz_opaque_callback_data: null,
      },
    },
  ])
  const names = [1, 2, 3, 4, -1].map((value) => {
    const [intent] = ack(value)
    return intent?.kind === 'status' && intent.status.status
  })
  t.same(names, ['sent', 'delivered', 'read', 'played', 'failed'])
  t.match(ack(-1), [{ status: { errors: [{ code: 'ack_error' }] } }])
  t.same(ack(0), [], 'pending is what a send is anyway')
  t.same(ack(7), [])
  t.same(ack(3, { fromMe: false }), [], 'we read what they wrote')
})

test('reactions, edits and revokes are messages of their own', async (t) => {
  const id = 'false_553187654321@c.us_3EB0CC'
  const reaction = { text: '🙏', messageId: 'true_553187654321@c.us_3EB0BB' }
  t.match(told('message.reaction', wahaMessage('', { id, reaction })), [
    {
      kind: 'received',
      message: {
        provider_message_id: '3EB0CC',
        message_type: 'reaction',
        text: '🙏',
        content: { message_id: '3EB0BB', emoji: '🙏' },
      },
    },
  ])
  const editedMessageId = 'false_553187654321@c.us_3EB0AA'
  t.match(told('message.edited', wahaMessage('Olá', { id, editedMessageId })), [
    {
      kind: 'edited',
      original_provider_message_id: '3EB0AA',
      message: { provider_message_id: '3EB0CC', message_type: 'edit', text: 'Olá' },
    },
  ])
  t.match(told('message.revoked', { before: wahaMessage('Oi'), after: wahaMessage('', { id }) }), [
    {
      kind: 'revoked',
      original_provider_message_id: '3EB0AA',
      message: { provider_message_id: '3EB0CC', message_type: 'revoke', party: ana },
    },
  ])
  const [same] = told('message.revoked', { before: null, after: wahaMessage('') })
  t.match(same, { kind: 'revoked', original_provider_message_id: '3EB0AA' })
  t.ok(same?.kind === 'revoked' && same.message.provider_message_id !== '3EB0AA')
  const mine = { id: 'true_553187654321@c.us_3EB0CC', fromMe: true, editedMessageId }
  t.same(told('message.edited', wahaMessage('x', mine)), [])
})

test('GOWS and NOWEB tell edits, withdrawals and reactions with bare ids', async (t) => {
  const Info = { Chat: '900001@lid', SenderAlt: '553187654321@s.whatsapp.net', PushName: 'Ana' }
  const own = { id: 'false_900001@lid_3EB0CC', from: '900001@lid', to: null, _data: { Info } }
  const both = { ...ana, lid: '900001' }
  t.match(told('message.edited', wahaMessage('Olá', { ...own, editedMessageId: '3EB0AA' })), [
    {
      kind: 'edited',
      original_provider_message_id: '3EB0AA',
      message: { provider_message_id: '3EB0CC', text: 'Olá', party: both, profile_name: 'Ana' },
    },
  ])
  const after = wahaMessage('', { ...own, body: undefined })
  const revoked = { after, before: null, revokedMessageId: '3EB0AA', _data: { Info } }
  t.match(told('message.revoked', revoked), [
    {
      kind: 'revoked',
      original_provider_message_id: '3EB0AA',
      message: { provider_message_id: '3EB0CC', party: both },
    },
  ])
  const mine = { ...revoked, after: { ...after, fromMe: true, id: 'true_900001@lid_3EB0CC' } }
  t.same(told('message.revoked', mine), [], 'what the business takes back changes nothing')
  const { _data: _, ...bare } = own
  const reaction = { messageId: 'true_900001@lid_3EB0BB' }
  t.match(told('message.reaction', wahaMessage('', { ...bare, body: undefined, reaction })), [
    { kind: 'received', message: { text: '', content: { message_id: '3EB0BB', emoji: '' } } },
  ])
})

test('an echo that the server has acknowledged says so: GOWS tells it nowhere else', async (t) => {
  const echo = (ack: unknown) =>
    told('message.any', wahaMessage('Oi', { id: 'true_900001@lid_3EB0BB', fromMe: true, ack }))
  t.match(echo(1), [
    { kind: 'sent_elsewhere', message: { provider_message_id: '3EB0BB' } },
    { kind: 'status', status: { provider_message_id: '3EB0BB', status: 'sent' } },
  ])
  for (const ack of [0, null]) t.equal(echo(ack).length, 1)
  t.equal(told('message.any', wahaMessage('Oi')).length, 1, 'what people write has acks of ours')
})

test('what is no text shows what it is', async (t) => {
  const shown = (payload: Json) => {
    const [intent] = told('message.any', wahaMessage('', { body: null, ...payload }))
    return intent?.kind === 'received' && [intent.message.message_type, intent.message.text]
  }
  const file = (mimetype: string) => ({ hasMedia: true, media: { url: 'http://x', mimetype } })
  t.same(shown(file('image/jpeg')), ['image', '[image]'])
  t.same(shown(file('audio/ogg; codecs=opus')), ['audio', '[audio]'])
  t.same(shown(file('application/pdf')), ['document', '[document]'])
  t.same(shown(file('image/webp')), ['sticker', '[sticker]'])
  t.same(shown({ hasMedia: true, media: null, _data: { type: 'video' } }), ['video', '[video]'])
  for (const [MediaType, type] of [
    ['ptt', 'audio'],
    ['sticker', 'sticker'],
    ['image', 'image'],
  ])
    t.same(shown({ hasMedia: true, media: null, _data: { Info: { MediaType } } }), [
      type,
      `[${type}]`,
    ])
  const message = { stickerMessage: { mimetype: 'image/webp' } }
  t.same(shown({ hasMedia: true, media: null, _data: { message } }), ['sticker', '[sticker]'])
  t.same(shown({ ...file('image/jpeg'), body: 'Veja' }), ['image', 'Veja'])
  t.same(shown({ location: { latitude: '1', longitude: '2' } }), ['location', '[location]'])
  t.same(shown({ vCards: ['BEGIN:VCARD'] }), ['contacts', '[contacts]'])
  t.same(shown({}), ['unsupported', '[unsupported]'])
})

test('how the session is, and which number was paired', async (t) => {
  const status = (name: string, others: Json = {}) =>
    told('session.status', { name: 'conn_1', status: name }, others)
  t.match(status('WORKING'), [
    { kind: 'connection_number', phone_number: '+5521933330001' },
    {
      kind: 'connection_status',
      status: 'connected',
      reason: 'session.status',
      details: { status: 'WORKING', told_at: '2026-01-01T00:00:00.123Z' },
    },
  ])
  const statuses = ['STARTING', 'SCAN_QR_CODE', 'PASSKEY_REQUIRED', 'STOPPED', 'FAILED'].map(
    (name) => status(name, { me: null })[0],
  )
  t.match(
    statuses,
    ['connecting', 'connecting', 'connecting', 'disconnected', 'error'].map((value) => ({
      status: value,
    })),
  )
  t.match(status('WORKING', { me: null }), [{ kind: 'connection_status' }])
  t.match(status('DANCING'), [{ kind: 'unreadable' }])
})

test('what cannot be read says so, what is not known says nothing', async (t) => {
  t.same(told('state.change', {}), [])
  t.same(translateWaha(rawWaha([])), [])
  t.match(translateWaha(rawWaha({ event: 'message' })), [{ kind: 'unreadable' }])
  t.match(told('message.any', { oversized: true }), [{ kind: 'unreadable', reason: 'oversized' }])
  t.match(told('message.ack', { ack: 1 }), [{ kind: 'unreadable' }])
})

test('translating never throws, and twice gives the same', async (t) => {
  const jid = fc.constantFrom('553187654321@c.us', '900001@lid', '1@g.us', 'x', null)
  const id = fc.constantFrom('true_553187654321@c.us_A', 'false_900001@lid_B', 'C', 7, null)
  const payload = fc.oneof(
    fc.jsonValue(),
    fc.record(
      {
        id: fc.oneof(id, fc.record({ _serialized: id, id })),
        from: jid,
        to: jid,
        fromMe: fc.oneof(fc.boolean(), fc.constant('yes')),
        body: fc.oneof(fc.string(), fc.jsonValue()),
        timestamp: fc.oneof(fc.double(), fc.integer(), fc.string()),
        ack: fc.oneof(fc.integer({ min: -2, max: 6 }), fc.jsonValue()),
        hasMedia: fc.boolean(),
        media: fc.jsonValue(),
        location: fc.jsonValue(),
        vCards: fc.jsonValue(),
        replyTo: fc.oneof(id, fc.jsonValue()),
        reaction: fc.oneof(fc.record({ text: fc.string(), messageId: id }), fc.jsonValue()),
        editedMessageId: id,
        revokedMessageId: id,
        before: fc.jsonValue(),
        after: fc.jsonValue(),
        _data: fc.jsonValue(),
        status: fc.constantFrom('WORKING', 'FAILED', 7),
      },
      { requiredKeys: [] },
    ),
  )
  const event = fc.constantFrom(
    ...['message', 'message.any', 'message.ack', 'message.reaction', 'message.edited'],
    ...['message.revoked', 'session.status', 'other'],
  )
  fc.assert(
    fc.property(event, payload, fc.jsonValue(), (name, content, odd) => {
      const raw = rawWaha(wahaEvent(name, content as Json, { timestamp: odd, me: odd }))
      const once = JSON.stringify(translate(raw))
      t.equal(JSON.stringify(translate(structuredClone(raw))), once)
    }),
    { numRuns: 500 },
  )
})
