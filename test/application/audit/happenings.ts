import fc from 'fast-check'
import { graphPost, textMessage } from '../../translation/graph-post.ts'
import { wahaEvent, wahaMessage } from '../../translation/waha-event.ts'

type Json = Record<string, unknown>

/** A post of a provider about one of the two numbers of a business, and the provider's name of what happened. */
export type Post = {
  readonly source: 'official' | 'freemium'
  readonly event: string
  readonly body: object
}

const EPOCH = 1_767_182_400
const BUSINESS = '551133334444'

const phone = fc.constantFrom('5511911110001', '5511911110002', '5511922220001')
const user_id = fc.constantFrom('BR.1', 'BR.2', 'BR.3')
const username = fc.constantFrom('ana', 'bia')
const lid = fc.constantFrom('900001', '900002')
const second = fc.nat(60)
const id = fc.nat(5).map((n) => `wamid.${n}`)
const maybe = <Value>(values: fc.Arbitrary<Value>) => fc.option(values, { nil: undefined })

const sender = fc
  .record({ phone: maybe(phone), user_id: maybe(user_id), username: maybe(username) })
  .filter(({ phone, user_id }) => phone !== undefined || user_id !== undefined)

const content: fc.Arbitrary<Json> = fc.oneof(
  fc.constantFrom('Oi', 'Bom dia').map((body) => ({ type: 'text', text: { body } })),
  fc.constantFrom('1', '2').map((file) => ({
    type: 'image',
    text: undefined,
    image: { id: file, mime_type: 'image/png' },
  })),
  fc.constant({ type: 'unsupported', text: undefined, errors: [{ code: 131051 }] }),
  fc.constant({
    referral: { source_type: 'ad', source_id: '1', ctwa_clid: 'click' },
    context: { id: 'wamid.0' },
  }),
  id.map((original_message_id) => ({
    type: 'edit',
    text: undefined,
    edit: { original_message_id, message: { type: 'text', text: { body: 'Olá' } } },
  })),
  id.map((original_message_id) => ({
    type: 'revoke',
    text: undefined,
    revoke: { original_message_id },
  })),
  phone.map((given) => ({
    type: 'contacts',
    text: undefined,
    contacts: [{ origin: 'contact_request', phones: [{ phone: `+${given}`, wa_id: given }] }],
  })),
  fc.record({ wa_id: phone, user_id: maybe(user_id) }).map((now) => ({
    type: 'system',
    text: { body: '' },
    system: { type: 'user_changed_number', ...now },
  })),
)

const timestamp = second.map((n) => String(EPOCH + n))
const meta = (event: string, value: fc.Arbitrary<Json>): fc.Arbitrary<Post> =>
  value.map((one) => ({ source: 'official', event, body: graphPost(one, event) }))

const official = fc.oneof(
  {
    weight: 8,
    arbitrary: meta(
      'messages',
      fc
        .record({ sender, content, id, timestamp })
        .map(({ sender: by, content: said, ...more }) => {
          const { phone: wa_id, user_id: bsuid, username: name } = by
          const profile = { name: wa_id ?? bsuid, ...(name && { username: name }) }
          const message = { from: wa_id, from_user_id: bsuid, timestamp: more.timestamp, ...said }
          return {
            contacts: [{ profile, wa_id, user_id: bsuid }],
            messages: [textMessage(more.id, 'Oi', message)],
          }
        }),
    ),
  },
  meta(
    'messages',
    fc
      .record({
        id,
        recipient_id: phone,
        timestamp,
        status: fc.constantFrom('sent', 'delivered', 'read', 'failed'),
      })
      .map((one) => {
        const errors = [{ code: 131050, title: 'No marketing' }]
        return { statuses: [one.status === 'failed' ? { ...one, errors } : one] }
      }),
  ),
  meta(
    'smb_message_echoes',
    fc
      .record({ id, to: phone, timestamp })
      .map((one) => ({ message_echoes: [textMessage(one.id, 'Eco', { from: BUSINESS, ...one })] })),
  ),
  meta(
    'calls',
    fc
      .record({ id: fc.constantFrom('call.1', 'call.2'), from: phone, timestamp })
      .map((one) => ({ calls: [{ ...one, event: 'connect', direction: 'USER_INITIATED' }] })),
  ),
  meta(
    'user_preferences',
    fc
      .record({
        wa_id: phone,
        user_id: maybe(user_id),
        value: fc.constantFrom('stop', 'resume'),
        timestamp,
      })
      .map((one) => ({ user_preferences: [{ ...one, category: 'marketing_messages' }] })),
  ),
  meta(
    'user_id_update',
    fc
      .record({ wa_id: maybe(phone), previous: user_id, current: user_id, timestamp })
      .map(({ wa_id, previous, current, timestamp: at }) => ({
        user_id_update: [{ wa_id, user_id: { previous, current }, timestamp: at }],
      })),
  ),
  meta(
    'smb_app_state_sync',
    fc.record({ phone_number: phone, full_name: fc.constantFrom('Ana', 'Bia') }).map((contact) => ({
      state_sync: [{ type: 'contact', action: 'add', contact }],
    })),
  ),
  meta(
    'history',
    fc
      .record({ id, thread: phone, from: fc.boolean(), timestamp, progress: fc.nat(100) })
      .map((one) => {
        const from = one.from ? one.thread : BUSINESS
        const message = textMessage(one.id, 'Antes', { from, timestamp: one.timestamp })
        const metadata = { phase: 0, chunk_order: 1, progress: one.progress }
        return { history: [{ metadata, threads: [{ id: one.thread, messages: [message] }] }] }
      }),
  ),
  meta(
    'history',
    id.map((one) => ({
      messages: [
        textMessage(one, '', {
          from: BUSINESS,
          ...{ type: 'image', text: undefined, image: { id: '3', mime_type: 'image/png' } },
        }),
      ],
    })),
  ),
  meta(
    'account_update',
    fc
      .constantFrom('DISABLED_UPDATE', 'ACCOUNT_RECONNECTED', 'PARTNER_REMOVED')
      .map((event) => ({ event, ban_info: { waba_ban_state: 'DISABLE' } })),
  ),
)

const chat = fc
  .record({ phone: maybe(phone), lid: maybe(lid), n: fc.nat(3), second })
  .filter((one) => one.phone !== undefined || one.lid !== undefined)
  .map(({ phone: number, lid: hidden, n, second: at }) => {
    const from = number === undefined ? `${hidden}@lid` : `${number}@c.us`
    const both = number !== undefined && hidden !== undefined
    const _data = both ? { key: { senderLid: `${hidden}@lid` } } : {}
    return { id: `false_${from}_3EB0${n}`, from, timestamp: EPOCH + at, _data }
  })
const waha = (event: string, payload: fc.Arbitrary<Json>): fc.Arbitrary<Post> =>
  fc.record({ payload, second }).map(({ payload: said, second: at }) => ({
    source: 'freemium',
    event,
    body: wahaEvent(event, said, { timestamp: (EPOCH + at) * 1_000 }),
  }))

const freemium = fc.oneof(
  {
    weight: 4,
    arbitrary: waha(
      'message.any',
      chat.map((of) => wahaMessage('Oi', of)),
    ),
  },
  waha(
    'message.any',
    chat.map((of) => wahaMessage('Eco', { ...of, fromMe: true, to: of.from, source: 'app' })),
  ),
  waha(
    'message.edited',
    chat.map((of) => wahaMessage('Olá', { ...of, editedMessageId: '3EB00' })),
  ),
  waha(
    'message.ack',
    fc.record({ of: chat, ack: fc.constantFrom(1, 2, 3) }).map(({ of, ack }) => ({
      ...of,
      ...{ ack, ackName: ['ERROR', 'SERVER', 'DEVICE', 'READ'][ack], fromMe: true },
    })),
  ),
  waha(
    'session.status',
    fc
      .constantFrom('WORKING', 'SCAN_QR_CODE', 'FAILED')
      .map((status) => ({ name: 'conn', status, statuses: [] })),
  ),
)

/** What providers post, of every intent, about few people and messages, so that posts often mean the same ones. */
export const post: fc.Arbitrary<Post> = fc.oneof(
  { weight: 3, arbitrary: official },
  { weight: 1, arbitrary: freemium },
)
