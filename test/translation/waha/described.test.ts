import { translateWaha } from '@recado/translation/waha/translate'
import fc from 'fast-check'
import { type Test, test } from 'tap'
import { rawOf } from '../graph-post.ts'
import { translate } from '../translate.ts'
import { wahaEvent, wahaMessage } from '../waha-event.ts'

type Json = Record<string, unknown>

/** What a message without a text of its own shows. */
function shown(_data: Json, others: Json = {}) {
  const payload = { ...wahaMessage('', { _data, ...others }), body: null }
  const [intent] = translate({ ...rawOf(wahaEvent('message', payload)), source: 'freemium' })
  if (intent?.kind !== 'received') throw new Error(`no message: ${JSON.stringify(intent)}`)
  const { message_type, text, content } = intent.message
  return { message_type, text, content }
}

/** Asserts what each engine's form of a message shows. */
function shows(t: Test, forms: readonly Json[], wanted: Json): void {
  for (const form of forms) t.same(shown(form), wanted)
}

test('a poll shows its question and its options', async (t) => {
  const poll = { name: 'Que dia?', options: [{ optionName: 'Sexta' }, { optionName: 'Sábado' }] }
  const webjs = { pollName: 'Que dia?', pollOptions: [{ name: 'Sexta' }, { name: 'Sábado' }] }
  shows(
    t,
    [
      { message: { pollCreationMessage: poll } },
      { message: { pollCreationMessageV3: poll } },
      { Message: { pollCreationMessageV2: poll, messageContextInfo: {} } },
      { type: 'poll_creation', ...webjs },
    ],
    {
      message_type: 'unsupported',
      text: 'Que dia?\n- Sexta\n- Sábado',
      content: {
        type: 'poll',
        errors: [],
        poll: { name: 'Que dia?', options: ['Sexta', 'Sábado'] },
      },
    },
  )
})

test('an event shows its name, and when and where it is', async (t) => {
  const [name, description, location] = ['Degustação', 'Traga um amigo', { name: 'Loja' }]
  const native = { name, description, location, isCanceled: false }
  const webjs = { eventName: name, eventDescription: description, eventLocation: location }
  shows(
    t,
    [
      { message: { eventMessage: { ...native, startTime: { low: 1767225600, high: 0 } } } },
      { Message: { eventMessage: { ...native, startTime: 1767225600 } } },
      { type: 'event_creation', ...webjs, eventStartTime: 1767225600, isEventCanceled: false },
    ],
    {
      message_type: 'unsupported',
      text: 'Degustação\nTraga um amigo',
      content: {
        type: 'event',
        errors: [],
        event: {
          ...{ name, description, location: 'Loja', join_link: null },
          ...{ starts_at: '2026-01-01T00:00:00.000Z', ends_at: null, canceled: false },
        },
      },
    },
  )
})

test('a product shows its title, its description and its price', async (t) => {
  const named = { title: 'Orquídea', description: 'Branca', currencyCode: 'BRL' }
  shows(
    t,
    [
      {
        message: {
          productMessage: {
            product: { ...named, productId: '7', priceAmount1000: { low: 59900, high: 0 } },
          },
        },
      },
      {
        Message: {
          productMessage: { product: { ...named, productID: '7', priceAmount1000: 59900 } },
        },
      },
      { type: 'product', ...named, productId: '7', priceAmount1000: 59900 },
    ],
    {
      message_type: 'unsupported',
      text: 'Orquídea\nBranca',
      content: {
        type: 'product',
        errors: [],
        product: {
          ...{ id: '7', title: 'Orquídea', description: 'Branca', retailer_id: null, url: null },
          ...{ price_thousandths: 59900, currency: 'BRL' },
        },
      },
    },
  )
})

test('an order shows its title and what the person wrote, and its total beyond 32 bits', async (t) => {
  const named = {
    orderTitle: 'Pedido',
    message: 'Para hoje',
    itemCount: 2,
    totalCurrencyCode: 'BRL',
  }
  shows(
    t,
    [
      {
        message: {
          orderMessage: { ...named, orderId: '9', totalAmount1000: { low: -1, high: 1 } },
        },
      },
      { Message: { orderMessage: { ...named, orderID: '9', totalAmount1000: '8589934591' } } },
      { type: 'order', ...named, orderId: '9', totalAmount1000: 8589934591 },
    ],
    {
      message_type: 'order',
      text: 'Pedido\nPara hoje',
      content: {
        ...{ id: '9', title: 'Pedido', text: 'Para hoje', item_count: 2 },
        ...{ total_thousandths: 8589934591, currency: 'BRL' },
      },
    },
  )
})

test('what has no words shows its type', async (t) => {
  t.match(shown({ message: { pollCreationMessage: {} } }), { text: '[poll]' })
  t.match(shown({ message: { orderMessage: {} } }), { message_type: 'order', text: '[order]' })
})

test('a file that can be seen once says so, also where the gateway has no file', async (t) => {
  const media = { hasMedia: true, media: { mimetype: 'image/jpeg' } }
  for (const form of [
    { message: { viewOnceMessageV2: { message: { imageMessage: {} } } } },
    { Message: { imageMessage: { viewOnce: true } } },
    { type: 'image', isViewOnce: true },
  ])
    t.match(shown(form, media), { message_type: 'image', content: { view_once: true } })
  t.notHas(shown({ message: { imageMessage: {} } }, media).content, { view_once: true })
  t.same(shown({ key: { isViewOnce: true } }), {
    message_type: 'unsupported',
    text: '[view_once]',
    content: { type: 'view_once', errors: [] },
  })
})

test('anything in place of these parts is read without a fault', async (t) => {
  const part = fc.constantFrom(
    'pollCreationMessage',
    'eventMessage',
    'productMessage',
    'orderMessage',
  )
  const long = fc.record({ low: fc.anything(), high: fc.anything() })
  const value = fc.oneof(fc.anything(), fc.dictionary(fc.string(), fc.oneof(fc.anything(), long)))
  fc.assert(
    fc.property(part, value, (name, of) => {
      const payload = wahaMessage('', { _data: { message: { [name]: of } }, body: null })
      translateWaha({ ...rawOf(wahaEvent('message', payload)), source: 'freemium' })
    }),
  )
  t.pass('no fault')
})
