import { translateGraphApi } from '@recado/translation/graph-api/translate'
import { test } from 'tap'
import { graphPost, rawOf } from '../graph-post.ts'

type Json = Record<string, unknown>

const BUSINESS = '551133334444'
const ANA = '553187654321'
const metadata = { display_phone_number: BUSINESS, phone_number_id: '106540352242922' }
const translated = (value: Json) =>
  translateGraphApi(rawOf(graphPost({ metadata, ...value }, 'history'), 'history'))
const inThread = (id: string, ...messages: readonly unknown[]) =>
  translated({ history: [{ threads: [{ id, messages }] }] })
const text = (of: Json = {}): Json => ({
  ...{ from: ANA, id: 'wamid.1', timestamp: '1739230955', type: 'text', text: { body: 'Oi' } },
  ...of,
})
const imported = (message: Json, id = ANA) => inThread(id, message)[0]

test('a chunk as in the reference of Meta: messages of both sides, media without content, progress', (t) => {
  const chunk = {
    metadata: { phase: 0, chunk_order: 1, progress: 55 },
    threads: [
      {
        id: ANA,
        messages: [
          text({ from: BUSINESS, history_context: { status: 'READ' } }),
          {
            ...{ from: BUSINESS, id: 'wamid.2', timestamp: '1739230970' },
            ...{ type: 'media_placeholder', history_context: { status: 'PLAYED' } },
          },
          text({ id: 'wamid.3', history_context: { status: 'READ' } }),
        ],
      },
    ],
  }
  const intents = translated({ history: [chunk] })
  t.match(intents, [
    {
      kind: 'imported',
      imported: {
        ...{ provider_message_id: 'wamid.1', message_type: 'text', text: 'Oi', content: null },
        ...{ direction: 'outbound', status: 'read' },
        party: { phone: ANA, business_scoped_user_id: null },
        provider_timestamp: '2025-02-10T23:42:35.000Z',
      },
    },
    {
      imported: { message_type: 'unsupported', text: '[media]', direction: 'outbound' },
    },
    { imported: { direction: 'inbound', status: 'read' } },
    { kind: 'connection_history', phase: 0, progress: 55 },
  ])
  t.notOk('payload' in Object(intents[0]).imported, 'the raw event has the native message')
  t.end()
})

test('the content of a media message comes in a change of its own', (t) => {
  const image = { caption: 'Echeveria', mime_type: 'image/jpeg', sha256: 'aa=', id: '24230' }
  const message = { from: ANA, id: 'wamid.2', timestamp: '1738796547', type: 'image', image }
  t.match(translated({ messages: [message] }), [
    {
      kind: 'imported_media',
      imported: { provider_message_id: 'wamid.2', text: 'Echeveria', content: { id: '24230' } },
    },
  ])
  t.match(translated({ messages: [7, { type: 'image' }] }), [
    { kind: 'unreadable', reason: 'media_without_id' },
    { kind: 'unreadable', reason: 'media_without_id' },
  ])
  t.end()
})

test('a business that does not share its history', (t) => {
  const error = { code: 2593109, title: 'History sync is turned off by the business' }
  t.strictSame(translated({ history: [{ errors: [error] }] }), [
    { kind: 'connection_history', declined: { code: 2593109, title: error.title } },
  ])
  t.match(translated({ history: [{ errors: [{ title: 'x'.repeat(10_000) }] }] }), [
    { declined: { code: null, title: /^x{1,300}/ } },
  ])
  t.end()
})

test('who wrote, and how it ended, in the forms of Meta and of its partners', (t) => {
  const seen = (of: Json, id?: string) => {
    const { direction, status } = Object(imported(text(of), id)).imported
    return `${direction} ${status}`
  }
  const status = (name: string) => ({ history_context: { status: name } })
  t.equal(seen({ from: '5531987654321' }), 'inbound received', 'the other form of the number')
  t.equal(seen(status('pending')), 'inbound received')
  t.equal(seen(status('read')), 'inbound read')
  t.equal(seen({ from: BUSINESS }), 'outbound sent')
  t.equal(seen({ from: BUSINESS, ...status('PENDING') }), 'outbound sent')
  t.equal(seen({ from: BUSINESS, ...status('delivered') }), 'outbound delivered')
  t.equal(seen({ from: BUSINESS, ...status('ERROR') }), 'outbound failed')
  t.equal(seen({ history_context: { from_me: true, status: 'played' } }), 'outbound read')
  t.equal(seen({ from: undefined, to: ANA }), 'outbound sent')
  t.equal(seen({}, 'BR.1A2B3C'), 'inbound received', 'a person without a phone')
  t.end()
})

test('what is no message of one person is set aside, what cannot be read is told', (t) => {
  t.match(imported(text(), '120363041234567890@g.us'), { reason: 'history_of_no_person' })
  t.match(imported(text({ type: 'system' })), { reason: 'history_service_item' })
  t.match(imported(text({ type: 'revoke' })), { reason: 'history_service_item' })
  t.match(imported(text({ id: undefined })), { reason: 'message_without_id_or_sender' })
  t.match(inThread(ANA, 'x'), [{ reason: 'item_is_no_object' }])
  for (const timestamp of ['soon', '0', '-5', '1000000000', '1739230955000', undefined, {}])
    t.match(imported(text({ timestamp })), { reason: 'history_without_time' }, String(timestamp))
  t.match(
    imported(text({ timestamp: '4102444800' })),
    { imported: { provider_timestamp: '2026-01-01T00:00:05.000Z' } },
    'a time to come counts as the arrival',
  )
  for (const progress of [-1, 'x', null, 1.5])
    t.strictSame(translated({ history: [{ metadata: { phase: 0, progress } }] }), [])
  t.strictSame(translated({ history: [{ metadata: { phase: '2', progress: '250' } }, 3] }), [
    { kind: 'connection_history', phase: 2, progress: 100 },
  ])
  for (const history of [null, 'x', {}, [{ threads: 'x' }], [{ threads: [{ id: ANA }] }]])
    t.strictSame(translated({ history }), [])
  t.end()
})

test('a chunk of more items than real messages can be is read in part', (t) => {
  const items = Array.from({ length: 30_000 }, () => 7)
  const intents = translated({ history: [{ threads: [{ id: ANA, messages: items }] }] })
  t.equal(intents.length, 20_001)
  t.strictSame(intents.at(-1), { kind: 'unreadable', reason: 'history_too_long' })
  t.end()
})
