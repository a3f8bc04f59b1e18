import { hubSignature } from '@recado/simulators/graph-api/signature'
import { test } from 'tap'
import { eventually } from '../kit/eventually.ts'
import { answerOf, appSecret, type Status, simulation } from './graph-simulation.ts'

const text = {
  messaging_product: 'whatsapp',
  to: '+5531987654321',
  type: 'text',
  text: { body: 'Olá' },
}

test('the published test vector of a webhook signature is reproduced', async (t) => {
  t.equal(
    hubSignature(appSecret, '{"type":"whatsapp.message.received","n":1}'),
    'sha256=fe4f8589d13121915abe762347e32a10286d3c08085e7b72c20672b79c650bd8',
  )
})

test('an accepted text is answered with the short number, and its signed statuses follow', async (t) => {
  const { send, hook } = await simulation(t)
  const answer = await send({ ...text, biz_opaque_callback_data: 'order-991' })
  t.equal(answer.status, 200)
  t.strictSame(answer.body.contacts, [{ input: '+5531987654321', wa_id: '553187654321' }])

  const statuses = await eventually(() => hook.statuses().length === 3 && hook.statuses())
  const id = answer.body.messages[0].id
  const common = { id, recipient_id: '553187654321', biz_opaque_callback_data: 'order-991' }
  for (const status of ['sent', 'delivered', 'read']) {
    t.match(
      statuses.find((each) => each.status === status),
      { ...common, status },
    )
  }
  t.ok(hook.posts.every(({ signature, body }) => signature === hubSignature(appSecret, body)))
})

test('a plain simulator answers but posts no statuses', async (t) => {
  const { send, hook, control } = await simulation(t, { plain: true })
  await send(text)
  await control('POST', '/users/5531987654321/messages', {
    phone_number_id: '106',
    text: { body: 'Oi' },
  })
  // The status of this message comes later than any of the message before.
  await control('PATCH', '/behaviour', { statuses: ['sent'], status_delay_ms: 50 })
  const marker = await send(text)
  const [first] = await eventually(() => hook.statuses().length > 0 && hook.statuses())
  t.match(first, { id: marker.body.messages[0].id })
  t.equal(hook.posts.length, 2, 'the message of the user and the marker')
})

test('a send to a business-scoped id is answered with that id, and its statuses have no phone', async (t) => {
  const { send, hook } = await simulation(t)
  const { to: _, ...rest } = text
  const answer = await send({ ...rest, recipient: 'BR.1A2B3C' })
  t.strictSame(answer.body.contacts, [{ input: 'BR.1A2B3C', user_id: 'BR.1A2B3C' }])
  const statuses = await eventually(() => hook.statuses().length === 3 && hook.statuses())
  t.ok(
    statuses.every(
      (status) => !('recipient_id' in status) && status.recipient_user_id === 'BR.1A2B3C',
    ),
  )
})

test("invalid sends are refused with Meta's error format", async (t) => {
  const { send } = await simulation(t)
  const codes: [object, number][] = [
    [{ ...text, messaging_product: undefined }, 100],
    [{ ...text, to: undefined }, 100],
    [{ ...text, to: 'nobody' }, 131009],
    [{ ...text, text: {} }, 131008],
    [{ ...text, text: { body: 'x'.repeat(4097) } }, 131009],
    [{ ...text, type: 'fax' }, 100],
    [{ ...text, type: 'image', image: { id: '1', link: 'https://a.example/i.png' } }, 131009],
    [{ ...text, type: 'location', location: { latitude: 1 } }, 131008],
    [
      { ...text, type: 'template', template: { name: 'none', language: { code: 'pt_BR' } } },
      132001,
    ],
    [
      { ...text, type: 'template', template: { name: 'order_ready', language: { code: 'pt_BR' } } },
      132000,
    ],
  ]
  for (const [body, code] of codes) {
    const answer = await send(body)
    t.match(answer.body.error, { code, type: 'OAuthException', fbtrace_id: String }, `${code}`)
    t.equal(answer.body.error.error_data.messaging_product, 'whatsapp')
  }
})

test('a wrong token is refused with 190', async (t) => {
  const { send } = await simulation(t, { token: 'right' })
  t.match(await send(text, 'wrong'), { status: 401, body: { error: { code: 190 } } })
  t.equal((await send(text, 'right')).status, 200)
})

test('injected errors are returned for the next sends, and then no more', async (t) => {
  const { send, control } = await simulation(t)
  await control('POST', '/faults', { kind: 'error', code: 131056, count: 2 })
  await control('POST', '/faults', { kind: 'http', status: 502 })
  t.match(await send(text), { status: 400, body: { error: { code: 131056 } } })
  t.match(await send(text), { status: 400, body: { error: { code: 131056 } } })
  t.equal((await send(text)).status, 502)
  t.equal((await send(text)).status, 200)
})

test('a fault for a phone is of that person, with and without the ninth digit', async (t) => {
  const { send, control } = await simulation(t)
  await control('POST', '/faults', { kind: 'http', status: 502, to: '+55 31 98765-4321' })
  t.equal((await send({ ...text, to: '5531987650000' })).status, 200, 'somebody else')
  t.equal((await send({ ...text, to: '553187654321' })).status, 502)
})

test('a connection can be reset before or after a message was accepted', async (t) => {
  const { send, control, hook } = await simulation(t)
  await control('POST', '/faults', { kind: 'reset', accept: false })
  await t.rejects(send(text))
  t.strictSame((await control('GET', '/messages')).data, [])

  await control('POST', '/faults', { kind: 'reset', accept: true })
  await t.rejects(send({ ...text, biz_opaque_callback_data: 'mine' }))
  const [accepted] = (await control('GET', '/messages')).data
  t.equal(accepted.biz_opaque_callback_data, 'mine')
  const [status] = await eventually(() => hook.statuses().length > 0 && hook.statuses())
  t.equal(status?.id, accepted.wamid)
})

test('a message can fail after it was accepted', async (t) => {
  const { send, control, hook } = await simulation(t)
  await control('POST', '/faults', { kind: 'failed_status', code: 131047 })
  t.equal((await send(text)).status, 200)
  const [status] = await eventually(() => hook.statuses().length > 0 && hook.statuses())
  t.match(status, { status: 'failed', errors: [{ code: 131047, title: 'Re-engagement message' }] })
})

test('statuses can be lost, duplicated, reordered and batched', async (t) => {
  const { send, control, hook } = await simulation(t)
  await control('PATCH', '/behaviour', {
    status_duplication: 1,
    status_batch: 6,
    status_batch_ms: 60_000,
  })
  await send(text)
  await eventually(() => hook.statuses().length === 6)
  t.equal(hook.posts.length, 1, 'one POST')

  await control('PATCH', '/behaviour', { status_duplication: 0, status_batch: 1, status_loss: 1 })
  await send(text)
  await control('PATCH', '/behaviour', { status_loss: 0, status_disorder: true })
  for (let n = 0; n < 8; n += 1) await send(text)
  const later = await eventually(() => hook.statuses().length === 30 && hook.statuses().slice(6))
  const arrival = grouped(later)
  const inOrder = [...arrival.values()].filter(
    (each) => each.map(({ status }) => status).join() === 'sent,delivered,read',
  )
  t.ok(inOrder.length < 8, 'some came in another order')
})

test('a failed POST to the hook is repeated with the same bytes and signature', async (t) => {
  const { send, control, hook } = await simulation(t)
  await control('PATCH', '/behaviour', { statuses: ['sent'], hook_retry_ms: 10 })
  hook.answers.push(503, 500)
  await send(text)
  await eventually(() => hook.posts.length === 3)
  t.equal(new Set(hook.posts.map(({ body }) => body)).size, 1)
  const webhooks = await eventually(async () => {
    const { data, pending } = await control('GET', '/webhooks')
    return pending === 0 && data
  })
  t.match(webhooks, [{ state: 'delivered', attempts: 3, last_status: 200 }])
})

test('a user sends messages of any type, with or without a phone', async (t) => {
  const { control, hook, api } = await simulation(t)
  const write = (body: object) =>
    control('POST', '/users/+55 31 98765-4321/messages', { phone_number_id: '106', ...body })
  await write({ text: { body: 'Oi' }, name: 'José' })
  await write({ type: 'image', image: { caption: 'veja' } })
  await write({ type: 'text', text: { body: 'x' }, hide_phone: true, username: '@ana' })
  const values = await eventually(() => hook.values().length === 3 && hook.values())
  // The posts of several messages are under way at the same time, so any may arrive first.
  const said = (text: string) =>
    values.find(({ messages: [message] }) => message.text?.body === text)
  const [first, hidden] = [said('Oi'), said('x')]
  const image = values.find(({ messages: [message] }) => message.type === 'image')
  t.match(first, {
    metadata: { phone_number_id: '106' },
    contacts: [{ profile: { name: 'José' }, wa_id: '553187654321', user_id: /^BR\./ }],
    messages: [{ from: '553187654321', type: 'text', text: { body: 'Oi' }, timestamp: /^\d+$/ }],
  })
  t.ok(
    hook.posts.every(({ body }) => !/[^ -~]/.test(body)),
    'as Meta writes it: ASCII only',
  )
  t.notOk('from' in hidden.messages[0])
  t.notOk('wa_id' in hidden.contacts[0])

  const { url, mime_type } = await read(api(`/v25.0/${image.messages[0].image.id}`))
  t.equal(mime_type, 'image/png')
  const bytes = await fetch(url, { headers: { authorization: 'Bearer any' } })
  t.equal((await bytes.arrayBuffer()).byteLength, 70)
})

test('any raw body is posted unchanged, with a valid or a given signature', async (t) => {
  const { base, hook } = await simulation(t)
  const body = '{"object": "whatsapp_business_account",  "entry": []}'
  const post = (query: string) => fetch(`${base}/_sim/webhooks${query}`, { method: 'POST', body })
  await post('')
  await post('?signature=sha256=00')
  t.strictSame(hook.posts, [
    { body, signature: hubSignature(appSecret, body) },
    { body, signature: 'sha256=00' },
  ])
})

test('media are stored byte for byte until deleted', async (t) => {
  const { api } = await simulation(t)
  const form = new FormData()
  form.set('messaging_product', 'whatsapp')
  form.set('type', 'application/pdf')
  form.set(
    'file',
    new File([new Uint8Array([1, 2, 255])], 'boleto.pdf', { type: 'application/pdf' }),
  )
  const { id } = await read(api('/v25.0/106/media', { method: 'POST', body: form }))
  const info = await read(api(`/v25.0/${id}`))
  t.match(info, { file_size: '3', mime_type: 'application/pdf', messaging_product: 'whatsapp' })
  const bytes = await fetch(info.url, { headers: { authorization: 'Bearer any' } })
  t.strictSame([...new Uint8Array(await bytes.arrayBuffer())], [1, 2, 255])
  t.strictSame(await read(api(`/v25.0/${id}`, { method: 'DELETE' })), { success: true })
  t.equal((await fetch(info.url, { headers: { authorization: 'Bearer any' } })).status, 404)
})

test('templates are paged, and profile and health can be read', async (t) => {
  const { api } = await simulation(t)
  const first = await read(api('/v25.0/2106/message_templates?limit=2'))
  t.equal(first.data.length, 2)
  const second = await read(fetch(first.paging.next, { headers: { authorization: 'Bearer x' } }))
  t.equal(second.data.length, 1)
  t.notOk(second.paging.next)

  const change = JSON.stringify({ messaging_product: 'whatsapp', about: 'Aberto' })
  const headers = { 'content-type': 'application/json' }
  await api('/v25.0/106/whatsapp_business_profile', { method: 'POST', body: change, headers })
  const profile = await read(api('/v25.0/106/whatsapp_business_profile?fields=about'))
  t.match(profile, { data: [{ about: 'Aberto' }] })
  const health = await read(api('/v25.0/106?fields=quality_rating,health_status'))
  t.match(health, {
    id: '106',
    quality_rating: 'GREEN',
    health_status: { can_send_message: 'AVAILABLE' },
  })
})

test('requests are recorded unchanged', async (t) => {
  const { send, control } = await simulation(t)
  await send(text)
  const { data } = await control('GET', '/requests')
  t.match(data, [{ method: 'POST', url: '/v25.0/106/messages', answer: { status: 200 } }])
  t.equal(data[0].body, JSON.stringify(text))
  t.equal(data[0].headers.authorization, 'Bearer token')
})

test('sends above the rate to one user or from one number are throttled', async (t) => {
  const { send, control } = await simulation(t)
  await control('PATCH', '/behaviour', { pair_burst: 1 })
  t.equal((await send(text)).status, 200)
  t.match(await send(text), { body: { error: { code: 131056 } } })
  t.equal((await send({ ...text, to: '+5511912345678' })).status, 200)
  await control('PATCH', '/behaviour', { pair_burst: null, throughput_per_second: 0 })
  t.match(await send(text), { body: { error: { code: 130429 } } })
})

function grouped(statuses: Status[]): Map<string, Status[]> {
  const groups = new Map<string, Status[]>()
  for (const status of statuses) groups.set(status.id, [...(groups.get(status.id) ?? []), status])
  return groups
}

async function read(response: Promise<Response>) {
  return (await answerOf(await response)).body
}
