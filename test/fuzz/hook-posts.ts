import { SaleNotice } from '@recado/contract/sale'
import { jsonSchema } from '@recado/infra/http/json-schema'
import fc from 'fast-check'
import { graphPost, textMessage } from '../translation/graph-post.ts'
import { wahaEvent, wahaMessage } from '../translation/waha-event.ts'
import type { Case } from './case.ts'
import { mutated } from './json.ts'
import { type Schema, valuesOf } from './schema-values.ts'

type Json = Record<string, unknown>

const id = 'wamid.«unique»'
const contacts = [
  { profile: { name: 'Ana', username: '@ana.«unique»' }, wa_id: '«phone»', user_id: 'BR.«unique»' },
]
const message = (more: Json) => textMessage(id, 'Oi', { from: '«phone»', ...more })
const said = (more: Json) => change({ contacts, messages: [message(more)] })
const file = {
  id: '900«unique»',
  mime_type: 'image/png',
  sha256: 'x',
  caption: 'Veja',
  filename: 'a',
}
const system = { type: 'user_changed_number', wa_id: '«other phone»', body: 'moved' }
const status = { id, recipient_id: '«phone»', timestamp: '1767225610' }
const errors = [{ code: 131026, title: 'Undeliverable', error_data: { details: 'no' } }]
const referral = {
  source_type: 'ad',
  source_id: '1',
  source_url: 'https://a.example/?utm_source=b',
}

/** A POST of Meta for the world's own phone number. */
function change(value: Json, field = 'messages'): Json {
  const metadata = { display_phone_number: '«digits»', phone_number_id: '«number»' }
  const post = graphPost({ ...value, metadata }, field)
  return { ...post, entry: post.entry.map((entry) => ({ ...entry, id: '«waba»' })) }
}

const META: readonly Json[] = [
  said({}),
  said({ context: { id: 'wamid.quoted' }, referral }),
  said({ type: 'image', image: file }),
  said({ type: 'location', location: { latitude: 1, longitude: 2, name: 'Loja' } }),
  said({
    type: 'contacts',
    contacts: [{ name: { formatted_name: 'Bia' }, phones: [{ phone: '1' }] }],
  }),
  said({ type: 'reaction', reaction: { message_id: 'wamid.quoted', emoji: '👍' } }),
  said({
    type: 'interactive',
    interactive: { type: 'button_reply', button_reply: { id: '1', title: 'Sim' } },
  }),
  said({ type: 'edit', edit: { original_message_id: 'wamid.quoted', message: { type: 'text' } } }),
  said({ type: 'system', system }),
  change({ statuses: [{ ...status, status: 'delivered', biz_opaque_callback_data: 'a' }] }),
  change({ statuses: [{ ...status, status: 'failed', errors }] }),
  change({ message_echoes: [message({ from: '«digits»', to: '«phone»' })] }, 'smb_message_echoes'),
  change(
    {
      user_preferences: [
        { wa_id: '«phone»', category: 'marketing_messages', value: 'stop', timestamp: 1767225600 },
      ],
    },
    'user_preferences',
  ),
  change(
    {
      user_id_update: [
        {
          wa_id: '«phone»',
          user_id: { previous: 'BR.1', current: 'BR.«unique»' },
          timestamp: '1767225600',
        },
      ],
    },
    'user_id_update',
  ),
  change(
    {
      state_sync: [
        { type: 'contact', contact: { phone_number: '«phone»', full_name: 'Ana' }, action: 'add' },
      ],
    },
    'smb_app_state_sync',
  ),
  change({ event: 'DISABLED_UPDATE', ban_info: { waba_ban_state: 'DISABLE' } }, 'account_update'),
  change(
    { event: 'APPROVED', message_template_id: 1, message_template_name: 'a' },
    'message_template_status_update',
  ),
  change(
    { display_phone_number: '«digits»', event: 'FLAGGED', current_limit: 'TIER_1K' },
    'phone_number_quality_update',
  ),
]

const chat = { id: 'false_«phone»@c.us_«unique»', from: '«phone»@c.us' }
const WAHA: readonly Json[] = [
  wahaEvent('message', wahaMessage('Oi', chat)),
  wahaEvent('message.any', wahaMessage('Oi', { ...chat, fromMe: true, to: '«phone»@c.us' })),
  wahaEvent(
    'message',
    wahaMessage('', {
      ...chat,
      hasMedia: true,
      media: { url: 'http://a/b', mimetype: 'image/png' },
    }),
  ),
  wahaEvent('message.reaction', { ...chat, reaction: { text: '👍', messageId: 'wamid.quoted' } }),
  wahaEvent('message.edited', { ...chat, body: 'Olá', editedMessageId: 'wamid.quoted' }),
  wahaEvent('message.revoked', {
    after: chat,
    before: { ...chat, body: 'Oi' },
    revokedMessageId: 'a',
  }),
  wahaEvent('message.ack', { ...chat, ack: 2, ackName: 'DEVICE', fromMe: true }),
  wahaEvent('session.status', { name: 'conn', status: 'WORKING', statuses: [] }),
].map((event) => ({ ...event, id: 'evt_«unique»' }))

const NOTICES = valuesOf(jsonSchema(SaleNotice, 'input', {}) as Schema)

/** POSTs of both providers and of sale notices, to be signed with the right keys. */
export const hookPosts: fc.Arbitrary<Case> = fc.oneof(
  { arbitrary: posts('whatsapp', '/hooks/whatsapp', fc.constantFrom<unknown>(...META)), weight: 2 },
  {
    arbitrary: posts('waha', '/hooks/waha/«freemium»', fc.constantFrom<unknown>(...WAHA)),
    weight: 2,
  },
  posts('sales', '/hooks/sales/«account»', NOTICES),
)

function posts(
  door: Case['door'],
  path: string,
  values: fc.Arbitrary<unknown>,
): fc.Arbitrary<Case> {
  const statuses = [200, 400, 401, 404, 413, 422]
  return mutated(values).map((value) => {
    const headers = { 'content-type': 'application/json' }
    return { door, method: 'POST' as const, path, headers, body: JSON.stringify(value), statuses }
  })
}
