import { test } from 'tap'
import { post, sendingWorld, somePhone } from './sending-world.ts'

const world = await sendingWorld()

const buttons = {
  type: 'button',
  header: { type: 'image', image: { id: '900000000000001' } },
  body: { text: 'Confirma?' },
  footer: { text: 'Loja A' },
  action: {
    buttons: [
      { type: 'reply', reply: { id: 'yes', title: 'Sim' } },
      { type: 'reply', reply: { id: 'no', title: 'Não' } },
    ],
  },
}
const list = {
  type: 'list',
  body: { text: 'Escolha' },
  action: {
    button: 'Ver opções',
    sections: [{ title: 'Planos', rows: [{ id: 'p1', title: 'Mensal', description: 'R$ 49' }] }],
  },
}
const flow = {
  type: 'flow',
  body: { text: 'Agende' },
  action: {
    name: 'flow',
    parameters: {
      flow_message_version: '3',
      flow_id: '700000001',
      flow_cta: 'Agendar',
      flow_token: 'tok-1',
      flow_action: 'navigate',
      flow_action_payload: { screen: 'START', data: { lead: '42' } },
    },
  },
}
const link = 'https://files.example/a.mp4'
const cards = [
  {
    name: { formatted_name: 'Ana Reis', first_name: 'Ana' },
    phones: [{ phone: '+5511912345678', type: 'WORK' }],
  },
  { name: { formatted_name: 'Bia', first_name: 'Bia' }, birthday: '1990-01-31' },
]
const place = { latitude: -23.55, longitude: -46.63, name: 'Loja', address: 'Rua A, 10' }
const file = { mime_type: null, sha256: null }

/** Bodies, with what the provider gets under the type's name, and what the log keeps. */
const table: readonly {
  readonly body: { readonly type: string } & Record<string, unknown>
  readonly native: object
  readonly text: string
  readonly content?: object
}[] = [
  {
    body: { type: 'image', media: { id: '9', link, caption: 'A vitrine' } },
    native: { id: '9', caption: 'A vitrine' },
    text: 'A vitrine',
    content: { ...file, id: '9', link: null, filename: null, caption: 'A vitrine' },
  },
  {
    body: { type: 'video', media: { link, caption: '' } },
    native: { link },
    text: '[video]',
    content: { ...file, id: null, link, filename: null, caption: null },
  },
  { body: { type: 'audio', media: { id: 'sound' } }, native: { id: 'sound' }, text: '[audio]' },
  {
    body: { type: 'document', media: { id: '9', filename: 'boleto.pdf', caption: 'Vence dia 10' } },
    native: { id: '9', filename: 'boleto.pdf', caption: 'Vence dia 10' },
    text: 'Vence dia 10',
  },
  { body: { type: 'sticker', media: { id: 'webp' } }, native: { id: 'webp' }, text: '[sticker]' },
  { body: { type: 'location', location: place }, native: place, text: 'Loja', content: place },
  {
    body: { type: 'location', location: { latitude: '-23.55', longitude: 46 } },
    native: { latitude: -23.55, longitude: 46 },
    text: '[location]',
  },
  { body: { type: 'contacts', contacts: cards }, native: cards, text: 'Ana Reis, Bia' },
  {
    body: { type: 'interactive', interactive: buttons },
    native: buttons,
    text: 'Confirma?',
    content: buttons,
  },
  { body: { type: 'interactive', interactive: list }, native: list, text: 'Escolha' },
  { body: { type: 'interactive', interactive: flow }, native: flow, text: 'Agende' },
  {
    body: { type: 'interactive', interactive: { type: 'carousel', action: { cards: [] } } },
    native: { type: 'carousel', action: { cards: [] } },
    text: '[interactive]',
  },
]

test('sends of every type', async (t) => {
  t.after(() => world.close())
  const { id, key } = await world.account()
  const connection = await world.connection(id)
  await world.uploaded(connection, '9', '900000000000001')
  await world.uploaded(connection, { id: 'sound', mime_type: 'audio/ogg' })
  await world.uploaded(connection, { id: 'webp', mime_type: 'image/webp' })
  t.beforeEach(() => world.forget())
  const request = async () => JSON.parse(String((await world.calls()).at(-1)?.body))
  const stored = async (wamid: string) => {
    const { rows } = await world.pool.query(
      'select * from messages where provider_message_id = $1',
      [wamid],
    )
    return rows[0]
  }

  for (const { body, native, text, content } of table)
    t.test(`${body.type}: ${text}`, async (t) => {
      const phone = somePhone()
      const answer = await post(world, key, '/messages', {
        from: connection.id,
        to: phone,
        reply_to_message_id: 'wamid.BEFORE',
        biz_opaque_callback_data: 'order-991',
        ...body,
      })
      t.match(answer, { status: 202, body: { data: { type: body.type, accepted: true } } })
      t.same(await request(), {
        messaging_product: 'whatsapp',
        recipient_type: 'individual',
        to: `+${phone}`,
        type: body.type,
        [body.type]: native,
        context: { message_id: 'wamid.BEFORE' },
        biz_opaque_callback_data: 'order-991',
      })
      const row = await stored(answer.body.data.provider_message_id)
      t.match(row, { type: body.type, text, reply_to_message_id: 'wamid.BEFORE' })
      t.same(row.content, content ?? row.content)
    })

  t.test('a reaction names its message itself, and an empty one removes it', async (t) => {
    for (const emoji of ['👍', '']) {
      const reaction = { message_id: 'wamid.IN', emoji }
      const ask = { from: connection.id, to: somePhone(), type: 'reaction', reaction }
      const answer = await post(world, key, '/messages', ask)
      t.equal(answer.status, 202)
      const { context, reaction: sent } = await request()
      t.same([sent, context], [reaction, undefined])
      const row = await stored(answer.body.data.provider_message_id)
      t.match(row, { text: emoji, content: reaction })
    }
  })

  t.test('the largest accepted body fits into the log', async (t) => {
    const card = (length: number) => ({
      name: { formatted_name: 'x'.repeat(length), first_name: 'A' },
    })
    const ask = (length: number) =>
      post(world, key, '/messages', {
        from: connection.id,
        to: somePhone(),
        type: 'contacts',
        contacts: [card(length)],
      })
    t.match(await ask(250 * 1024), { status: 202, body: { data: { accepted: true } } })
    t.match(await ask(256 * 1024), { status: 413, body: { error: { code: 'payload_too_large' } } })
  })

  t.test('content of another type is ignored', async (t) => {
    const ask = { from: connection.id, to: somePhone(), text: 'a', media: {}, contacts: [] }
    t.equal((await post(world, key, '/messages', ask)).status, 202)
    t.match(await request(), { type: 'text', media: undefined })
  })

  t.test('typed routes send their own types', async (t) => {
    const target = { from: connection.id, to: somePhone() }
    const media = { id: 'webp' }
    const asks: [string, object, string][] = [
      ['/messages/media', { type: 'sticker', media }, 'sticker'],
      ['/messages/interactive', { interactive: list }, 'interactive'],
      ['/messages/interactive', { type: 'interactive', interactive: list }, 'interactive'],
    ]
    for (const [url, body, type] of asks) {
      const answer = await post(world, key, url, { ...target, ...body })
      t.match(answer, { status: 202, body: { data: { type } } }, url)
    }
  })

  t.test('typed routes refuse other types, and a missing type where one is required', async (t) => {
    const target = { from: connection.id, to: somePhone() }
    const template = { name: 'a', language: 'pt_BR' }
    const asks: [string, object, string][] = [
      ['/messages/media', { type: 'text', media: { id: '9' } }, 'invalid_type'],
      ['/messages/media', { type: 'carrier_pigeon', media: { id: '9' } }, 'invalid_type'],
      ['/messages/media', { media: { id: '9' } }, 'validation'],
      ['/messages/template', { type: 'text', template }, 'invalid_type'],
      ['/messages/interactive', { type: 'location', interactive: list }, 'invalid_type'],
      ['/messages/interactive', {}, 'validation'],
      ['/messages', { type: 'carrier_pigeon' }, 'validation'],
    ]
    for (const [url, body, code] of asks) {
      const answer = await post(world, key, url, { ...target, ...body })
      t.match(answer, { status: 422, body: { error: { code } } }, `${url} ${code}`)
    }
    t.same(await world.calls(), [])
  })

  t.test('typed routes check targets and plans like POST /messages', async (t) => {
    const basic = await world.account('basic')
    const theirs = await world.connection(basic.id)
    const freemium = await world.connection(id, { type: 'freemium', phone_number_id: null })
    const bodies: [string, object][] = [
      ['/messages/media', { type: 'image', media: { id: '9' } }],
      ['/messages/template', { template: { name: 'a', language: 'pt_BR' } }],
      ['/messages/interactive', { interactive: list }],
    ]
    const upgrade = { status: 403, body: { error: { code: 'upgrade_required' } } }
    for (const [url, body] of bodies) {
      const to = somePhone()
      t.match(await post(world, basic.key, url, { ...body, from: theirs.id, to }), upgrade, url)
      t.match(await post(world, basic.key, url, {}), upgrade, 'the plan comes before the body')
      t.match(await post(world, key, url, { ...body, from: freemium.id, to }), upgrade, url)
      t.equal((await post(world, key, url, { ...body, from: theirs.id, to })).status, 404, url)
      t.equal((await post(world, key, url, body)).status, 422, url)
    }
  })
})
