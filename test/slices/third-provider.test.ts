import { PROVIDERS, providerTable } from '@recado/infra/providers/providers'
import { type Test, test } from 'tap'
import { PNG } from '../command-api/media/sample-files.ts'
import { startCustomer } from '../kit/customer.ts'
import { eventually } from '../kit/eventually.ts'
import { heldPort } from '../kit/held-port.ts'
import { startProduct } from '../kit/product.ts'
import { openTenant } from '../kit/tenants.ts'
import { loopback } from '../providers/loopback/loopback.ts'
import { startLoopNetwork } from '../providers/loopback/network.ts'

type Data<T> = { data: T }
type Page<T> = Data<T[]>
type Failure = { error: { code: string; message: string } }
type Shown = { id: string; type: string; status: string; capabilities: { actions: string[] } }
type Message = { id: number; status: string; text: string; content: { id: string } | null }
type Sent = Data<{ accepted: boolean; provider_message_id: string; conversation_id: string }>
type Conversation = { id: string; unread_count: number; last_message_text: string }

const ANA = '5531987654321'
const NUMBER = { type: 'loopback', number: 'loop_1', phone_number: '+5521912345678' }

/** The product with an additional provider, and that provider's network. */
async function startLoopWorld(t: Test) {
  const network = await startLoopNetwork()
  t.teardown(() => network.stop())
  const { port, release } = await heldPort()
  t.teardown(release)
  const base = `http://127.0.0.1:${port}`
  const providers = providerTable([...PROVIDERS.values(), loopback(network.url)])
  const product = await startProduct({ providers, settings: { PUBLIC_URL: base } })
  t.teardown(() => product.stop())
  await release()
  await product.commandApp.listen({ port, host: '127.0.0.1' })
  const tenant = await openTenant(product)
  return { network, product, tenant, base }
}

test('a third provider is one folder and one line in the table', async (t) => {
  const { network, product, tenant, base } = await startLoopWorld(t)
  const { api } = tenant
  const customer = await startCustomer()
  t.teardown(() => customer.stop())
  const numbers = `/accounts/${tenant.id}/connections`
  const registered = await product.operator.post<Data<Shown & { hook_url: string }>>(numbers, {
    ...NUMBER,
    key: 'the key of the number',
  })
  const { id } = registered.body.data
  const messages = async (query: string) =>
    (await api.get<Page<Message>>(`/messages?connection_id=${id}&${query}`)).body.data
  const conversationSaying = (text: string) =>
    eventually(async () => {
      const { body } = await api.get<Page<Conversation>>(`/conversations?connection_id=${id}`)
      return body.data.find((one) => one.last_message_text === text)
    })
  const hasStatus = (provider_message_id: string, status: string) =>
    eventually(async () => {
      const [one] = await messages(`provider_message_id=${provider_message_id}`)
      return one?.status === status && one
    })

  await t.test('a number is registered, and the network reports it as connected', async (t) => {
    t.match(registered, {
      status: 201,
      body: {
        data: { type: 'loopback', status: 'pending', hook_url: `${base}/hooks/loopback/${id}` },
      },
    })
    const shown = await eventually(async () => {
      const { body } = await api.get<Data<Shown>>(`/connections/${id}`)
      return body.data.status === 'connected' && body.data
    })
    t.match(shown, { type: 'loopback', capabilities: { provider: 'loopback' } })
    const again = await product.operator.post<Failure>(numbers, { ...NUMBER, key: 'another' })
    t.match(again, { status: 422, body: { error: { message: /^number loop_1 already serves/ } } })
    const odd = await product.operator.post<Failure>(numbers, { type: 'pigeon' })
    t.match(odd, {
      status: 422,
      body: { error: { message: /^type must be one of .*loopback/ } },
    })
    const half = await product.operator.post<Failure>(numbers, { type: 'loopback' })
    t.match(half, { status: 422, body: { error: { message: /^number is required/ } } })
  })

  await t.test(
    'a user writes, the business answers, and the webhook receives every step',
    async (t) => {
      const native = { connection_id: id, url: customer.url, events: ['messages'] }
      const refused = await api.put<Failure>('/webhooks', native)
      t.match(refused, {
        status: 422,
        body: { error: { message: /loopback has no .* loop\.message, / } },
      })
      await api.put('/webhooks', { connection_id: id, url: customer.url })
      const received = await network.userWrites('loop_1', ANA, 'Oi, tudo bem?')
      const conversation = await conversationSaying('Oi, tudo bem?')
      t.equal(conversation.unread_count, 1)
      const sent = await api.post<Sent>('/messages', {
        conversation_id: conversation.id,
        text: 'Tudo, e você?',
      })
      t.match(sent, { status: 202, body: { data: { accepted: true } } })
      const { provider_message_id } = sent.body.data
      t.match(network.messages, [
        { id: provider_message_id, number: 'loop_1', text: 'Tudo, e você?' },
      ])
      for (const status of ['sent', 'delivered', 'read']) {
        await network.reports(provider_message_id, status)
        await hasStatus(provider_message_id, status)
      }
      await eventually(() => customer.arrivals.length >= 4)
      t.same(customer.types(), [
        'whatsapp.message.received',
        'whatsapp.message.sent',
        'whatsapp.message.delivered',
        'whatsapp.message.read',
      ])
      const raw = await api.get<Page<{ source: string }>>(`/webhook-events?connection_id=${id}`)
      t.ok(raw.body.data.every(({ source }) => source === 'loopback'))
      const [inbound] = await messages(`provider_message_id=${received}`)
      t.match(await api.post(`/messages/${inbound?.id}/read`), { status: 200 })
      t.same(network.read, [received])
    },
  )

  await t.test('a person is written to first, and a repeated key sends once', async (t) => {
    const call = {
      method: 'POST',
      path: '/messages/text',
      body: { connection_id: id, recipient: { phone: '+55 32 98888-7777' }, text: 'Olá!' },
      headers: { 'Idempotency-Key': 'first-contact' },
    } as const
    const first = await api.call<Sent>(call)
    t.match(first, { status: 202, body: { data: { accepted: true } } })
    t.same((await api.call<Sent>(call)).body, first.body)
    t.equal(network.messages.filter(({ text }) => text === 'Olá!').length, 1)
  })

  await t.test('files are downloaded, uploaded, sent and deleted', async (t) => {
    const path = (file: string, more = '') => `/media/${file}${more}?connection_id=${id}`
    const download = async (file: string) => {
      const url = `/api/v1${path(file, '/download')}`
      const headers = { authorization: `Bearer ${tenant.key}` }
      return product.queryApp.inject({ url, headers })
    }
    await network.userWrites('loop_1', ANA, 'Olha', { mime_type: 'image/png', bytes: PNG })
    await conversationSaying('Olha')
    const [received] = await messages('direction=inbound&limit=1')
    const theirs = received?.content?.id ?? ''
    t.match(await api.get(path(theirs)), {
      status: 200,
      body: { data: { mime_type: 'image/png' } },
    })
    const got = await download(theirs)
    t.equal(got.headers['content-type'], 'image/png')
    t.ok(got.rawPayload.equals(PNG))

    const form = new FormData()
    form.append('connection_id', id)
    form.append('file', new Blob([new Uint8Array(PNG)], { type: 'image/png' }), 'a.png')
    const headers = { authorization: `Bearer ${tenant.key}` }
    const posted = await fetch(`${base}/api/v1/media`, { method: 'POST', headers, body: form })
    const { data: ours } = (await posted.json()) as Data<{ id: string }>
    t.ok(network.files.get(ours.id)?.bytes.equals(PNG))
    const conversation = await conversationSaying('Olha')
    const body = { conversation_id: conversation.id, type: 'image', media: { id: ours.id } }
    t.match(await api.post('/messages', body), { status: 202 })
    t.match(network.messages.at(-1), { type: 'image', file_id: ours.id })
    t.match(await api.delete(path(ours.id)), { status: 200 })
    t.equal((await download(ours.id)).statusCode, 404)
  })

  await t.test(
    'an unsupported operation is refused as for every connection without it',
    async (t) => {
      const notOfficial = {
        status: 422,
        body: {
          error: { message: 'the connection is not official; choose one with the type official' },
        },
      }
      t.match(await api.get(`/connections/${id}/health`), notOfficial)
      t.match(await api.get(`/connections/${id}/profile`), notOfficial)
      t.match(await api.patch(`/connections/${id}/profile`, { about: 'x' }), notOfficial)
      const credentials = await product.operator.patch(`/connections/${id}/credentials`, {
        token: 'x',
      })
      t.match(credentials, {
        status: 422,
        body: { error: { message: /^the connection is not offi/ } },
      })
      const recipient = { phone: ANA }
      const location = { latitude: 1, longitude: 2 }
      const body = { connection_id: id, recipient, type: 'location', location }
      t.match(await api.post('/messages', body), {
        status: 403,
        body: { error: { message: 'type location needs an official connection' } },
      })
    },
  )

  await t.test('an unsigned post is refused', async (t) => {
    const answer = await fetch(`${base}/hooks/loopback/${id}`, {
      method: 'POST',
      headers: { 'x-loop-signature': '0'.repeat(64) },
      body: '{"event":"loop.number","status":"down"}',
    })
    t.equal(answer.status, 401)
    t.match(await answer.json(), { error: { message: /^x-loop-signature is not the HMAC-SHA256/ } })
  })
})
