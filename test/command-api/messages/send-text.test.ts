import { randomUUID } from 'node:crypto'
import { test } from 'tap'
import { outline, post, sendingWorld, somePhone } from './sending-world.ts'

const world = await sendingWorld()
test('sends of text', async (t) => {
  t.after(() => world.close())
  const { id, key } = await world.account()
  const connection = await world.connection(id)
  t.beforeEach(() => world.forget())

  const send = (body: object, headers?: Record<string, string>, url = '/messages') =>
    post(world, key, url, body, headers)

  t.test('a first message starts the conversation', async (t) => {
    const phone = somePhone()
    const { status, body, headers } = await send({
      connection_id: connection.id,
      recipient: { phone: `+${phone}` },
      text: 'Olá',
    })
    t.equal(status, 202)
    const [message] = await world.accepted()
    t.match(message, { to: `+${phone}`, type: 'text' })
    t.same(body, {
      data: {
        conversation_id: body.data.conversation_id,
        provider_message_id: message?.wamid,
        type: 'text',
        recipient: { phone, business_scoped_user_id: null },
        accepted: true,
        delivery_status: 'pending',
      },
    })
    t.match(headers['x-event-position'], /^\d+$/)
    t.equal(headers['x-read-consistency'], undefined)
    const { rows } = await world.pool.query('select * from messages where conversation_id = $1', [
      body.data.conversation_id,
    ])
    t.match(rows, [{ text: 'Olá', status: 'pending', provider_message_id: message?.wamid }])
    const [call] = await world.calls()
    t.match(JSON.parse(String(call?.body)), {
      messaging_product: 'whatsapp',
      text: { body: 'Olá', preview_url: false },
      biz_opaque_callback_data: rows[0].id,
    })
    t.match(outline(await world.story(`message-${rows[0].id}`)), [
      'MessageSendRequested',
      'MessageSent',
    ])
  })

  t.test('both forms of a number reach the same person, in one conversation', async (t) => {
    const phone = somePhone()
    const short = `${phone.slice(0, 4)}${phone.slice(5)}`
    const first = await send({ from: connection.phone_number, to: phone, text: 'um' })
    const second = await send({ from: connection.id, to: short, text: 'dois' })
    const reply = await send({
      conversation_id: first.body.data.conversation_id,
      text: 'três',
      reply_to_message_id: first.body.data.provider_message_id,
      biz_opaque_callback_data: 'order-991',
    })
    t.same([first.status, second.status, reply.status], [202, 202, 202])
    t.equal(second.body.data.conversation_id, first.body.data.conversation_id)
    t.same(second.body.data.recipient, { phone, business_scoped_user_id: null })
    const calls = (await world.calls()).map((call) => JSON.parse(String(call.body)))
    t.same(calls[2].context, { message_id: first.body.data.provider_message_id })
    t.equal(calls[2].biz_opaque_callback_data, 'order-991')
  })

  t.test('the typed route implies the type, and accepts no other', async (t) => {
    const target = { connection_id: connection.id, recipient: { phone: somePhone() } }
    t.equal((await send({ ...target, text: 'a' }, {}, '/messages/text')).status, 202)
    t.equal((await send({ ...target, type: 'text', text: 'a' }, {}, '/messages/text')).status, 202)
    const foreign = await send({ ...target, type: 'image', text: 'a' }, {}, '/messages/text')
    t.match(foreign, { status: 422, body: { error: { code: 'invalid_type' } } })
    const long = await send({ ...target, text: 'x'.repeat(4097) }, {}, '/messages/text')
    t.match(long, { status: 422, body: { error: { code: 'validation', message: /text/ } } })
  })

  t.test('missing and malformed fields are named', async (t) => {
    const target = { connection_id: connection.id, recipient: { phone: somePhone() } }
    const faults: [object, RegExp][] = [
      [target, /text is required/],
      [{ ...target, text: ' ' }, /text/],
      [{ ...target, text: 'nul\u0000' }, /NUL/],
      [{ ...target, type: 'carrier_pigeon', text: 'a' }, /type/],
      [{ text: 'a' }, /target/],
      [{ connection_id: connection.id, text: 'a' }, /target/],
      [{ recipient: { phone: '5511' }, text: 'a' }, /target/],
      [{ connection_id: connection.id, recipient: {}, text: 'a' }, /recipient/],
      [{ connection_id: connection.id, recipient: { phone: 'none' }, text: 'a' }, /phone/],
      [{ ...target, connection_id: 'home', text: 'a' }, /connection_id/],
      [{ ...target, to: somePhone(), text: 'a' }, /recipient.phone/],
      [{ ...target, text: 'a', biz_opaque_callback_data: 'x'.repeat(513) }, /biz_opaque/],
      [{ ...target, recipient: { username: 'nobody' }, text: 'a' }, /phone/],
      [{ conversation_id: 'no uuid', text: 'a' }, /conversation_id/],
    ]
    for (const [body, message] of faults)
      t.match(await send(body), { status: 422, body: { error: { code: 'validation', message } } })
    t.same(await world.calls(), [])
  })

  t.test('resources of other accounts are not found', async (t) => {
    const other = await world.account()
    const foreign = await world.connection(other.id)
    const phone = somePhone()
    const theirs = await post(world, other.key, '/messages', {
      from: foreign.id,
      to: phone,
      text: 'a',
    })
    const { conversation_id } = theirs.body.data
    const recipient = { phone }
    const requests = [
      { conversation_id, text: 'a' },
      { conversation_id: randomUUID(), text: 'a' },
      { connection_id: foreign.id, recipient, text: 'a' },
      { connection_id: foreign.phone_number, recipient, text: 'a' },
      { connection_id: connection.id, recipient: { contact_id: randomUUID() }, text: 'a' },
    ]
    for (const body of requests)
      t.match(await send(body), { status: 404, body: { error: { code: 'not_found' } } })
  })

  t.test('contradicting targets are refused', async (t) => {
    const second = await world.connection(id)
    const [one, other] = [somePhone(), somePhone()]
    const talk = await send({ from: connection.id, to: one, text: 'a' })
    await send({ from: connection.id, to: other, text: 'a' })
    const { conversation_id } = talk.body.data
    const agreeing = { conversation_id, from: connection.phone_number, to: one, text: 'a' }
    t.equal((await send(agreeing)).status, 202)
    const requests = [
      { conversation_id, from: second.id, text: 'a' },
      { conversation_id, to: other, text: 'a' },
      { connection_id: connection.id, from: second.phone_number, to: one, text: 'a' },
    ]
    for (const body of requests)
      t.match(await send(body), { status: 422, body: { error: { code: 'validation' } } })
    const same = { connection_id: connection.id, from: connection.phone_number, to: one, text: 'a' }
    t.equal((await send(same)).status, 202)
  })

  t.test('a contact is reached by its id', async (t) => {
    const phone = somePhone()
    await send({ from: connection.id, to: phone, text: 'a' })
    const { rows } = await world.pool.query('select id from contacts where phone = $1', [phone])
    const recipient = { contact_id: rows[0].id }
    const known = await send({ from: connection.id, recipient, text: 'b' })
    t.match(known, { status: 202, body: { data: { recipient: { phone } } } })
    const elsewhere = { ...recipient, phone: somePhone() }
    t.equal((await send({ from: connection.id, recipient: elsewhere, text: 'c' })).status, 422)
  })

  t.test('a number of several connections needs exactly one of them to be connected', async (t) => {
    const digits = '5521987654321'
    const number = { phone_number: digits, phone_number_digits: digits }
    const first = await world.connection(id, number)
    const second = await world.connection(id, number)
    const ask = { from: '+55 21 8765-4321', to: somePhone(), text: 'a' }
    const answer = await send(ask)
    t.match(answer, { status: 409, body: { error: { code: 'ambiguous_connection' } } })
    t.same(
      answer.body.error.candidates.map((one: { id: string }) => one.id),
      [first.id, second.id],
    )
    const away = { phone_number: '5531987654321', phone_number_digits: '5531987654321' }
    await world.connection(id, { ...away, status: 'disconnected' })
    await world.connection(id, away)
    t.equal((await send({ ...ask, from: '553187654321' })).status, 202)
  })

  t.test('concurrent sends to a new person make one contact and one conversation', async (t) => {
    const phone = somePhone()
    const short = `${phone.slice(0, 4)}${phone.slice(5)}`
    const answers = await Promise.all(
      Array.from({ length: 20 }, (_, i) =>
        send({ from: connection.id, to: i % 2 === 0 ? phone : short, text: String(i) }),
      ),
    )
    t.same(new Set(answers.map(({ status }) => status)), new Set([202]))
    t.equal(new Set(answers.map(({ body }) => body.data.conversation_id)).size, 1)
    t.equal((await world.calls()).length, 20)
    const { rows } = await world.pool.query(
      'select count(*)::int as people from contacts where phone = any($1)',
      [[phone, short]],
    )
    t.equal(rows[0].people, 1)
  })

  t.test('a person without a phone can only be answered, by the user id', async (t) => {
    const contact_id = randomUUID()
    const conversation_id = randomUUID()
    const at = new Date().toISOString()
    const pair = { contact_id, connection_id: connection.id }
    const identity = {
      kind: 'business_scoped_user_id',
      value: 'BR.9Z8Y7X',
      match_key: 'BR.9Z8Y7X',
    }
    await world.append(id, `contact-${contact_id}`, [
      { type: 'ContactCreated', data: { contact_id, created_at: at } },
      { type: 'ContactIdentityLinked', data: { ...pair, ...identity, linked_at: at } },
    ])
    await world.append(id, `conversation-${conversation_id}`, [
      { type: 'ConversationOpened', data: { ...pair, conversation_id, opened_at: at } },
    ])
    t.match(await send({ conversation_id, text: 'a' }), {
      status: 202,
      body: { data: { recipient: { phone: null, business_scoped_user_id: 'BR.9Z8Y7X' } } },
    })
    const [call] = await world.calls()
    t.match(JSON.parse(String(call?.body)), { recipient: 'BR.9Z8Y7X', to: undefined })
    t.match(await send({ from: connection.id, recipient: { contact_id }, text: 'a' }), {
      status: 422,
      body: { error: { message: /phone/ } },
    })
  })

  t.test('a freemium connection sends only once it is connected', async (t) => {
    const freemium = await world.connection(id, {
      type: 'freemium',
      status: 'connecting',
      phone_number_id: null,
      session: 'conn_1',
    })
    t.match(await send({ from: freemium.id, to: somePhone(), text: 'a' }), {
      status: 422,
      body: { error: { code: 'validation', message: /connecting/ } },
    })
  })

  t.test('other types are checked for plan and connection first', async (t) => {
    const basic = await world.account('basic')
    const theirs = await world.connection(basic.id)
    const image = { type: 'image', media: { id: '1' }, to: somePhone() }
    t.match(await post(world, basic.key, '/messages', { ...image, from: theirs.id }), {
      status: 403,
      body: { error: { code: 'upgrade_required' } },
    })
    const freemium = await world.connection(id, { type: 'freemium', phone_number_id: null })
    t.match(await send({ ...image, from: freemium.id }), {
      status: 403,
      body: { error: { code: 'upgrade_required' } },
    })
    t.match(await send({ ...image, from: randomUUID() }), { status: 404 })
    await world.uploaded(connection, '1')
    t.match(await send({ ...image, from: connection.id }), { status: 202 })
  })
})
