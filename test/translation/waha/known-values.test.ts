import type { Intent } from '@recado/translation/intent'
import { test } from 'tap'
import { rawOf } from '../graph-post.ts'
import { translate } from '../translate.ts'
import { wahaEvent, wahaMessage } from '../waha-event.ts'

type Json = Record<string, unknown>

const told = (event: string, payload: unknown, others: Json = {}): readonly Intent[] =>
  translate({ ...rawOf(wahaEvent(event, payload as Json, others)), source: 'freemium' })
const shown = (payload: Json) => told('message.any', wahaMessage('', { body: null, ...payload }))[0]
const native = (message: Json, payload: Json = {}) => shown({ ...payload, _data: { message } })

/** Wrappers of WhatsApp's protocol: fields of `Message` in WAProto that are a `FutureProofMessage`. */
const WRAPPERS = [
  ...['ephemeralMessage', 'viewOnceMessage', 'viewOnceMessageV2', 'viewOnceMessageV2Extension'],
  ...['documentWithCaptionMessage', 'deviceSentMessage', 'associatedChildMessage'],
  ...['editedMessage', 'groupMentionedMessage', 'lottieStickerMessage', 'botInvokeMessage'],
  ...['botTaskMessage', 'botForwardedMessage', 'spoilerMessage'],
  ...['pollCreationOptionImageMessage', 'eventCoverImage'],
]

test('a message is found in each wrapper, and in several', async (t) => {
  const locationMessage = { degreesLatitude: 1, degreesLongitude: 2, address: 'Rua A' }
  const place = { latitude: 1, longitude: 2, name: null, address: 'Rua A' }
  for (const wrapper of WRAPPERS)
    t.match(native({ [wrapper]: { message: { locationMessage } } }), {
      message: { message_type: 'location', text: '[location]', content: place },
    })
  const wrapped = (times: number): Json =>
    times === 0 ? { locationMessage } : { viewOnceMessage: { message: wrapped(times - 1) } }
  t.match(native(wrapped(8)), { message: { message_type: 'location' } })
  t.match(native(wrapped(9)), { message: { message_type: 'unsupported' } })
  t.match(native({ liveLocationMessage: locationMessage }), { message: { content: place } })
})

/** What WAProto's `Message` has beside what people write. */
const SERVICE = [
  ...['protocolMessage', 'senderKeyDistributionMessage', 'messageHistoryBundle', 'bcallMessage'],
  ...['fastRatchetKeySenderKeyDistributionMessage', 'messageContextInfo', 'stickerSyncRmrMessage'],
  ...['messageHistoryNotice', 'reactionMessage', 'encReactionMessage', 'pinInChatMessage'],
  ...['keepInChatMessage', 'limitSharingMessage', 'pollUpdateMessage', 'encPollUpdateMessage'],
  ...['pollAddOptionMessage', 'encCommentMessage', 'eventResponseMessage', 'callLogMessage'],
  ...['encEventResponseMessage', 'encEventUpdateMessage', 'secretEncryptedMessage', 'call'],
  ...['callLogMesssage', 'scheduledCallEditMessage', 'statusMentionMessage', 'statusAddYours'],
  ...['groupStatusMentionMessage', 'groupStatusMessage', 'groupStatusMessageV2'],
  ...['statusNotificationMessage', 'statusStickerInteractionMessage'],
]
/** The same as WEBJS names it, in `type`. */
const NOTIFICATIONS = [
  ...['e2e_notification', 'notification', 'notification_template', 'group_notification'],
  ...['broadcast_notification', 'newsletter_notification', 'status_notification', 'protocol'],
  ...['gp2', 'call_log', 'scheduled_call_edit', 'reaction', 'reaction_enc', 'pin_message'],
  ...['pinned_message', 'keep_in_chat', 'poll_update', 'poll_vote', 'poll_add_option'],
  ...['event_response', 'event_edit_encrypted', 'encrypted', 'enc_comment', 'debug', 'revoked'],
  ...['message_history_bundle', 'message_history_notice', 'sticker_sync_rmr'],
]

test('each kind of service message and of notification is set aside', async (t) => {
  const aside = { kind: 'set_aside', reason: 'notification' }
  for (const name of SERVICE) t.match(native({ [name]: {} }), aside, name)
  for (const type of NOTIFICATIONS) t.match(shown({ _data: { type } }), aside, type)
  for (const type of ['chat', 'image', '', 7]) t.match(shown({ _data: { type } }), { message: {} })
})

test('the type of a file follows from what its engine says of it', async (t) => {
  const typeOf = (payload: Json) => {
    const intent = shown({ hasMedia: true, media: null, ...payload })
    return intent?.kind === 'received' ? intent.message.message_type : intent?.kind
  }
  const named = { image: 'image', video: 'video', audio: 'audio', sticker: 'sticker', ptt: 'audio' }
  for (const [type, expected] of Object.entries({ ...named, ptv: 'video', document: 'document' })) {
    t.equal(typeOf({ _data: { type } }), expected, `WEBJS ${type}`)
    t.equal(typeOf({ _data: { Info: { MediaType: type } } }), expected, `GOWS ${type}`)
  }
  for (const kind of ['image', 'video', 'audio', 'document', 'sticker'])
    t.equal(typeOf({ _data: { message: { [`${kind}Message`]: {} } } }), kind, `NOWEB ${kind}`)
  t.equal(typeOf({ _data: { message: { ptvMessage: {} } } }), 'video')
  t.equal(typeOf({ _data: { message: { ximageMessage: {} } } }), 'document')
  const file = { mimetype: 'application/pdf', filename: 'a.pdf' }
  t.equal(typeOf({ media: file, _data: { type: 'ptt' } }), 'audio')
  t.match(shown({ media: file, hasMedia: false, body: 'Conta' }), {
    message: {
      ...{ message_type: 'document', text: 'Conta' },
      content: { mime_type: 'application/pdf', filename: 'a.pdf', caption: 'Conta' },
    },
  })
})

test('a choice has its id and title from where its engine puts them', async (t) => {
  const row = { title: null, singleSelectReply: { selectedRowID: 'p1' }, description: 'Por mês' }
  const list_reply = { id: 'p1', title: 'Mensal', description: 'Por mês' }
  t.match(shown({ body: 'Mensal', _data: { listResponse: row } }), {
    message: { text: 'Mensal', content: { type: 'list_reply', list_reply } },
  })
  t.match(native({ listResponseMessage: {} }), { message: { text: '[interactive]' } })
  const button = { buttonsResponseMessage: { selectedButtonId: 'y' } }
  t.match(native(button, { body: 'Sim' }), {
    message: { text: 'Sim', content: { button_reply: { id: 'y', title: 'Sim' } } },
  })
  t.match(native(button), { message: { message_type: 'interactive', text: '[interactive]' } })
  t.match(native({ templateButtonReplyMessage: { selectedID: 'q' } }), {
    message: { message_type: 'button', text: '[button]', content: { payload: 'q' } },
  })
  const flow = (nativeFlowResponseMessage?: Json) =>
    native({ interactiveResponseMessage: { nativeFlowResponseMessage } })
  t.match(flow({ name: 'flow', paramsJSON: '{"a":1}' }), {
    message: {
      ...{ message_type: 'interactive', text: 'flow' },
      content: { nfm_reply: { name: 'flow', body: null, response_json: '{"a":1}' } },
    },
  })
  t.match(flow(), { message: { text: '[interactive]' } })
})

test('the person is found in each field that an engine fills, and is never the session itself', async (t) => {
  const hidden = { id: 'false_900001@lid_3EB0AA', from: '900001@lid' }
  const phone = '553187654321'
  const jid = `${phone}@s.whatsapp.net`
  const both = { phone, lid: '900001' }
  for (const _data of [
    { key: { remoteJid: jid } },
    { key: { remoteJidAlt: jid } },
    { key: { senderPn: jid } },
    { Info: { SenderAlt: jid } },
    { Info: { Sender: `${phone}:3@s.whatsapp.net` } },
  ])
    t.match(shown({ ...hidden, _data }), { message: { party: both } }, JSON.stringify(_data))
  t.match(shown({ _data: { key: { senderLid: '900001@lid' } } }), { message: { party: both } })
  const mine = { ...hidden, fromMe: true, to: '900001@lid', body: 'Oi', ack: 0 }
  for (const _data of [{ Info: { RecipientAlt: jid } }, { Info: { Chat: jid } }])
    t.match(shown({ ...mine, _data }), { kind: 'sent_elsewhere', message: { party: both } })
  for (const to of ['1@g.us.example', '1@broadcast.', 'g.us'])
    t.match(shown({ to }), { kind: 'received' }, to)
  const session = { Info: { SenderAlt: '5521933330001@c.us' } }
  t.match(shown({ ...hidden, _data: session }), { message: { party: { phone: null } } })
  for (const from of [
    '553@c.us',
    `${'5'.repeat(21)}@c.us`,
    '55x1@c.us',
    '5531@c.us.x',
    'x5531@lid',
  ])
    t.equal(shown({ id: '3EB0AA', from }), undefined, from)
})

test('a profile name is read where its engine puts it', async (t) => {
  for (const _data of [{ notifyName: 'Ana' }, { pushName: 'Ana' }, { Info: { PushName: 'Ana' } }])
    t.match(shown({ body: 'Oi', _data }), { message: { profile_name: 'Ana' } })
})

test('an id has one of several shapes', async (t) => {
  const ids = [{ _serialized: 'a_3EB0AA' }, { _serialized: '', id: '3EB0AA' }, '3EB0AA']
  for (const id of ids)
    t.match(shown({ id, body: 'Oi' }), { message: { provider_message_id: '3EB0AA' } })
  for (const id of ['', null, {}])
    t.match(shown({ id, key: { id: '3EB0AA' }, body: 'Oi' }), {
      message: { provider_message_id: '3EB0AA' },
    })
  t.match(shown({ id: '', key: { id: '' } }), { kind: 'unreadable', reason: 'message_without_id' })
  for (const replyTo of ['true_x_3EB0BB', { id: '3EB0BB' }])
    t.match(shown({ replyTo, body: 'Oi' }), { message: { reply_to_message_id: '3EB0BB' } })
  const mine = { fromMe: undefined, id: 'true_553187654321@c.us_3EB0BB' }
  t.match(shown({ ...mine, body: 'Oi' }), { kind: 'sent_elsewhere' })
})

test('each event that cannot be read says why', async (t) => {
  const why = (event: string, payload: unknown, reason: string) =>
    t.match(told(event, payload), [{ kind: 'unreadable', reason }])
  why('message', null, 'event_without_payload')
  why('message.ack', { ack: 1 }, 'ack_without_id')
  why('message.reaction', wahaMessage('', { reaction: {} }), 'reaction_without_original')
  why('message.edited', wahaMessage('x'), 'edit_without_original')
  why('message.revoked', { after: { ...wahaMessage(''), id: null } }, 'revoke_without_original')
  why('session.status', { status: 'DANCING' }, 'unknown_session_status')
  why('session.status', { status: 'X_PASSKEY_' }, 'unknown_session_status')
})

test('a change of a message keeps its original, and an echo of a reaction is one', async (t) => {
  const change = { editedMessageId: 'x_3EB0BB' }
  t.match(told('message.edited', wahaMessage('Olá', change)), [
    { message: { content: { original_message_id: '3EB0BB' } } },
  ])
  t.match(told('message.revoked', { before: wahaMessage('Oi'), after: wahaMessage('') }), [
    {
      kind: 'revoked',
      message: {
        provider_message_id: 'revoke.3EB0AA.2025-12-31T23:59:59.000Z',
        text: '[revoke]',
        content: { original_message_id: '3EB0AA' },
      },
    },
  ])
  const reaction = { text: '🙏', messageId: '3EB0BB' }
  t.match(told('message.reaction', wahaMessage('', { fromMe: true, reaction })), [
    { kind: 'sent_elsewhere', message: { message_type: 'reaction' } },
  ])
})

test('the time of an event is used only if it is one', async (t) => {
  const atOf = (timestamp: unknown) =>
    told('session.status', { status: 'STARTING' }, { timestamp, me: null })
  const arrival = '2026-01-01T00:00:05.000Z'
  for (const odd of [0, -1, 'soon', null, undefined, 253_402_300_800_000, 8.64e15 + 1])
    t.match(atOf(odd), [{ details: { told_at: arrival } }], String(odd))
  t.match(atOf(1), [{ details: { told_at: '1970-01-01T00:00:00.001Z' } }])
  t.match(atOf(1_767_225_600_123.9), [{ details: { told_at: '2026-01-01T00:00:00.123Z' } }])
})

test('an ad is read from the fields of each engine', async (t) => {
  const ad = { title: 'Oferta', thumbnailURL: 'https://t', sourceType: 'AD', ctwaClid: 'AR' }
  t.match(native({ videoMessage: { contextInfo: { externalAdReply: ad } } }, { body: 'Oi' }), {
    message: {
      referral: {
        ...{ source_url: null, source_type: 'ad', source_id: null, headline: 'Oferta' },
        ...{ body: null, thumbnail_url: 'https://t', ctwa_clid: 'AR' },
      },
    },
  })
  const ctwaContext = { sourceId: '9', thumbnailUrl: 'https://u', body: 'x' }
  t.match(shown({ body: 'Oi', _data: { ctwaContext } }), {
    message: { referral: { source_id: '9', thumbnail_url: 'https://u', body: 'x' } },
  })
})
