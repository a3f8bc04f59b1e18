import { test } from 'tap'
import { startCustomer } from '../kit/customer.ts'
import { eventually } from '../kit/eventually.ts'
import { startWahaWorld } from '../kit/waha-world.ts'
import { wahaEvent, wahaMessage } from '../translation/waha-event.ts'

type Page<T> = { data: T[]; pagination: { total: number } }
type Conversation = { id: string; unread_count: number; last_message_text: string }
type Message = { id: number; status: string; text: string; origin: string; direction: string } & {
  conversation_id: string
  provider_message_id: string
}
type Sent = { data: { provider_message_id: string | null; accepted: boolean } }
type Traced = { data: { subject: { log_id: number; direction: string } } }
type Failure = { error: { code: string } }

const ANA = '5531987654321'

test('the connection of the Basic plan', async (t) => {
  const world = await startWahaWorld()
  t.teardown(() => world.stop())
  const customer = await startCustomer()
  t.teardown(() => customer.stop())
  const { api, sim } = world
  const id = await world.register('conn_a')
  const messages = async (query: string) =>
    (await api.get<Page<Message>>(`/messages?connection_id=${id}&${query}`)).body.data
  const theConversation = async (text: string) =>
    eventually(async () => {
      const { body } = await api.get<Page<Conversation>>(`/conversations?connection_id=${id}`)
      return body.data.find((one) => one.last_message_text === text)
    })
  const userWrites = (text: string, more: object = {}) =>
    sim<{ id: string }>('POST', `/users/${ANA}/messages`, { session: 'conn_a', text, ...more })

  /** The full ids of the messages that sends asked the gateway to quote. */
  const repliesTo = async () =>
    (await sim<{ url: string; body: string }[]>('GET', '/requests'))
      .filter(({ url }) => url === '/api/sendText')
      .flatMap(({ body }) => JSON.parse(body).reply_to ?? [])

  await t.test('is created at the gateway, paired, and learns its number', async (t) => {
    const session = await eventually(async () => {
      const sessions = await sim<{ phone: string; name: string }[]>('GET', '/sessions')
      return sessions.find(({ name, phone }) => name === 'conn_a' && phone)
    })
    const shown = await world.shows(id, 'connected')
    t.equal(shown.phone_number_digits, session.phone)
  })

  await t.test('hides pairing codes in the raw log', async (t) => {
    const raw = await api.get<Page<{ event: string; payload: { payload: object } }>>(
      `/webhook-events?connection_id=${id}&source=freemium&event=session.status`,
    )
    const statuses = raw.body.data.map(({ payload }) => payload.payload)
    t.match(statuses.reverse(), [
      { status: 'STARTING' },
      { status: 'SCAN_QR_CODE', qr: { value: '[redacted]', image: '[redacted]' } },
      { status: 'WORKING' },
    ])
    t.notMatch(JSON.stringify(raw.body), /2@|data:image/)
  })

  await t.test(
    'a user writes, the business answers, and the webhook receives every step',
    async (t) => {
      const configured = await api.put('/webhooks', { connection_id: id, url: customer.url })
      t.equal(configured.status, 201)
      const received = await userWrites('Oi, tudo bem?')
      const conversation = await theConversation('Oi, tudo bem?')
      t.equal(conversation.unread_count, 1)
      t.match(await messages(`provider_message_id=${received.id}`), [{ status: 'received' }])
      const sent = await api.post<Sent>('/messages', {
        conversation_id: conversation.id,
        text: 'Tudo, e você?',
        reply_to_message_id: received.id,
      })
      t.equal(sent.status, 202)
      t.match(sent.body.data, { accepted: true, provider_message_id: /^3EB0/ })
      const [read] = await eventually(async () => {
        const found = await messages(`provider_message_id=${sent.body.data.provider_message_id}`)
        return found[0]?.status === 'read' && found
      })
      t.match(read, { origin: 'api', text: 'Tudo, e você?' })
      const short = sent.body.data.provider_message_id
      const long = encodeURIComponent(`true_553187654321@c.us_${short}`)
      for (const name of [short, long]) {
        const traced = await api.get<Traced>(`/trace/messages/${name}`)
        t.match(traced.body.data.subject, { log_id: read?.id, direction: 'outbound' }, name ?? '')
        t.match(await messages(`provider_message_id=${name}`), [{ id: read?.id }])
        const found = await api.get<Page<object>>(`/find?q=${name}`)
        t.match(found.body.data, [{ kind: 'message', title: 'Tudo, e você?' }])
      }
      t.equal((await api.get(`/trace/messages/true_553187654321@c.us_none`)).status, 404)
      const quoted = await repliesTo()
      t.same(quoted, [`false_553187654321@c.us_${received.id}`])
      await eventually(() => customer.arrivals.length >= 4)
      const [begin, ...steps] = customer.types()
      t.equal(begin, 'whatsapp.message.received')
      // On a busy machine one status may overtake another.
      t.same(steps.sort(), [
        'whatsapp.message.delivered',
        'whatsapp.message.read',
        'whatsapp.message.sent',
      ])
      t.equal((await messages('')).length, 2, 'its echo is not a second message')
      const contacts = await api.get<Page<{ phone: string; name: string }>>('/contacts')
      t.match(contacts.body.data, [{ phone: '553187654321', name: 'Ana Reis' }])
    },
  )

  await t.test('a reply to a message of the business quotes that message', async (t) => {
    const [own] = await messages('direction=outbound&limit=1')
    const sent = await api.post<Sent>('/messages', {
      ...{ conversation_id: own?.conversation_id, text: 'Ainda está aí?' },
      reply_to_message_id: own?.provider_message_id,
    })
    t.equal(sent.status, 202)
    t.equal((await repliesTo()).at(-1), `true_553187654321@c.us_${own?.provider_message_id}`)
  })

  await t.test(
    'a new recipient is first looked up, and written to in the form that WhatsApp knows',
    async (t) => {
      const start = (phone: string, headers = {}) =>
        api.call<Sent & Failure>({
          method: 'POST',
          path: '/messages/text',
          body: { connection_id: id, recipient: { phone }, text: 'Olá!' },
          headers,
        })
      const key = { 'Idempotency-Key': 'first-contact' }
      const first = await start('+55 32 98888-7777', key)
      t.match(first, { status: 202, body: { data: { accepted: true } } })
      const again = await start('+55 32 98888-7777', key)
      t.same([again.body, again.headers['idempotent-replayed']], [first.body, 'true'])
      const taken = await sim<{ chat_id: string; text: string }[]>('GET', '/messages')
      t.match(
        taken.filter(({ text }) => text === 'Olá!'),
        [{ chat_id: '553288887777@c.us' }],
      )
      await sim('PUT', '/users/5532977776666', { on_whatsapp: false })
      t.equal((await start('5532977776666')).status, 422)
    },
  )

  await t.test('a message typed on the phone is shown as sent elsewhere', async (t) => {
    await sim('POST', '/sessions/conn_a/messages', { to: ANA, text: 'Já vou' })
    const { unread_count } = await theConversation('Já vou')
    t.equal(unread_count, 0)
    t.match(await messages('direction=outbound&limit=1'), [{ origin: 'external', text: 'Já vou' }])
  })

  await t.test(
    'what the gateway says of its own service is no message of the person',
    async (t) => {
      const { id: talk } = await theConversation('Já vou')
      const shown = async () =>
        (await api.get<{ data: Conversation & { status: string } }>(`/conversations/${talk}`)).body
          .data
      await api.patch(`/conversations/${talk}`, { status: 'closed' })
      const before = await shown()
      const key = { remoteJid: `${ANA}@s.whatsapp.net`, id: '3EB0BB' }
      const parts = [
        { pinInChatMessage: { key, type: 1 } },
        { keepInChatMessage: { key, keepType: 1 } },
        { pollUpdateMessage: { pollCreationMessageKey: key, vote: {} } },
        { encCommentMessage: { targetMessageKey: key } },
        { call: { callKey: 'AA==' } },
      ]
      for (const [n, part] of parts.entries()) {
        const id = `false_${ANA}@c.us_3EB0CASE${n}`
        const about = { id, from: `${ANA}@c.us`, body: null }
        const _data = { message: { messageContextInfo: {}, ...part } }
        const body = JSON.stringify(
          wahaEvent('message.any', wahaMessage('', { ...about, _data }), { session: 'conn_a' }),
        )
        await sim('POST', '/sessions/conn_a/webhooks', { body })
      }
      // Somebody else's message comes after them.
      await sim('POST', '/users/553288887777/messages', { session: 'conn_a', text: 'depois' })
      await theConversation('depois')
      t.same(await shown(), before, 'closed, read, with the preview that it had')
      t.same(await messages(`provider_message_id=false_${ANA}@c.us_3EB0CASE0`), [])
      const received = customer.arrivals.filter(({ text }) => text.includes('3EB0CASE'))
      t.same(
        received.filter(({ text }) => text.includes('whatsapp.message.received')),
        [],
      )
      const raw = await api.get<Page<{ payload: object }>>(
        `/webhook-events?connection_id=${id}&event=message.any`,
      )
      t.equal(
        raw.body.data.filter(({ payload }) => /3EB0CASE/.test(JSON.stringify(payload))).length,
        5,
      )
      await api.patch(`/conversations/${talk}`, { status: 'open' })
    },
  )

  await t.test('an echo resolves an unknown outcome, and nothing is sent twice', async (t) => {
    const conversation = await theConversation('Já vou')
    await sim('POST', '/faults', { kind: 'timeout', accept: true })
    const lost = await api.post<Sent>('/messages', {
      conversation_id: conversation.id,
      text: 'Chegou?',
    })
    t.match(lost, { status: 202, body: { data: { accepted: false, provider_message_id: null } } })
    const resolved = await eventually(async () => {
      const [last] = await messages('direction=outbound&limit=1')
      return last?.status === 'read' && last
    })
    t.match(resolved, { origin: 'api', text: 'Chegou?' })
    const taken = await sim<{ text: string }[]>('GET', '/messages')
    t.equal(taken.filter(({ text }) => text === 'Chegou?').length, 1)
  })

  await t.test(
    'an inbound medium is shown by its type, and sending one needs an official connection',
    async (t) => {
      await userWrites('', { body: null, hasMedia: true, media: { mimetype: 'image/jpeg' } })
      const conversation = await theConversation('[image]')
      const refused = await api.post<Failure>('/messages', {
        conversation_id: conversation.id,
        type: 'image',
        media: { link: 'https://example.com/a.jpg' },
      })
      t.match(refused, { status: 403, body: { error: { code: 'upgrade_required' } } })
    },
  )

  await t.test('a person who hides the phone can be answered', async (t) => {
    const hidden = { session: 'conn_a', text: 'Adivinha', hide_phone: true, name: 'Bia' }
    await sim('POST', '/users/5531955554444/messages', hidden)
    const conversation = await theConversation('Adivinha')
    const sent = await api.post<Sent>('/messages', {
      conversation_id: conversation.id,
      text: 'Quem?',
    })
    t.match(sent, { status: 202, body: { data: { accepted: true } } })
    const taken = await sim<{ chat_id: string; text: string }[]>('GET', '/messages')
    t.match(taken.at(-1), { chat_id: /@lid$/, text: 'Quem?' })
    const contacts = await api.get<Page<{ phone: string | null }>>('/contacts')
    t.match(contacts.body.data, [{ name: 'Bia', phone: null }, {}, {}])
    t.equal(contacts.body.pagination.total, 4)
  })

  await t.test('a phone that the gateway knows behind a hidden id is learned', async (t) => {
    const hidden = { session: 'conn_a', text: 'Sou eu', lid: true, name: 'Caio' }
    await sim('POST', '/users/5511944443333/messages', hidden)
    const conversation = await theConversation('Sou eu')
    await api.post('/messages', { conversation_id: conversation.id, text: 'Achei' })
    const caio = await eventually(async () => {
      const { body } = await api.get<Page<{ phone: string }>>('/contacts?phone=5511944443333')
      return typeof body.data[0]?.phone === 'string' && body.data[0]
    })
    t.match(caio, { name: 'Caio', phone: '5511944443333' })
    const phone = { session: 'conn_a', text: 'Sem disfarce' }
    await sim('POST', '/users/5511944443333/messages', phone)
    t.equal((await theConversation('Sem disfarce')).id, conversation.id, 'still the same contact')
  })

  await t.test('a session that ends is reported, and sends nothing', async (t) => {
    const before = customer.arrivals.length
    await sim('POST', '/sessions/conn_a/status', { status: 'STOPPED' })
    await world.shows(id, 'disconnected')
    const last = await eventually(() =>
      customer.arrivals
        .slice(before)
        .find(({ body }) => body.type === 'whatsapp.connection.updated'),
    )
    t.match(last.body.data, { reason: 'session.status', previous_status: 'connected' })
    const conversation = await theConversation('Sem disfarce')
    const body = { conversation_id: conversation.id, text: 'Alô?' }
    t.equal((await api.post('/messages', body)).status, 422)
  })
})
