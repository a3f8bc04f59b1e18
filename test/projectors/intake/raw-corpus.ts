import type { ProviderEventReceived } from '@recado/domain/provider-event/events'
import { ana, graphPost, rawOf, textMessage } from '../../translation/graph-post.ts'
import { wahaMessage } from '../../translation/waha-event.ts'

type Raw = ProviderEventReceived['data']
type Json = Record<string, unknown>

const graph = (value: Json, field = 'messages'): Raw => rawOf(graphPost(value, field), field)
const wrote = (more: Json): Raw =>
  graph({ contacts: [ana], messages: [textMessage('wamid.1', 'Oi', more)] })
const waha = (event: string, payload: Json, more: Json = {}): Raw => {
  const me = { id: '5521933330001@c.us' }
  const envelope = {
    id: 'evt_1',
    timestamp: 1767225600123,
    event,
    session: 'conn_1',
    me,
    payload,
    ...more,
  }
  return { ...rawOf(envelope, event), source: 'freemium' }
}
const native = (message: Json): Raw =>
  waha('message.any', wahaMessage('', { body: null, _data: { message, pushName: 'Ana' } }))
const ack = { id: 'true_553187654321@c.us_3EB0BB', fromMe: true, ack: 3 }
const contact = { displayName: 'Rui', vcard: 'BEGIN:VCARD\nFN:Rui Paz\nEND:VCARD' }
const status = { id: 'wamid.O', timestamp: '1767225610', recipient_id: ana.wa_id }

/** A message of a number's history, which another number wrote than the thread's: the business. */
const pastText = (id: string) => ({
  ...{ from: '551133334444', id, timestamp: '1739230955', type: 'text', text: { body: 'Oi' } },
  history_context: { status: 'READ' },
})

/** Raw events of every kind that the translation knows. Only add to it. */
export const RAW_CORPUS: readonly Raw[] = [
  wrote({ context: { id: 'wamid.0' }, referral: { source_id: '9', source_url: 'https://a/?x=1' } }),
  wrote({ type: 'image', image: { id: '1', mime_type: 'image/jpeg', sha256: 'a=', caption: 'A' } }),
  wrote({ type: 'location', location: { latitude: -23.5, longitude: -46.6, name: 'Sé' } }),
  wrote({ type: 'contacts', contacts: [{ name: { formatted_name: 'Rui' } }] }),
  wrote({ type: 'interactive', interactive: { type: 'list_reply', list_reply: { title: 'A' } } }),
  wrote({
    type: 'interactive',
    interactive: { type: 'call_permission_reply', call_permission_reply: { response: 'accept' } },
  }),
  wrote({ type: 'button', button: { payload: 'p', text: 'Sim' } }),
  wrote({ type: 'reaction', reaction: { message_id: 'wamid.0', emoji: '👍' } }),
  wrote({ type: 'order', order: { catalog_id: 'c', text: 'x' } }),
  wrote({ type: 'request_welcome' }),
  wrote({ type: 'unsupported', errors: [{ code: 131051 }] }),
  wrote({ type: 'edit', edit: { original_message_id: 'wamid.0', message: { type: 'text' } } }),
  wrote({ type: 'revoke', revoke: { original_message_id: 'wamid.0' } }),
  wrote({ group_id: 'g' }),
  wrote({ type: 'system', system: { type: 'user_changed_number', wa_id: '5511911112222' } }),
  wrote({ type: 'system', system: { type: 'user_changed_user_id', user_id: 'BR.9' } }),
  graph({ statuses: [{ ...status, status: 'delivered', pricing: { category: 'utility' } }] }),
  graph({ statuses: [{ ...status, status: 'failed', errors: [{ code: 131050 }] }] }),
  graph({ contacts: [ana], calls: [{ id: 'wacid.1', from: ana.wa_id, timestamp: '1' }] }, 'calls'),
  graph({ message_echoes: [{ ...textMessage('wamid.E'), to: '5511' }] }, 'smb_message_echoes'),
  graph(
    { user_preferences: [{ wa_id: ana.wa_id, category: 'marketing_messages', value: 'stop' }] },
    'user_preferences',
  ),
  graph({ user_id_update: [{ user_id: { previous: 'BR.1', current: 'BR.2' } }] }, 'user_id_update'),
  graph(
    { state_sync: [{ type: 'contact', contact: { phone_number: '5511' } }] },
    'smb_app_state_sync',
  ),
  graph({ history: [{ threads: [{ id: '5511', messages: [pastText('wamid.H1')] }] }] }, 'history'),
  graph({ messages: [{ ...pastText('wamid.H1'), type: 'image', image: { id: '7' } }] }, 'history'),
  graph({ history: [{ metadata: { phase: 0, progress: 55 } }] }, 'history'),
  graph({ history: [{ errors: [{ code: 2593109, title: 'off' }] }] }, 'history'),
  graph({ event: 'PARTNER_REMOVED' }, 'account_update'),
  graph({ event: 'ONBOARDING' }, 'phone_number_quality_update'),
  waha('message.any', wahaMessage('Oi')),
  waha('message', wahaMessage('', { hasMedia: true, media: { mimetype: 'image/png' } })),
  waha('message.any', wahaMessage('Oi', { ...ack, id: 'true_900001@lid_3EB0BB' })),
  waha('message.ack', ack),
  waha('message.reaction', wahaMessage('', { reaction: { text: '🙏', messageId: '3EB0BB' } })),
  waha('message.edited', wahaMessage('Olá', { editedMessageId: '3EB000' })),
  waha('message.edited', wahaMessage('Olá', { editedMessageId: '3EB0AA' })),
  waha('message.any', wahaMessage('Oi', { id: 'false_553187654321_1@c.us_3EB0AC' })),
  waha('message.revoked', { before: wahaMessage('Oi'), after: wahaMessage('') }),
  waha('session.status', { name: 'conn_1', status: 'WORKING' }),
  waha('session.status', { name: 'conn_1', status: 'WORKING' }, { metadata: { placement: '2' } }),
  native({ contactMessage: contact }),
  native({ contactsArrayMessage: { contacts: [contact, { displayName: 'Bia' }] } }),
  native({ locationMessage: { degreesLatitude: 1, degreesLongitude: 2, name: 'Sé' } }),
  native({ listResponseMessage: { title: 'A', singleSelectReply: { selectedRowId: '1' } } }),
  native({ albumMessage: { expectedImageCount: 2 } }),
  wrote({
    type: 'contacts',
    contacts: [{ origin: 'contact_request', phones: [{ phone: '+55 31 8765-4321' }] }],
  }),
  native({ extendedTextMessage: { contextInfo: { externalAdReply: { sourceId: '9' } } } }),
]
