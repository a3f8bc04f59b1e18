import { randomUUID } from 'node:crypto'
import { mediaId } from '@recado/application/ids'
import { test } from 'tap'
import { post, sendingWorld, somePhone } from './sending-world.ts'

const world = await sendingWorld()
const missing = {
  status: 404,
  body: { error: { code: 'not_found', message: 'not found in this account; check the id' } },
}

const inHeader = (file: object) => [{ type: 'header', parameters: [{ type: 'image', ...file }] }]
const template = (components: object[]) => ({
  type: 'template',
  template: { name: 'vitrine', language: 'pt_BR', components },
})
const buttons = (header: object) => ({
  type: 'interactive',
  interactive: {
    type: 'button',
    header,
    body: { text: 'Confirma?' },
    action: { buttons: [{ type: 'reply', reply: { id: 'yes', title: 'Sim' } }] },
  },
})
const card = (id: string) => ({
  card_index: 0,
  header: { type: 'video', video: { id } },
  action: { buttons: [] },
})

/** A type of each kind of file but images. */
const TYPES = {
  video: 'video/mp4',
  audio: 'audio/ogg; codecs=opus',
  document: 'application/pdf',
  sticker: 'image/webp',
}

/** A body for every place of a media id. */
const places: Readonly<Record<string, (id: string) => object>> = {
  image: (id) => ({ type: 'image', media: { id } }),
  video: (id) => ({ type: 'video', media: { id } }),
  audio: (id) => ({ type: 'audio', media: { id } }),
  document: (id) => ({ type: 'document', media: { id } }),
  sticker: (id) => ({ type: 'sticker', media: { id, link: 'https://files.example/a.webp' } }),
  'header of a template': (id) => template(inHeader({ image: { id } })),
  'card of a template': (id) =>
    template([
      { type: 'carousel', cards: [{ card_index: 0, components: inHeader({ image: { id } }) }] },
    ]),
  'header with an image': (id) => buttons({ type: 'image', image: { id } }),
  'header with a video': (id) => buttons({ type: 'video', video: { id } }),
  'header with a document': (id) => buttons({ type: 'document', document: { id } }),
  'card of a carousel': (id) => ({
    type: 'interactive',
    interactive: { type: 'carousel', body: { text: 'a' }, action: { cards: [card(id)] } },
  }),
}

test('the files and messages that a send refers to', async (t) => {
  t.after(() => world.close())
  const [mine, other] = [await world.account(), await world.account()]
  const connection = await world.connection(mine.id)
  const second = await world.connection(mine.id)
  const foreign = await world.connection(other.id)
  for (const each of [mine, other]) await post(world, each.key, '/stages', { name: 'New' })
  await world.uploaded(connection, 'mine', 'deleted')
  for (const [kind, mime_type] of Object.entries(TYPES))
    await world.uploaded(connection, { id: `mine-${kind}`, mime_type })
  await world.uploaded(second, 'of-second')
  await world.uploaded(foreign, 'foreign')
  const forgotten = { connection_id: connection.id, provider_media_id: 'deleted' }
  await world.appendTo(
    mine.id,
    `media-${mediaId({ connection_id: connection.id, provider_media_id: 'deleted' })}`,
    0n,
    [{ type: 'MediaDeleted', data: { ...forgotten, deleted_at: new Date().toISOString() } }],
  )
  const send = (
    body: object,
    { to = somePhone(), from = connection.id, key = mine.key, ...headers } = {},
  ) => post(world, key, '/messages', { from, to, ...body }, headers)

  for (const [place, bodyWith] of Object.entries(places))
    t.test(`${place}: only a file of this connection`, async (t) => {
      for (const id of ['nobodys', 'foreign', 'of-second', 'deleted']) {
        const before = (await world.calls()).length
        t.match(await send(bodyWith(id)), missing, id)
        t.equal((await world.calls()).length, before, 'nothing is sent')
      }
      const kind = Object.keys(TYPES).find((name) => JSON.stringify(bodyWith('')).includes(name))
      const { status } = await send(bodyWith(kind === undefined ? 'mine' : `mine-${kind}`))
      t.equal(
        status,
        place.includes('template') ? 422 : 202,
        'the template is missing, the file exists',
      )
    })

  t.test('a file is sent as what it is; anything is a document', async (t) => {
    for (const [type, id] of [
      ['image', 'mine-sticker'],
      ['image', 'mine-audio'],
      ['image', 'mine-document'],
      ['sticker', 'mine'],
      ['audio', 'mine-video'],
      ['video', 'mine-audio'],
    ]) {
      const { status, body } = await send({ type, media: { id } })
      t.equal(status, 422, `${id} as ${type}`)
      t.match(body, {
        error: { code: 'validation', message: new RegExp(`^${type} must not name`) },
      })
    }
    const header = buttons({ type: 'image', image: { id: 'mine-sticker' } })
    t.equal((await send(header)).status, 422, 'also inside native objects')
    for (const id of ['mine', 'mine-audio', 'mine-document'])
      t.equal((await send({ type: 'document', media: { id } })).status, 202, id)
  })

  t.test('a document keeps the name of its file, unless the caller names it', async (t) => {
    const pdf = { mime_type: 'application/pdf', filename: 'Orçamento 12.pdf' }
    await world.uploaded(connection, { id: 'named', ...pdf })
    const sentAs = async (body: object) => {
      t.equal((await send(body)).status, 202)
      return String((await world.calls()).at(-1)?.body)
    }
    const document = { type: 'document', media: { id: 'named' } }
    t.match(await sentAs(document), /"document":{"id":"named","filename":"Orçamento 12.pdf"}/)
    const own = { type: 'document', media: { id: 'named', filename: 'a.pdf' } }
    t.match(await sentAs(own), /"filename":"a.pdf"/)
    const header = buttons({ type: 'document', document: { id: 'named' } })
    t.match(await sentAs(header), /"document":{"id":"named","filename":"Orçamento 12.pdf"}/)
  })

  t.test('a send refers to no more files than a message can have', async (t) => {
    const cards = (count: number) => Array.from({ length: count }, (_, n) => card(`nobodys-${n}`))
    const carousel = (count: number) => ({
      type: 'interactive',
      interactive: { type: 'carousel', body: { text: 'a' }, action: { cards: cards(count) } },
    })
    t.match(await send(carousel(30)), missing)
    t.match(await send(carousel(31)), {
      status: 422,
      body: { error: { code: 'validation', message: 'interactive must name at most 30 files' } },
    })
  })

  t.test('data for the first screen of a flow is not a reference to a file', async (t) => {
    const flow_action_payload = { screen: 'START', data: { image: { id: 'nobodys' } } }
    const parameters = {
      flow_message_version: '3',
      flow_id: '7',
      flow_cta: 'Agendar',
      flow_action_payload,
    }
    const action = { name: 'flow', parameters }
    const interactive = { type: 'flow', body: { text: 'Agende' }, action }
    t.match(await send({ type: 'interactive', interactive }), { status: 202 })
    const flow_action_data = flow_action_payload.data
    const filled = { type: 'action', action: { flow_action_data } }
    const button = { type: 'button', sub_type: 'flow', index: 0, parameters: [filled] }
    t.equal((await send(template([button]))).status, 422, 'there is no such template')
  })

  t.test('a file that the read models do not show yet is found in the log', async (t) => {
    await world.projector.stop()
    t.after(() => world.projector.start())
    const data = { ...forgotten, provider_media_id: 'new', message_id: randomUUID() }
    const received = { type: 'MediaReceived', data: { ...data, mime_type: null, sha256: null } }
    const { store } = world
    const meta = { account_id: mine.id }
    await store.append(
      `media-${mediaId({ connection_id: connection.id, provider_media_id: 'new' })}`,
      'no_stream',
      [{ id: randomUUID(), ...received, metadata: meta } as never],
    )
    t.match(await send({ type: 'image', media: { id: 'new' } }), { status: 202 })
  })

  t.test('a repeat is answered whatever happened to the file', async (t) => {
    await world.uploaded(connection, 'soon-gone')
    const asked = { to: somePhone(), 'idempotency-key': randomUUID() }
    const body = { type: 'image', media: { id: 'soon-gone' } }
    const first = await send(body, asked)
    t.equal(first.status, 202)
    const data = { ...forgotten, provider_media_id: 'soon-gone', deleted_at: new Date() }
    await world.appendTo(
      mine.id,
      `media-${mediaId({ connection_id: connection.id, provider_media_id: 'soon-gone' })}`,
      0n,
      [{ type: 'MediaDeleted', data }],
    )
    t.same((await send(body, asked)).body, first.body)
  })

  const named: Readonly<Record<string, (message_id: string) => object>> = {
    quoted: (reply_to_message_id) => ({ text: 'a', reply_to_message_id }),
    'reacted to': (message_id) => ({ type: 'reaction', reaction: { message_id, emoji: '👍' } }),
  }
  for (const [how, bodyWith] of Object.entries(named))
    t.test(`a message ${how} must belong to this conversation or be unknown`, async (t) => {
      const [ana, bia] = [somePhone(), somePhone()]
      const wamid = async (to: string, from = connection.id, key = mine.key) =>
        String((await send({ text: 'x' }, { to, from, key })).body.data.provider_message_id)
      const own = await wamid(ana)
      const elsewhere = {
        'another person': await wamid(bia),
        'another connection': await wamid(ana, second.id),
        'another account': await wamid(ana, foreign.id, other.key),
      }
      for (const [whose, id] of Object.entries(elsewhere))
        t.match(await send(bodyWith(id), { to: ana }), missing, whose)
      t.match(await send(bodyWith(own), { to: somePhone() }), missing, 'to a new contact')
      t.match(await send(bodyWith(own), { to: ana }), { status: 202 })
      t.match(await send(bodyWith('wamid.NOBODY'), { to: ana }), { status: 202 })
    })

  t.test('a message of a merged contact belongs to the survivor', async (t) => {
    const [ana, before] = [somePhone(), somePhone()]
    const contactOf = async (phone: string) => {
      const { body } = await post(world, mine.key, '/contacts', { phone })
      return String(body.data.id)
    }
    const first = await send({ text: 'x' }, { to: before })
    const [survivor_id, contact_id] = [await contactOf(ana), await contactOf(before)]
    const stream = `contact-${contact_id}`
    const revision = BigInt((await world.story(stream)).length - 1)
    const data = { contact_id, survivor_id, merged_at: new Date().toISOString() }
    await world.appendTo(mine.id, stream, revision, [{ type: 'ContactMerged', data }])
    const reply_to_message_id = first.body.data.provider_message_id
    t.match(await send({ text: 'a', reply_to_message_id }, { to: ana }), { status: 202 })
  })
})
