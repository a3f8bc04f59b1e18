import { test } from 'tap'
import { postBareHook } from '../kit/bare-hook.ts'
import { eventually } from '../kit/eventually.ts'
import { sendMessage } from '../kit/sent.ts'
import { addOfficial } from '../kit/tenants.ts'
import { startWorld } from '../kit/world.ts'
import { metaSamples } from '../samples/meta-samples.ts'

const SECRET = 'app-secret-of-the-samples'

type Page<T> = { data: T[]; pagination: { total: number } }

test('sample bodies of Meta arrive as the kind of event they are', async (t) => {
  const world = await startWorld({
    behaviour: { statuses: [] },
    settings: { WHATSAPP_APP_SECRET: SECRET },
  })
  t.teardown(() => world.stop())
  const tenant = world.tenant.id
  const given = { app_secret: SECRET, phone_number_digits: '972123456789' }
  const product = world.product()
  const number = await addOfficial(product, tenant, {
    ...given,
    phone_number_id: '1122334455667',
    waba_id: '5467539754836534',
  })
  await addOfficial(product, tenant, {
    app_secret: SECRET,
    phone_number_digits: '15550783881',
    phone_number_id: '106540352242922',
    waba_id: '102290129340398',
  })
  await world.api().put('/webhooks', { connection_id: number.id, url: world.customer.url })
  const samples = metaSamples().map(({ body }) => ({ body: JSON.stringify(body) }))
  const messages = samples.filter(({ body }) => body.includes('"messages":['))
  const count = async (query: string) =>
    (await world.api().get<Page<object>>(`/messages?${query}`)).body.pagination.total

  await t.test('unchanged, the samples share one id: the second is dropped', async (t) => {
    for (const { body } of messages.slice(0, 2))
      t.equal(await postBareHook(world, SECRET, body), 200)
    await eventually(async () => (await count('direction=inbound')) === 1)
    await eventually(async () => {
      const { body } = await world.api().get<Page<object>>('/webhook-events')
      return body.pagination.total === 2
    })
    t.equal(await count('direction=inbound'), 1)
  })

  await t.test('with an id each, every message is listed with its type', async (t) => {
    for (const [i, { body }] of messages.entries())
      t.equal(await postBareHook(world, SECRET, withId(body, `wamid.${i}`)), 200)
    await eventually(async () => (await count('direction=inbound')) === 1 + messages.length)
    const log = await world.api().get<Page<{ type: string; text: string }>>('/messages?limit=200')
    const types = new Set(log.body.data.map(({ type }) => type))
    for (const type of ['text', 'image', 'video', 'document', 'audio', 'sticker', 'reaction'])
      t.ok(types.has(type), type)
    for (const type of ['location', 'contacts', 'interactive']) t.ok(types.has(type), type)
    t.ok(log.body.data.every(({ text }) => typeof text === 'string' && text !== ''))
    t.equal((await world.api().get<Page<object>>('/contacts')).body.pagination.total, 1)
  })

  await t.test('statuses raise a sent message, and a failure does not lower it', async (t) => {
    await world.sim('POST', '/numbers', { ...number, display_phone_number: '972123456789' })
    const { provider_message_id: wamid } = await sendMessage(world.api(), {
      connection_id: number.id,
      recipient: { phone: '972987654321' },
      text: 'Hello',
    })
    const statuses = samples.filter(({ body }) => body.includes('"statuses":['))
    t.equal(statuses.length, 4)
    for (const { body } of statuses)
      t.equal(await postBareHook(world, SECRET, body.replaceAll('wamid.xyzxyz', wamid)), 200)
    const query = `provider_message_id=${encodeURIComponent(wamid)}`
    const found = await eventually(async () => {
      const { body } = await world
        .api()
        .get<Page<{ status: string; failed_at: string }>>(`/messages?${query}`)
      const [message] = body.data
      return message?.failed_at !== null && message?.status === 'read' && message
    })
    t.match(found, { status: 'read', failed_at: '2023-07-15T00:20:58.000Z' })
  })

  await t.test('everything else is kept raw', async (t) => {
    const others = samples.filter(({ body }) => !/"(messages|statuses)":\[/.test(body))
    for (const { body } of others) t.equal(await postBareHook(world, SECRET, body), 200)
    const names = ['account_update', 'message_template_status_update', 'user_preferences']
    for (const name of names)
      await eventually(async () => {
        const { body } = await world.api().get<Page<object>>(`/webhook-events?event=${name}`)
        return body.pagination.total > 0
      })
    t.ok(others.length >= names.length)
  })
})

/** Sets the id of the message itself; the id of a quoted message stays. */
function withId(body: string, id: string): string {
  const post = JSON.parse(body)
  post.entry[0].changes[0].value.messages[0].id = id
  return JSON.stringify(post)
}
