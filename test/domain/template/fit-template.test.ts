import { fitTemplate } from '@recado/domain/template/fit-template'
import { test } from 'tap'

const text = (value: string, more: object = {}) => ({ type: 'text', text: value, ...more })
const body = (...parameters: object[]) => ({ type: 'body', parameters })
const header = (...parameters: object[]) => ({ type: 'header', parameters })
const button = (index: number | string, sub_type: string, ...parameters: object[]) => ({
  type: 'button',
  sub_type,
  index,
  parameters,
})

const order = {
  parameter_format: 'POSITIONAL',
  components: [
    { type: 'HEADER', format: 'IMAGE' },
    { type: 'BODY', text: 'Olá {{1}}, o pedido {{2}} sai hoje, {{1}}.' },
    { type: 'FOOTER', text: 'Loja A' },
    {
      type: 'BUTTONS',
      buttons: [
        { type: 'QUICK_REPLY', text: 'OK' },
        { type: 'URL', text: 'Ver', url: 'https://a.example/{{1}}' },
        { type: 'URL', text: 'Loja', url: 'https://a.example' },
      ],
    },
  ],
}
const image = { type: 'image', image: { id: '1' } }
const fitting = [header(image), body(text('Ana'), text('#991')), button('1', 'url', text('991'))]

const named = {
  parameter_format: 'NAMED',
  components: [{ type: 'BODY', text: 'Olá {{first_name}}, {{order_id}}' }],
}

const without = (index: number) => fitting.filter((_, place) => place !== index)
const instead = (index: number, component: object) =>
  fitting.map((known, place) => (place === index ? component : known))

test('the body is filled in, with a variable at each of its places', async (t) => {
  t.same(fitTemplate(order, fitting), {
    kind: 'fits',
    text: 'Olá Ana, o pedido #991 sai hoje, Ana.',
  })
})

test('values that are not texts show their fallback', async (t) => {
  const price = {
    type: 'currency',
    currency: { fallback_value: 'R$ 10', code: 'BRL', amount_1000: 1 },
  }
  const day = { type: 'date_time', date_time: { fallback_value: '1 de maio' } }
  t.match(fitTemplate(order, instead(1, body(price, day))), {
    text: 'Olá R$ 10, o pedido 1 de maio sai hoje, R$ 10.',
  })
})

test('values are matched by position, not by the order in the text', async (t) => {
  const turned = {
    parameter_format: 'POSITIONAL',
    components: [{ type: 'BODY', text: '{{2}} {{1}}' }],
  }
  t.match(fitTemplate(turned, [body(text('a'), text('b'))]), { text: 'b a' })
})

test('named values are matched by name, in any order', async (t) => {
  const sent = [
    body(
      text('#991', { parameter_name: 'order_id' }),
      text('Ana', { parameter_name: 'first_name' }),
    ),
  ]
  t.same(fitTemplate(named, sent), { kind: 'fits', text: 'Olá Ana, #991' })
})

test('a template without variables needs no components', async (t) => {
  const plain = {
    parameter_format: 'POSITIONAL',
    components: [{ type: 'BODY', text: 'Bem-vindo' }],
  }
  t.same(fitTemplate(plain, []), { kind: 'fits', text: 'Bem-vindo' })
  t.match(fitTemplate(plain, [body(text('a'))]), { reason: 'body needs no parameters, 1 sent' })
})

const misfits: readonly (readonly [unknown, string])[] = [
  [without(1), 'body needs 2 parameters (1, 2), 0 sent'],
  [instead(1, body(text('Ana'))), 'body needs 2 parameters (1, 2), 1 sent'],
  [
    instead(1, body(text('a'), image)),
    'body takes parameters of type text, currency or date_time, not image',
  ],
  [
    instead(1, body(text('a'), {})),
    'body takes parameters of type text, currency or date_time, not none',
  ],
  [without(0), 'header needs 1 parameter of type image'],
  [
    instead(0, header({ type: 'video', video: { id: '1' } })),
    'header needs 1 parameter of type image',
  ],
  [without(2), 'button 1 needs a parameter'],
  [instead(2, button(1, 'url')), 'button 1 needs 1 parameter, 0 sent'],
  [[...fitting, button(1, 'url', text('2'))], 'button 1 is sent twice'],
  [
    [...fitting, button(3, 'url', text('2'))],
    'button 3 does not exist: the template has 3 buttons',
  ],
  [[...fitting, button(0, 'url', text('2'))], 'button 0 must have sub_type quick_reply'],
  [instead(2, { ...button(1, ''), sub_type: undefined }), 'button 1 must have sub_type url'],
  [
    [...fitting, button(2, 'url', text('2'))],
    'button 2 takes no parameters: its address has no variable',
  ],
  [[...fitting, { type: 'carousel' }], 'carousel does not exist in the template'],
]
for (const [sent, reason] of misfits)
  test(reason, async (t) => {
    t.same(fitTemplate(order, sent), { kind: 'misfit', reason })
  })

test('a missing named value is named in the reason', async (t) => {
  const sent = [body(text('Ana', { parameter_name: 'first_name' }), text('x'))]
  t.match(fitTemplate(named, sent), {
    reason: 'body needs a parameter with parameter_name order_id',
  })
})

test('the code of a one-time password is required', async (t) => {
  const components = [
    { type: 'BODY', text: '*{{1}}* é o seu código.' },
    { type: 'BUTTONS', buttons: [{ type: 'OTP', otp_type: 'COPY_CODE' }] },
  ]
  const login = { parameter_format: 'POSITIONAL', components }
  t.match(fitTemplate(login, [body(text('123'))]), { reason: 'button 0 needs a parameter' })
  t.match(fitTemplate(login, [body(text('123')), button(0, 'url', text('123'))]), {
    text: '*123* é o seu código.',
  })
  t.match(fitTemplate(login, [body(text('123')), button(0, 'copy_code', text('123'))]), {
    text: '*123* é o seu código.',
  })
  const reason = 'button 0 must have sub_type url or copy_code'
  t.match(fitTemplate(login, [body(text('123')), button(0, 'flow', text('123'))]), { reason })
})

test('a header without a format is a text, whose variables need values', async (t) => {
  const greeting = {
    parameter_format: 'POSITIONAL',
    components: [
      { type: 'HEADER', text: 'Olá {{1}}' },
      { type: 'BODY', text: 'Bem-vindo' },
    ],
  }
  t.match(fitTemplate(greeting, []), { reason: 'header needs 1 parameter (1), 0 sent' })
  t.match(fitTemplate(greeting, [header(text('Ana'))]), { kind: 'fits' })
})

test('the code of a coupon is required', async (t) => {
  const components = [
    { type: 'BODY', text: '10 % na próxima compra.' },
    { type: 'BUTTONS', buttons: [{ type: 'COPY_CODE', example: 'VOLTE10' }] },
  ]
  const coupon = { parameter_format: 'POSITIONAL', components }
  const code = button(0, 'copy_code', { type: 'coupon_code', coupon_code: 'VOLTE10' })
  t.match(fitTemplate(coupon, []), { reason: 'button 0 needs a parameter' })
  t.match(fitTemplate(coupon, [button(0, 'copy_code')]), {
    reason: 'button 0 needs 1 parameter, 0 sent',
  })
  t.match(fitTemplate(coupon, [code]), { kind: 'fits' })
})

test('each format of a header takes one parameter of its type', async (t) => {
  const types = {
    IMAGE: 'image',
    VIDEO: 'video',
    GIF: 'video',
    DOCUMENT: 'document',
    LOCATION: 'location',
  }
  for (const [format, type] of Object.entries(types)) {
    const one = { parameter_format: 'POSITIONAL', components: [{ type: 'HEADER', format }] }
    t.match(fitTemplate(one, [header({ type })]), { kind: 'fits' }, format)
    const reason = `header needs 1 parameter of type ${type}`
    for (const sent of [[], [header({ type }, { type })], [header({ type: 'text' })]])
      t.match(fitTemplate(one, sent), { reason })
  }
})

test('each type of button is sent by its sub_type', async (t) => {
  const subTypes = {
    QUICK_REPLY: 'quick_reply',
    URL: 'url',
    FLOW: 'flow',
    CATALOG: 'catalog',
    MPM: 'mpm',
    SPM: 'spm',
  }
  for (const [type, sub_type] of Object.entries(subTypes)) {
    const buttons = [{ type, url: 'https://a.example/{{1}}' }]
    const one = { parameter_format: 'POSITIONAL', components: [{ type: 'BUTTONS', buttons }] }
    t.match(fitTemplate(one, [button(0, sub_type, text('x'))]), { kind: 'fits' }, type)
    const reason = `button 0 must have sub_type ${sub_type}`
    t.match(fitTemplate(one, [button(0, 'voice_call', text('x'))]), { reason })
  }
})

test('components in capitals are checked alike, whatever they contain', async (t) => {
  const noText = { toString: null, valueOf: null }
  const capitals = (component: object) => ({ ...component, type: 'BODY' })
  t.match(fitTemplate(order, instead(1, capitals(body(text('Ana'), text('#991'))))), {
    kind: 'fits',
  })
  t.match(fitTemplate(order, instead(1, capitals(body({ type: noText })))), { kind: 'misfit' })
  for (const index of [noText, [1], undefined, 'first', '1.5'])
    t.match(fitTemplate(order, instead(2, { type: 'BUTTON', sub_type: 'url', index })), {
      kind: 'misfit',
      reason: /^button -1 does not exist/,
    })
})
