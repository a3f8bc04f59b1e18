import type { ProviderEventReceived } from '@recado/domain/provider-event/events'
import type { Intent } from '@recado/translation/intent'
import { translateWaha } from '@recado/translation/waha/translate'
import fc from 'fast-check'
import { test } from 'tap'
import { rawOf } from '../graph-post.ts'
import { translate } from '../translate.ts'
import { wahaEvent, wahaMessage } from '../waha-event.ts'

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

test('an inbound message is translated', async (t) => {
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

test("a message sent on the phone is translated, in every engine's way of naming the chat", async (t) => {
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

test('a hidden id is translated, with the phone if the engine names it', async (t) => {
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

test('messages of groups, channels and broadcasts are ignored', async (t) => {
  for (const chat of ['120363@g.us', '120363@newsletter', 'status@broadcast', '1@broadcast']) {
    const where = { id: `false_${chat}_3EB0AA_553187654321@c.us`, from: chat }
    t.same(told('message.any', wahaMessage('Oi', where)), [], chat)
    const ack = { id: `true_${chat}_3EB0AA`, from: chat, fromMe: true, ack: 3 }
    t.same(told('message.ack', ack), [], chat)
  }
})

test('acks become statuses', async (t) => {
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
  t.same(ack(0), [], 'a send is pending anyway')
  t.same(ack(7), [])
  t.same(ack(3, { fromMe: false }), [], 'an ack of an inbound message is our own reading')
})

test('reactions, edits and revocations become messages of their own', async (t) => {
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

test('a reaction without an id is unreadable, because all such reactions would share one', async (t) => {
  const reaction = { text: '🙏', messageId: 'true_553187654321@c.us_3EB0BB' }
  t.same(told('message.reaction', wahaMessage('', { id: null, reaction })), [
    { kind: 'unreadable', reason: 'message_without_id' },
  ])
})

test('each edit has its own id, even if the engine repeats the id and the time of the original', async (t) => {
  const edited = (timestamp: number) => {
    const payload = wahaMessage('Olá', { editedMessageId: '3EB0AA' })
    const [intent] = told('message.edited', payload, { timestamp })
    return intent?.kind === 'edited' ? intent.message.provider_message_id : null
  }
  t.equal(edited(1767225600123), 'edit.3EB0AA.2026-01-01T00:00:00.123Z')
  t.not(edited(1767225600123), edited(1767225609456))
})

test('a chat id with an agent number is a person', async (t) => {
  const id = 'false_553187654321_1@c.us_3EB0AA'
  t.match(told('message.any', wahaMessage('Oi', { id, from: null })), [
    { kind: 'received', message: { provider_message_id: '3EB0AA', party: ana } },
  ])
  const group = 'false_120363040000000000@g.us_3EB0AA_553187654321@c.us'
  t.same(told('message.any', wahaMessage('Oi', { id: group })), [])
})

test('edits, revocations and reactions of GOWS and NOWEB with bare ids are translated', async (t) => {
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
  t.same(told('message.revoked', mine), [], 'a revocation by the business is ignored')
  const { _data: _, ...bare } = own
  const reaction = { messageId: 'true_900001@lid_3EB0BB' }
  t.match(told('message.reaction', wahaMessage('', { ...bare, body: undefined, reaction })), [
    { kind: 'received', message: { text: '', content: { message_id: '3EB0BB', emoji: '' } } },
  ])
})

test('an echo with a server ack also becomes a status, because GOWS sends no ack for it', async (t) => {
  const echo = (ack: unknown) =>
    told('message.any', wahaMessage('Oi', { id: 'true_900001@lid_3EB0BB', fromMe: true, ack }))
  t.match(echo(1), [
    { kind: 'sent_elsewhere', message: { provider_message_id: '3EB0BB' } },
    { kind: 'status', status: { provider_message_id: '3EB0BB', status: 'sent' } },
  ])
  for (const ack of [0, null]) t.equal(echo(ack).length, 1)
  t.equal(told('message.any', wahaMessage('Oi')).length, 1, 'acks of inbound messages are our own')
})

test('a message without text shows its type', async (t) => {
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

/** The intents of a message that an engine passes on in WhatsApp's own format: that of NOWEB, then GOWS. */
const nativeShown = (message: Json, payload: Json = {}) =>
  [{ message }, { Message: message }, { message: { ephemeralMessage: { message } } }].map(
    (_data) => {
      const [intent] = told('message.any', wahaMessage('', { body: null, ...payload, _data }))
      if (intent?.kind !== 'received') return intent
      const { message_type, text, content, referral } = intent.message
      return { message_type, text, content, referral }
    },
  )

const same = (value: Json) => [value, value, value]

test('shared contacts show their names, with a vCard or without', async (t) => {
  const vcard = 'BEGIN:VCARD\nVERSION:3.0\nFN:Rui Paz\nTEL;waid=5511:+55 11\nEND:VCARD'
  const one = { displayName: 'Rui', vcard }
  t.match(
    nativeShown({ contactMessage: one }),
    same({ message_type: 'contacts', text: 'Rui', content: [{ vcard }] }),
  )
  t.match(
    nativeShown({ contactMessage: { vcard } }, { vCards: [vcard] }),
    same({ text: 'Rui Paz', content: [{ name: { formatted_name: 'Rui Paz' }, vcard }] }),
  )
  const contacts = [one, { displayName: 'Bia' }]
  t.match(
    nativeShown({ contactsArrayMessage: { displayName: '2 contacts', contacts } }),
    same({ message_type: 'contacts', text: 'Rui, Bia', content: [{}, { vcard: null }] }),
  )
  const shown = (payload: Json) => {
    const [intent] = told('message.any', wahaMessage('', { body: null, ...payload }))
    return intent?.kind === 'received' && [intent.message.message_type, intent.message.text]
  }
  t.same(shown({ vCards: [vcard, 'item1.TEL:+55 21\r\n'] }), ['contacts', 'Rui Paz, +55 21'])
  t.same(shown({ body: vcard, _data: { type: 'vcard', body: vcard, vcardFormattedName: 'Rui' } }), [
    'contacts',
    'Rui',
  ])
  t.same(shown({ _data: { type: 'multi_vcard', vcardList: contacts } }), ['contacts', 'Rui, Bia'])
})

test('a location shows its name', async (t) => {
  const locationMessage = { degreesLatitude: -23.5, degreesLongitude: -46.6, name: 'Sé' }
  t.match(
    nativeShown({ locationMessage }),
    same({ message_type: 'location', text: 'Sé', content: { latitude: -23.5, name: 'Sé' } }),
  )
  const location = { latitude: '-23.5', longitude: '-46.6', name: 'Sé', description: 'x' }
  t.match(nativeShown({}, { location }), same({ text: 'Sé', content: location }))
  const described = { latitude: '-23.5', longitude: '-46.6', description: 'Sé' }
  t.match(nativeShown({}, { location: described }), same({ text: 'Sé' }))
})

test("a choice from a list or by a button has Meta's format", async (t) => {
  const singleSelectReply = { selectedRowId: 'p1' }
  t.match(
    nativeShown({ listResponseMessage: { title: 'Mensal', singleSelectReply } }, { body: 'x' }),
    same({
      message_type: 'interactive',
      text: 'Mensal',
      content: { type: 'list_reply', list_reply: { id: 'p1', title: 'Mensal' } },
    }),
  )
  t.match(
    nativeShown({ buttonsResponseMessage: { selectedButtonID: 'y', selectedDisplayText: 'Sim' } }),
    same({ text: 'Sim', content: { type: 'button_reply', button_reply: { id: 'y' } } }),
  )
  t.match(
    nativeShown({ templateButtonReplyMessage: { selectedId: 'y' } }, { body: 'Quero' }),
    same({ message_type: 'button', text: 'Quero', content: { payload: 'y', text: 'Quero' } }),
  )
  const nativeFlowResponseMessage = { name: 'flow', paramsJson: '{}' }
  t.match(
    nativeShown({
      interactiveResponseMessage: { body: { text: 'Ok' }, nativeFlowResponseMessage },
    }),
    same({ text: 'Ok', content: { type: 'nfm_reply', nfm_reply: { response_json: '{}' } } }),
  )
})

test("albums and WhatsApp's own notifications are set aside", async (t) => {
  const album = { albumMessage: { expectedImageCount: 2 }, messageContextInfo: {} }
  t.match(nativeShown(album), same({ kind: 'set_aside', reason: 'album' }))
  const protocol = { protocolMessage: { type: 3 } }
  t.match(nativeShown(protocol), same({ kind: 'set_aside', reason: 'notification' }))
  const reactionMessage = { text: '🙏', key: { id: '3EB0BB' } }
  t.match(
    nativeShown({ reactionMessage }),
    same({ kind: 'set_aside' }),
    'there is a reaction event too',
  )
  for (const type of ['album', 'e2e_notification'])
    t.match(told('message.any', wahaMessage('', { _data: { type } })), [{ kind: 'set_aside' }])
  const mine = { id: 'true_553187654321@c.us_3EB0BB', fromMe: true, _data: { message: album } }
  t.match(told('message.any', wahaMessage('', mine)), [{ kind: 'set_aside' }])
  const file = { imageMessage: { mimetype: 'image/jpeg' } }
  t.match(
    nativeShown({ associatedChildMessage: { message: file } }, { hasMedia: true }),
    same({ message_type: 'image' }),
    'the files of the album are messages',
  )
})

test("the ad that led a contact to write has Meta's format", async (t) => {
  const externalAdReply = {
    title: 'Oferta',
    sourceType: 'ad',
    sourceId: '238001',
    sourceUrl: 'https://fb.me/x?utm_source=fb',
    ctwaClid: 'ARxx',
  }
  const text = (contextInfo: Json) => ({ extendedTextMessage: { text: 'Oi', contextInfo } })
  const referral = {
    source_url: 'https://fb.me/x?utm_source=fb',
    source_type: 'ad',
    source_id: '238001',
    headline: 'Oferta',
    ctwa_clid: 'ARxx',
  }
  t.match(nativeShown(text({ externalAdReply }), { body: 'Oi' }), same({ text: 'Oi', referral }))
  const { sourceId: sourceID, sourceUrl: sourceURL } = externalAdReply
  t.match(
    nativeShown({ imageMessage: { contextInfo: { externalAdReply: { sourceID, sourceURL } } } }),
    same({ referral: { source_id: '238001', source_url: referral.source_url } }),
  )
  const forwarded = text({ externalAdReply, isForwarded: true })
  t.match(nativeShown(forwarded, { body: 'Oi' }), same({ referral: null }))
  t.match(nativeShown(text({ externalAdReply: { title: 'x' } })), same({ referral: null }))
  const webjs = { _data: { ctwaContext: { sourceUrl: 'https://fb.me/x', description: 'y' } } }
  t.match(told('message', wahaMessage('Oi', webjs)), [
    { message: { referral: { source_url: 'https://fb.me/x', body: 'y' } } },
  ])
})

test('a session status becomes a connection status, with the paired number', async (t) => {
  const status = (name: string, others: Json = {}) =>
    told('session.status', { name: 'conn_1', status: name }, others)
  t.match(status('WORKING'), [
    {
      kind: 'connection_number',
      phone_number: '+5521933330001',
      told_at: '2026-01-01T00:00:00.123Z',
    },
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

test('an unreadable event is an unreadable intent, and an unknown one gives none', async (t) => {
  t.same(told('state.change', {}), [])
  t.same(translateWaha(rawWaha([])), [])
  t.match(translateWaha(rawWaha({ event: 'message' })), [{ kind: 'unreadable' }])
  t.match(told('message.any', { oversized: true }), [{ kind: 'unreadable', reason: 'oversized' }])
  t.match(told('message.ack', { ack: 1 }), [{ kind: 'unreadable' }])
})

test('for any input, translating never throws and is deterministic', async (t) => {
  const jid = fc.constantFrom('553187654321@c.us', '900001@lid', '1@g.us', 'x', null)
  const id = fc.constantFrom('true_553187654321@c.us_A', 'false_900001@lid_B', 'C', 7, null)
  const type = fc.constantFrom('chat', 'album', 'vcard', 'multi_vcard', 7)
  const part = fc.oneof(
    fc.jsonValue(),
    fc.record({ contextInfo: fc.jsonValue(), message: fc.jsonValue(), contacts: fc.jsonValue() }),
  )
  const parts = ['conversation', 'contactMessage', 'contactsArrayMessage', 'locationMessage']
  const others = ['listResponseMessage', 'albumMessage', 'ephemeralMessage', 'protocolMessage']
  const native = fc.oneof(
    fc.jsonValue(),
    fc.record(Object.fromEntries([...parts, ...others].map((name) => [name, part])), {
      requiredKeys: [],
    }),
  )
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
        _data: fc.oneof(fc.jsonValue(), fc.record({ message: native, Message: native, type })),
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

const key = { remoteJid: '553187654321@s.whatsapp.net', id: '3EB0BB' }

const SERVICE: readonly Json[] = [
  { pinInChatMessage: { key, type: 1 } },
  { keepInChatMessage: { key, keepType: 1 } },
  { pollUpdateMessage: { pollCreationMessageKey: key, vote: {} } },
  { encCommentMessage: { targetMessageKey: key } },
  { encEventResponseMessage: {} },
  { secretEncryptedMessage: {} },
  { call: { callKey: 'AA==' } },
  { callLogMesssage: { isVideo: false } },
  { scheduledCallEditMessage: { key } },
  { stickerSyncRmrMessage: {} },
  { messageHistoryNotice: {} },
  { editedMessage: { message: { protocolMessage: { key, type: 14 } } } },
  { statusMentionMessage: { message: { protocolMessage: { key } } } },
  { groupStatusMessage: { message: { imageMessage: {} } } },
  { PinInChatMessage: { key } },
]

test('service messages of the gateway say nothing that anybody wrote', async (t) => {
  const aside = [{ kind: 'set_aside', reason: 'notification' }]
  for (const part of SERVICE) {
    const name = JSON.stringify(part)
    for (const place of ['message', 'Message']) {
      const _data = { [place]: { messageContextInfo: {}, conversation: null, ...part } }
      for (const event of ['message', 'message.any'])
        t.same(told(event, wahaMessage('', { body: null, _data })), aside, name)
      const mine = { id: 'true_553187654321@c.us_3EB0CC', fromMe: true, body: null, ack: 2, _data }
      t.same(told('message.any', wahaMessage('', mine)), aside, `${name} as an echo`)
      t.same(told('message.ack', wahaMessage('', mine)), aside, `${name} acknowledged`)
    }
  }
  for (const type of [
    'pin_message',
    'keep_in_chat',
    'poll_update',
    'reaction_enc',
    'call_log',
    'revoked',
  ])
    t.same(told('message.any', wahaMessage('', { _data: { type } })), aside, type)
  for (const messageStubType of [40, 'CALL_MISSED_VOICE'])
    t.same(told('message.any', wahaMessage('', { _data: { key, messageStubType } })), aside)
})

test('what a person may have written stays a message, also of a kind that is unknown here', async (t) => {
  const written = [
    { pollCreationMessageV3: { name: 'Qual?' } },
    { orderMessage: { itemCount: 1 } },
    { eventMessage: { name: 'Festa' } },
    { groupInviteMessage: {} },
    { newKindOfMessage: {} },
    { senderKeyDistributionMessage: {}, conversation: 'Oi' },
    { lottieStickerMessage: { message: { stickerMessage: {} } } },
  ]
  for (const message of written) {
    const payload = wahaMessage('', { body: null, _data: { message } })
    t.match(told('message.any', payload), [{ kind: 'received' }], JSON.stringify(message))
  }
  for (const messageStubType of [2, 'CIPHERTEXT', 0])
    t.match(told('message.any', wahaMessage('', { _data: { messageStubType } })), [
      { kind: 'received' },
    ])
})

test('a message of a group, status or channel is none of its author’s chat, wherever it is named', async (t) => {
  for (const chat of ['120363001@g.us', 'status@broadcast', '120363002@newsletter'])
    for (const named of [
      { from: chat },
      { to: chat },
      { _data: { key: { remoteJid: chat } } },
      { _data: { Info: { Chat: chat } } },
    ]) {
      t.same(told('message.any', wahaMessage('Oi', { id: '3EB0AA', ...named })), [], chat)
      const ack = { id: '3EB0AA', fromMe: true, ack: 3, ...named }
      t.same(told('message.ack', wahaMessage('', ack)), [], chat)
    }
})

test('a session reports with the placement that its metadata names', async (t) => {
  const placementOf = (metadata: unknown) => {
    const status = { name: 'conn_1', status: 'WORKING' }
    return told('session.status', status, { metadata }).map((intent) =>
      'placement' in intent ? intent.placement : null,
    )
  }
  for (const none of [undefined, null, {}, { placement: 'x' }, { placement: '1.5' }, 'text'])
    t.same(placementOf(none), [0, 0], JSON.stringify(none))
  t.same(placementOf({ placement: '2' }), [2, 2])
  t.same(placementOf({ placement: 3 }), [3, 3])
})
