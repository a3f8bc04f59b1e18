import { test } from 'tap'
import { auditedWhole } from '../kit/audited.ts'
import { signedIn } from '../kit/dashboard.ts'
import { eventually } from '../kit/eventually.ts'
import { startWorld, type World } from '../kit/world.ts'

/** Numbers that JavaScript rounds or writes otherwise, and names that it moves to the front. */
const ODD =
  '{"z":9223372036854775807,"10":1.0,"2":[-0,1e400,0.10],"__a":{"1":1,"0":12345678901234567}}'

function metaPost({ connection }: World, field: string, value: string): string {
  const { phone_number_id, phone_number_digits, waba_id } = connection
  const metadata = JSON.stringify({ display_phone_number: phone_number_digits, phone_number_id })
  const told = `{"messaging_product":"whatsapp","metadata":${metadata},${value}}`
  return `{"object":"whatsapp_business_account","entry":[{"id":"${waba_id}","time":1767225600,"changes":[{"field":"${field}","value":${told}}]}]}`
}

/** The text of an answer, as it was sent. */
async function textAt(world: World, path: string): Promise<string> {
  const headers = { authorization: `Bearer ${world.tenant.key}` }
  const answer = await world.product().queryApp.inject({ url: `/api/v1${path}`, headers })
  return answer.body
}

test('numbers keep their characters and fields their order, from the provider to every reader', async (t) => {
  const world = await startWorld()
  t.teardown(() => world.stop())
  const { customer, connection } = world
  const events = ['messages', 'whatsapp.message.received', 'message_template_quality_update']
  await world.api().put('/webhooks', { connection_id: connection.id, url: customer.url, events })
  const quality = metaPost(world, 'message_template_quality_update', `"message_template_id":${ODD}`)
  const order = `{"from":"5531987654321","id":"wamid.odd","timestamp":1767225601.0,"type":"order","order":{"product_items":${ODD}}}`
  const message = metaPost(world, 'messages', `"messages":[${order}]`)
  const status = `{"id":"wamid.odd","status":"failed","timestamp":"1767225602","recipient_id":"5531987654321","errors":[{"code":131047.0,"title":"x","n":${ODD}}],"pricing":${ODD}}`
  for (const post of [quality, message, metaPost(world, 'messages', `"statuses":[${status}]`)])
    t.equal(await world.postHook(post), 200)

  await eventually(() => customer.arrivals.length >= 3)
  const texts = customer.arrivals.map(({ text }) => text)
  t.ok(texts.includes(quality), 'the native webhook is the post, byte for byte')
  t.ok(texts.includes(message))
  const told = texts.find((text) => text.includes('whatsapp.message.received')) ?? ''
  t.ok(told.includes(`"content":{"product_items":${ODD}}`), told)
  const raw = await textAt(world, '/webhook-events')
  t.ok(raw.includes(`"payload":${quality},`) && raw.includes(`"payload":${message},`), raw)
  const pulled = await textAt(world, '/events?events=messages,message_template_quality_update')
  for (const post of [quality, message]) t.ok(pulled.includes(post), pulled)

  const [shown] = (await world.api().get<{ data: { id: number }[] }>('/messages')).body.data
  const detail = await textAt(world, `/messages/${shown?.id}`)
  t.ok(detail.includes(`"payload":${order}}}`), detail)
  t.ok(detail.includes(`"content":{"product_items":${ODD}}`), detail)
  t.match(JSON.parse(detail), {
    data: { type: 'order', provider_timestamp: '2026-01-01T00:00:01.000Z' },
  })

  const [event] = (
    await world.api().get<{ data: { id: number }[] }>('/webhook-events?event=messages')
  ).body.data
  const page = await signedIn(world.product(), world.tenant.id, 'ana@loja.example', 'viewer')
  t.equal((await page.get(`/raw-events/${event?.id}/translation`)).status, 200)

  const audit = await auditedWhole(world.product().config)
  t.same(audit.findings, [])
})

test('a caller’s numbers and order reach Meta, and a repeat is known by them', async (t) => {
  const world = await startWorld()
  t.teardown(() => world.stop())
  await world.userWrites('5531987654321', 'Oi')
  const { id } = await eventually(
    async () =>
      (await world.api().get<{ data: { id: string }[] }>('/conversations')).body.data[0] ?? false,
  )
  const body = (number: string) =>
    `{"conversation_id":"${id}","interactive":{"body":{"text":"Pedido"},"type":"flow","action":{"parameters":{"flow_message_version":"3","flow_id":"1","flow_cta":"Abrir","flow_action_payload":{"screen":"START","data":{"pedido":${number},"9":1,"1":${ODD}}}},"name":"flow"}}}`
  const send = (number: string, key: string) =>
    world.api().call<{ data: { id: number }; error: { code: string } }>({
      method: 'POST',
      path: '/messages/interactive',
      body: body(number),
      headers: { 'idempotency-key': key },
    })
  const first = await send('7615917337495251231', 'odd-number-1')
  t.equal(first.status, 202)
  const [sent] = (await world.sim<{ url: string; body: string }[]>('GET', '/requests')).filter(
    ({ url }) => url.endsWith('/messages'),
  )
  const native = /"interactive":(.*)}$/.exec(body('7615917337495251231'))?.[1] ?? ''
  t.ok(sent?.body.includes(native), String(sent?.body))
  const [shown] = (await world.api().get<{ data: { id: number }[] }>('/messages')).body.data
  const detail = await textAt(world, `/messages/${shown?.id}`)
  t.ok(detail.includes(`"content":${native}`), detail)
  t.ok(detail.endsWith(`"payload":${sent?.body}}}`), detail)
  const again = await send('7615917337495251231', 'odd-number-1')
  t.equal(again.headers['idempotent-replayed'], 'true')
  t.equal(
    (await send('7615917337495251232', 'odd-number-1')).status,
    422,
    'another number is another send',
  )
  t.same((await auditedWhole(world.product().config)).findings, [])
})
